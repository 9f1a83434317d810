import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Step, startScriptedServer } from '../../../support/service.ts';
import { client, collectReply, connectionTo, neverAborted, QUESTION } from '../connect.ts';

/** A piece with the shape of a whole reply. */
type PieceOf = (text: string, stopReason?: string | null) => object;

const OBJECTS: Readonly<Record<string, PieceOf>> = {
  'the documented reply': (text, stop_reason = null) => ({
    type: 'message',
    role: 'assistant',
    model: 'assistant-haiku',
    content: [{ type: 'text', text }],
    stop_reason,
    usage: { input_tokens: 7, output_tokens: text.length },
  }),
  'choices with a message': (text, finish_reason = null) => ({
    model: 'assistant-haiku',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason }],
    usage: { prompt_tokens: 7, completion_tokens: text.length },
  }),
};

const DONE = '[DONE]';
const FRAMINGS: Readonly<Record<string, (value: object | typeof DONE) => string>> = {
  events: (value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`,
  lines: (value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`,
};

const TEXT = 'One two three.';
const WAYS = {
  'new text': ['One ', 'two ', 'three.', ' Four.'],
  'all text so far': ['One ', 'One two ', TEXT, `${TEXT} Four.`],
} as const;

interface Expected {
  text: string;
  /** Kind of the failure, or type of the final event if the reply does not fail. */
  end: string;
}

/** Asks a question for each response and compares the replies. */
async function assertReplies(
  t: { after(end: () => unknown): void },
  rows: readonly (readonly [response: readonly Step[], expected: Expected])[],
): Promise<void> {
  const server = await startScriptedServer(rows.map(([response]) => response));
  t.after(() => server.close());
  const connection = connectionTo(server.baseUrl);
  for (const [response, expected] of rows) {
    const { text, end } = await collectReply(client().streamChat(connection, QUESTION, neverAborted));
    const actual = { text, end: end?.type === 'failed' ? end.failure.kind : end?.type };
    assert.deepEqual(actual, expected, JSON.stringify(response));
  }
}

/** A response with these chunks. */
const body = (...chunks: readonly string[]): Step[] => [{ head: 200 }, ...chunks.map((send) => ({ send }))];

const finished: Expected = { text: TEXT, end: 'finished' };
const cutOff: Expected = { text: TEXT, end: 'connectionLost' };
const damaged: Expected = { text: `${TEXT} Four.`, end: 'damaged' };

for (const [object, pieceOf] of Object.entries(OBJECTS)) {
  for (const [framing, frame] of Object.entries(FRAMINGS)) {
    for (const [way, [one, two, three, four]] of Object.entries(WAYS)) {
      const name = `a stream of ${object} as ${framing}, each with ${way},`;
      const begun = [frame(pieceOf(one)), frame(pieceOf(two))];
      const pieces = [...begun, frame(pieceOf(three))];
      const stopped = [...begun, frame(pieceOf(three, 'end_turn'))];
      const done = frame(DONE);
      const late = frame(pieceOf(four));

      test(`${name} ends with a stop reason or [DONE]`, async (t) => {
        await assertReplies(t, [
          [body(...stopped), finished],
          [body(...pieces, done), finished],
          [body(...stopped, done), finished],
          [body([...stopped, done].join('')), finished],
          [body(...pieces, frame(pieceOf('', 'end_turn'))), finished],
          [body(...pieces, frame(pieceOf(TEXT, 'end_turn'))), finished],
          [body(...pieces, frame(pieceOf('', 'max_tokens')), done), { text: TEXT, end: 'cutAtLimit' }],
        ]);
      });

      test(`${name} is cut off without an end`, async (t) => {
        await assertReplies(t, [
          [body(...pieces), cutOff],
          [body(...begun), { ...cutOff, text: 'One two ' }],
        ]);
      });

      test(`${name} is damaged by text after its end`, async (t) => {
        await assertReplies(t, [
          [body(...stopped, late), damaged],
          [body(...stopped, late, done), damaged],
          [body(...pieces, done, late), damaged],
          [body([...stopped, done, late].join('')), damaged],
        ]);
      });
    }
  }
}

for (const [object, pieceOf] of Object.entries(OBJECTS)) {
  test(`one event with ${object} is complete only with a stop reason, since more may have been cut off`, async (t) => {
    await assertReplies(t, [
      [body(`data: ${JSON.stringify(pieceOf(TEXT, 'end_turn'))}\n\n`), finished],
      [body(`data: ${JSON.stringify(pieceOf(TEXT))}\n\n`), cutOff],
    ]);
  });

  test(`a document of ${object} is complete at its end, even without a stop reason`, async (t) => {
    const documents = [pieceOf(TEXT), pieceOf(TEXT, 'end_turn')].flatMap((value) => [
      JSON.stringify(value),
      `${JSON.stringify(value)}\n`,
      JSON.stringify(value, undefined, 2),
    ]);
    await assertReplies(
      t,
      documents.map((document) => [body(document), finished]),
    );
  });
}

test('a document without a stop reason is not complete if its body is cut off', async (t) => {
  const server = await startScriptedServer([
    [
      { head: 200, headers: { 'content-length': '5000' } },
      { send: `${JSON.stringify({ content: [{ type: 'text', text: TEXT }] })}\n` },
      { destroy: true },
    ],
  ]);
  t.after(() => server.close());
  const { end } = await collectReply(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  );
  assert.equal(end?.type === 'failed' && end.failure.kind, 'connectionLost');
});
