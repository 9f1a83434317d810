import type { HttpAnswer, Piece } from '../../src/localService/http/answer.ts';
import { changeHead, NO_ANSWER } from './bodies.ts';
import { type Faults, fault, faultsFor } from './fault.ts';

const EMPTY = [204, 205, 304] as const;
const OTHERS = [201, 202, 206] as const;

function empty(status: number): HttpAnswer {
  return { type: 'http', status, headers: {}, body: '' };
}

async function* switching(): AsyncGenerator<Piece> {
  yield 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n';
}

/** Statuses that are no errors, and not 200 either. */
export const SUCCESS_FAULTS: Faults = {
  ...faultsFor('F28', EMPTY, (status) => fault(`${status} without a body`, () => empty(status))),
  'F28.empty': fault('200 without a body', () => empty(200)),
  'F28.101': fault('101, which nobody asked for', () => ({ type: 'raw', status: 101, bytes: switching() })),
  'F28.102': fault('102, and then the right answer', ({ connection }, next) => {
    connection.response.writeProcessing();
    return next();
  }),
  'F28.102only': fault('102, and then nothing', ({ connection }) => {
    connection.response.writeProcessing();
    return NO_ANSWER;
  }),
  ...faultsFor('F29', OTHERS, (status) =>
    fault(`${status} with the body of the right answer`, async (_, next) =>
      changeHead(await next(), {
        status,
        ...(status === 206 && { headers: { 'Content-Range': 'bytes 0-99/*' } }),
      }),
    ),
  ),
};
