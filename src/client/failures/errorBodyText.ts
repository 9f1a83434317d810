import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { errorMessageOf } from '../../contract/errorBody.ts';
import { parseJson } from '../parseJson.ts';
import { pageTitle } from './webPage.ts';

const namedFieldSchema = z.object({ error: z.object({ param: z.string().check(z.minLength(1)) }) });

/** Raw parts of an error body. Must be sanitized before they are shown or logged. */
export interface ErrorText {
  message?: string;
  /** The field of the request that caused the error. */
  field?: string;
  /** Whether the body is a web page, whose title is the message. */
  isWebPage?: boolean;
}

/**
 * Reads an error body of any shape: the message of JSON, the title of a web page, or other text as it is. JSON without
 * a message, or incomplete JSON, yields an empty result, since its source would not help the user.
 */
export function readErrorText(body: string): ErrorText {
  const text = body.trim();
  if (text.startsWith('<')) {
    return { isWebPage: true, ...omitUndefined({ message: pageTitle(text) }) };
  }
  const parsed = parseJson(text);
  if (parsed) {
    return errorTextOf(parsed.value);
  }
  return text === '' || /^[[{"]/.test(text) ? {} : { message: text };
}

/** Same as `readErrorText`, for a parsed JSON value. */
export function errorTextOf(value: unknown): ErrorText {
  const message = typeof value === 'string' ? value : errorMessageOf(value);
  const named = namedFieldSchema.safeParse(value);
  return {
    ...omitUndefined({ message }),
    ...(named.success && { field: named.data.error.param }),
  };
}

/** The message, prefixed with the field unless the message names it. */
export function describeError({ message, field }: ErrorText): string {
  if (message === undefined || field === undefined || message.includes(field)) {
    return message ?? field ?? '';
  }
  return `${field}: ${message}`;
}
