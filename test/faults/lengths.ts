import { changeBody, changeHead, collectBytes, piecesOf, settle } from './bodies.ts';
import { type Faults, fault, type Treatment } from './fault.ts';

/** The right answer, whole, with a length that is off by so many bytes; then the connection closes. */
function offBy(bytes: number): Treatment {
  return async ({ connection, signal }, next) => {
    const answer = await next();
    if (answer.type !== 'http') {
      return answer;
    }
    const body = await collectBytes(piecesOf(answer));
    const length = { 'Content-Length': String(Math.max(1, body.length + bytes)) };
    return changeHead(
      changeBody(answer, async function* () {
        yield body;
        await settle(signal);
        connection.close();
      }),
      { headers: length },
    );
  };
}

export const LENGTH_FAULTS: Faults = {
  'F27.tooLong': fault('The right answer with a Content-Length that is 100 bytes too long', offBy(100)),
  'F27.tooShort': fault('The right answer with a Content-Length that is 100 bytes too short', offBy(-100)),
};
