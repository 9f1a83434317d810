import type { ErrorBody } from '../../contract/errorBody.ts';

const TYPES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  422: 'invalid_request',
  429: 'rate_limited',
};

interface RefusalDetails {
  /** The field that is at fault, such as `messages[1].role`. */
  param?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown by any part of the service that can't answer; the server turns it into an error reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;

  constructor(status: number, message: string, { param, headers = {} }: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = errorBody(status, message, param);
  }
}

/** The body of an error reply: `type` follows from the status, `message` is a sentence for people. */
export function errorBody(status: number, message: string, param?: string): ErrorBody {
  const type = TYPES[status] ?? (status >= 500 ? 'server_error' : 'refused');
  return { error: { type, message, ...(param !== undefined && { param }) } };
}
