import { omitUndefined } from '../../base/omitUndefined.ts';
import type { FailureKind } from '../../contract/failure.ts';
import { type Model, modelListSchema, modelSchema } from '../../contract/model.ts';
import type { Connection } from '../address/connection.ts';
import { hostOf } from '../address/endpoint.ts';
import { describeError, errorTextOf } from '../failures/errorBodyText.ts';
import { networkFailure } from '../failures/networkFailure.ts';
import { createRedactor } from '../failures/redact.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';
import { describePage } from '../failures/webPage.ts';
import { failed, type Outcome } from '../outcome.ts';
import { parseJson } from '../parseJson.ts';
import { BodyReadError, chunksOf } from '../transport/responseBody.ts';

/** Maximum size of the response body, enough for thousands of models. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/**
 * Reads the models from a response. Of elements with the same id, the first one counts. Invalid elements are skipped; if
 * all are invalid, the response counts as not a list. Throws the signal's reason on an abort.
 */
export async function readModels(
  response: Response,
  { endpoint, apiKey }: Connection,
  signal: AbortSignal,
): Promise<Outcome<Model[]>> {
  const fail = (kind: FailureKind, text: string) => {
    const detail = sanitizeDetail(text, apiKey);
    return failed({ kind, ...omitUndefined({ detail }) });
  };
  let text: string | undefined;
  try {
    text = await readBodyText(response);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BodyReadError)) {
      throw error;
    }
    return fail(error.kind, networkFailure(error, hostOf(endpoint)).detail ?? '');
  }
  if (text === undefined) {
    return fail('listTooLong', `Received more than ${MAX_LIST_BYTES.toLocaleString('en')} bytes`);
  }
  if (text.trim() === '') {
    return fail('emptyReply', '');
  }
  if (text.trimStart().startsWith('<')) {
    return fail('webPage', describePage(text));
  }
  const parsed = parseJson(text);
  if (!parsed && /^\s*[[{]/.test(text)) {
    return fail('damaged', 'The list of models is incomplete or damaged JSON');
  }
  const value = parsed?.value;
  const list = modelListSchema.safeParse(value);
  if (!list.success) {
    const error = describeError(errorTextOf(value));
    return error === ''
      ? fail('notAReply', 'The response is not a list of models')
      : fail('serviceError', error);
  }
  const redactKey = createRedactor(apiKey);
  const models = new Map<string, Model>();
  for (const element of list.data.data) {
    const model = modelSchema.safeParse(element);
    const id = redactKey(model.data?.id ?? '');
    if (model.success && !models.has(id)) {
      const { description } = model.data;
      models.set(id, {
        ...model.data,
        id,
        ...(description !== undefined && { description: redactKey(description) }),
      });
    }
  }
  return models.size === 0 && list.data.data.length > 0
    ? fail('notAReply', 'The list of models contains no valid model')
    : { ok: true, value: [...models.values()] };
}

/** Returns `undefined` if the body is longer than `MAX_LIST_BYTES`. */
async function readBodyText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length;
    if (bytes > MAX_LIST_BYTES) {
      return undefined;
    }
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}
