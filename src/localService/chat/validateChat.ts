import type { CatalogueModel } from '../../contract/catalogue.ts';
import { type ChatRequest, chatRequestSchema } from '../../contract/chatRequest.ts';
import { ADVICE_BY_STATUS } from '../../contract/failure.ts';
import { HttpError } from '../http/httpError.ts';
import { countTokens } from './tokens.ts';

/** Requirements on each field, by its path; `[]` stands for any index. */
const FIELD_REQUIREMENTS: Readonly<Record<string, string>> = {
  body: 'a JSON object',
  model: 'the id of a model',
  messages: 'a list of at least one message',
  'messages[]': 'an object with role and content',
  'messages[].role': '"user" or "assistant"',
  'messages[].content': 'a string',
  max_tokens: 'a whole number of at least 1',
  temperature: 'a number from 0 to 1',
  stream: 'true or false',
};

/** Ways in which a service may be stricter than its interface specifies. */
export interface StrictnessOptions {
  /** Reject any role but `user`. */
  rejectRoles: boolean;
  /** Reject `stream: true`. */
  rejectStream: boolean;
}

function invalidField(field: string, requirement: string): HttpError {
  return new HttpError(422, `${field} ${requirement}. ${ADVICE_BY_STATUS[422]}.`, { param: field });
}

/** Formats `['messages', 1, 'role']` as `messages[1].role`, and an empty path as `body`. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name.replace(/^\./, '') || 'body';
}

/** @throws HttpError with 422 that names the field */
export function parseChatRequest(body: unknown, rules: StrictnessOptions): ChatRequest {
  const parsed = chatRequestSchema.safeParse(body);
  const issue = parsed.error?.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    throw invalidField(
      fieldName([...issue.path, ...issue.keys.slice(0, 1)]),
      'is not a field of this request',
    );
  }
  if (!parsed.success) {
    const field = fieldName(issue?.path ?? []);
    throw invalidField(field, `must be ${FIELD_REQUIREMENTS[field.replace(/\[\d+\]/g, '[]')] ?? 'valid'}`);
  }
  const otherRole = parsed.data.messages.findIndex((message) => message.role !== 'user');
  if (rules.rejectRoles && otherRole !== -1) {
    throw invalidField(`messages[${otherRole}].role`, 'must be "user"');
  }
  if (rules.rejectStream && parsed.data.stream) {
    throw invalidField('stream', 'must not be true: this service does not stream');
  }
  return parsed.data;
}

/** @throws HttpError with 404 that names `model` */
export function findModel(id: string, models: readonly CatalogueModel[]): CatalogueModel {
  const model = models.find((entry) => entry.id === id);
  if (model === undefined) {
    throw new HttpError(404, `There is no model "${id}". ${ADVICE_BY_STATUS[404]}.`, { param: 'model' });
  }
  return model;
}

/**
 * Counts the tokens of the conversation.
 * @throws HttpError with 422 that names `messages` if no room is left for a reply in the context window
 */
export function countInputTokens(request: ChatRequest, model: CatalogueModel): number {
  const tokens = request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  if (tokens >= model.context_window) {
    const requirement = `has ${tokens} tokens, and the context window of ${model.id} is ${model.context_window}`;
    throw invalidField('messages', requirement);
  }
  return tokens;
}
