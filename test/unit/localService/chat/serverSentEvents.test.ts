import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { readEventData } from '../../../../src/localService/chat/serverSentEvents.ts';
import { holds } from '../../../support/property.ts';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

async function read(text: string, size = text.length + 1): Promise<string[]> {
  const data: string[] = [];
  for await (const event of readEventData(inChunks(new TextEncoder().encode(text), size))) {
    data.push(event);
  }
  return data;
}

describe('readEventData', () => {
  it('yields data without comments and other fields', async () => {
    const text = ': hello\n\nevent: x\nid: 1\ndata: one\n\ndata:two\ndata:  three\n\n\n\ndata: four';
    assert.deepEqual(await read(text), ['one', 'two\n three', 'four']);
  });

  it('yields the same data for all line ends and chunk sizes', async () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    await holds(
      fc.asyncProperty(lineEnd, fc.integer({ min: 1, max: 40 }), async (end, size) => {
        const text = ['data: héllo 🧭', '', 'data: a', 'data: b', '', ''].join(end);
        assert.deepEqual(await read(text, size), ['héllo 🧭', 'a\nb']);
      }),
    );
  });
});
