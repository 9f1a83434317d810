import type { ErrorBody } from '../../contract/errorBody.ts';

const ERROR_TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  422: 'invalid_request',
  429: 'rate_limited',
};

interface HttpErrorDetails {
  /** Path of the invalid field, such as `messages[1].role`. */
  param?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown by any part of the service; the server turns it into an error response. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;

  constructor(status: number, message: string, { param, headers = {} }: HttpErrorDetails = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = createErrorBody(status, message, param);
  }
}

/** Creates the body of an error response. `type` depends on the status; `message` is human-readable. */
export function createErrorBody(status: number, message: string, param?: string): ErrorBody {
  const type = ERROR_TYPE_OF_STATUS[status] ?? (status >= 500 ? 'server_error' : 'refused');
  return { error: { type, message, ...(param !== undefined && { param }) } };
}
