import { type ChatRequest, chatRequestSchema } from '../../../src/contract/chatRequest.ts';
import { ADVICE_BY_STATUS } from '../../../src/contract/failure.ts';
import { createErrorBody } from '../../../src/localService/http/httpError.ts';
import { type HttpResponse, jsonResponse } from '../../../src/localService/http/response.ts';
import { type Faults, type FaultyRequest, fault, numberFault, type Treatment, textFault } from '../fault.ts';

function refused(status: number, message: string, param?: string): HttpResponse {
  return jsonResponse(
    status,
    createErrorBody(status, `${message} ${ADVICE_BY_STATUS[status] ?? 'Send less'}.`, param),
  );
}

function requestOf({ body }: FaultyRequest): ChatRequest | undefined {
  return chatRequestSchema.safeParse(body).data;
}

/** Rejects the first message that violates a rule with 422. */
function refuseMessage(
  field: 'role' | 'content',
  requirement: string,
  isRefused: (message: ChatRequest['messages'][number]) => boolean,
): Treatment {
  return (request, next) => {
    const index = requestOf(request)?.messages.findIndex(isRefused) ?? -1;
    const path = `messages[${index}].${field}`;
    return index === -1 ? next() : refused(422, `${path} ${requirement}.`, path);
  };
}

const tooLarge = (status: number) => () => refused(status, 'The request is too large.');

/** Requests that a service may reject. */
export const REFUSAL_FAULTS: Faults = {
  F36: textFault(
    '404 for one model, as if it was withdrawn',
    'id of the model, any if not given',
    (withdrawn) => (request, next) => {
      const model = requestOf(request)?.model;
      return model === undefined || (withdrawn !== undefined && model !== withdrawn)
        ? next()
        : refused(404, `There is no model "${model}".`, 'model');
    },
  ),
  F37: fault('422 for a streamed reply', (request, next) =>
    requestOf(request)?.stream ? refused(422, 'stream must not be true.', 'stream') : next(),
  ),
  'F38.role': fault(
    '422 for any role but user, with the path of the field',
    refuseMessage('role', 'must be "user"', ({ role }) => role !== 'user'),
  ),
  'F38.length': numberFault(
    '422 for a message that is too long, with the path of the field',
    { unit: 'characters', defaultValue: 100 },
    (maxChars) =>
      refuseMessage(
        'content',
        `must have at most ${maxChars} characters`,
        ({ content }) => content.length > maxChars,
      ),
  ),
  'F38.field': fault('422 for a field that the service does not know, as a list of details', () =>
    jsonResponse(422, {
      detail: [
        { loc: ['body', 'temperature'], msg: 'extra fields not permitted', type: 'value_error.extra' },
      ],
    }),
  ),
  'F39.413': fault('413: the body is too large', tooLarge(413)),
  'F39.414': fault('414: the URL is too long', tooLarge(414)),
  'F39.431': fault('431: the headers are too large', tooLarge(431)),
};
