/**
 * Yields the data of each event of a `text/event-stream`. Ignores all other fields. Accepts a last line without a
 * line end. Source: HTML standard, "Server-sent events".
 */
export async function* readEventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) {
        yield data.join('\n');
      }
      data = [];
    } else if (line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''));
    }
  }
  if (data.length > 0) {
    yield data.join('\n');
  }
}

/**
 * Yields lines that end in LF, CRLF, or CR. A CR at the end of a chunk may be half of a CRLF, so it waits for the
 * next chunk.
 */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let remainder = '';
  for await (const bytes of body) {
    remainder += decoder.decode(bytes, { stream: true });
    const lines = remainder.split(/\r\n|\n|\r(?!$)/);
    remainder = lines.pop() ?? '';
    yield* lines;
  }
  yield* (remainder + decoder.decode()).split(/\r\n|\n|\r/);
}
