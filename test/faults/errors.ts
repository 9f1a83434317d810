import { type HttpAnswer, jsonAnswer } from '../../src/localService/http/answer.ts';
import { errorBody } from '../../src/localService/http/refusal.ts';

/** An error of the service's own shape. */
export function errorAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return jsonAnswer(status, errorBody(status, message), headers);
}
