/**
 * The data of each event of a `text/event-stream`, whatever way its bytes were split. Other fields are left
 * out; what follows the last complete line is taken as a line. Source: the HTML standard, section
 * "Server-sent events".
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

/** Lines that end in LF, CRLF or CR. A CR at the end of a read may be half of a CRLF, so it waits. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/);
}
