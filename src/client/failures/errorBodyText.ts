import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { errorMessageOf } from '../../contract/errorBody.ts';
import { parseJson } from '../parseJson.ts';
import { pageTitle } from './webPage.ts';

const namedFieldSchema = z.object({ error: z.object({ param: z.string().check(z.minLength(1)) }) });

/** What an error body says. Both are untreated: they are made safe before anybody sees them. */
export interface ErrorText {
  message?: string;
  /** The field of the request that the body blames. */
  field?: string;
}

/**
 * Reads an error body of any shape: JSON gives its sentence for people, a web page its title, other text
 * itself. JSON without such a sentence, or cut off in the middle, gives nothing rather than its code.
 */
export function readErrorText(body: string): ErrorText {
  const text = body.trim();
  if (text.startsWith('<')) {
    const title = pageTitle(text);
    return omitUndefined({ message: title });
  }
  const parsed = parseJson(text);
  if (parsed) {
    return errorTextOf(parsed.value);
  }
  return text === '' || /^[[{"]/.test(text) ? {} : { message: text };
}

/** The same for a body, or a part of a stream, that is JSON already. */
export function errorTextOf(value: unknown): ErrorText {
  const message = typeof value === 'string' ? value : errorMessageOf(value);
  const named = namedFieldSchema.safeParse(value);
  return {
    ...omitUndefined({ message }),
    ...(named.success && { field: named.data.error.param }),
  };
}

/** The sentence with the field it is about, which it may not name itself. */
export function describeError({ message, field }: ErrorText): string {
  if (message === undefined || field === undefined || message.includes(field)) {
    return message ?? field ?? '';
  }
  return `${field}: ${message}`;
}
