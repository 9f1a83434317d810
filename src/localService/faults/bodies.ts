import type { Answer, HttpAnswer, Piece } from '../answer.ts';

/** The pieces of a body; a body of one text is one piece. */
export async function* piecesOf({ body }: HttpAnswer): AsyncGenerator<Piece> {
  if (typeof body === 'string') {
    yield body;
  } else {
    yield* body;
  }
}

/** The answer with another body, made from the pieces of its own. One without HTTP stays as it is. */
export function changeBody(
  answer: Answer,
  change: (pieces: AsyncIterable<Piece>) => AsyncIterable<Piece>,
): Answer {
  return answer.type === 'http' ? { ...answer, body: change(piecesOf(answer)) } : answer;
}

export function changeHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return answer.type === 'http' ? { ...answer, headers: { ...answer.headers, ...headers } } : answer;
}

/** All pieces of a body, once it is complete. */
export async function collect(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const all: Piece[] = [];
  for await (const piece of pieces) {
    all.push(piece);
  }
  return all;
}

export function bytesOf(piece: Piece): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** A body as bytes, once it is complete. */
export async function collectBytes(pieces: AsyncIterable<Piece>): Promise<Buffer> {
  return Buffer.concat((await collect(pieces)).map(bytesOf));
}
