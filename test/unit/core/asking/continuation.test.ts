import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONTINUE_PROMPT } from '../../../../src/core/asking/continuation.ts';
import { type AssistantTurn, totalUsage } from '../../../../src/core/conversation/conversation.ts';
import { committed } from '../../../support/committed.ts';
import { Channel, type Recorded, record, said } from '../support.ts';

const QUESTION = committed({ text: 'Write it.', attachments: [], model: 'assistant-haiku', maxTokens: 5 });
const REPLY_OPTIONS = committed({ model: 'assistant-haiku' });

function last({ session }: Recorded): AssistantTurn {
  return session.conversation.turns.at(-1) as AssistantTurn;
}

/** A conversation whose reply was cut off after this text. */
async function cutAfter(text: string, ...continuations: Parameters<typeof record>): Promise<Recorded> {
  const cut = new Channel();
  cut.push(
    { type: 'text', text },
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } },
    { type: 'cutAtLimit' },
  );
  const recorded = record(cut.events(), ...continuations);
  await recorded.session.ask(QUESTION);
  return recorded;
}

describe('continuing a reply', () => {
  it('appends the text to the same reply, which takes the status of the continuation', async () => {
    const recorded = await cutAfter('```ts\nconst a', said(' = 1', ';\n```'));
    const { id } = last(recorded);
    await recorded.session.continueReply(id, REPLY_OPTIONS);
    const reply = last(recorded);
    assert.deepEqual([reply.id, reply.text, reply.status], [id, '```ts\nconst a = 1;\n```', 'finished']);
    assert.equal(recorded.session.conversation.turns.length, 2);
    assert.equal('maxTokens' in reply, false);
  });

  it('sends the conversation, the text of the reply so far and the prompt to continue', async () => {
    const recorded = await cutAfter('Once upon', said(' a time'));
    await recorded.session.continueReply(last(recorded).id, { ...REPLY_OPTIONS, maxTokens: 9 });
    const { model, maxTokens, messages, textSoFar } = recorded.requests[1] ?? assert.fail();
    assert.deepEqual([model, maxTokens, textSoFar], ['assistant-haiku', 9, 'Once upon']);
    assert.deepEqual(messages, [
      { role: 'user', content: 'Write it.' },
      { role: 'assistant', content: 'Once upon' },
      { role: 'user', content: CONTINUE_PROMPT },
    ]);
  });

  it('adds up the usage of all requests of a reply', async () => {
    const cutAgain = new Channel();
    cutAgain.push({ type: 'text', text: ' two' }, { type: 'usage', usage: { outputTokens: 7 } });
    cutAgain.push({ type: 'cutAtLimit' });
    const recorded = await cutAfter('one', cutAgain.events(), said(' three'));
    await recorded.session.continueReply(last(recorded).id, REPLY_OPTIONS);
    assert.deepEqual(totalUsage(last(recorded)), { inputTokens: 3, outputTokens: 12 });
    await recorded.session.continueReply(last(recorded).id, REPLY_OPTIONS);
    assert.equal(last(recorded).text, 'one two three');
    assert.deepEqual(totalUsage(last(recorded)), { inputTokens: 13, outputTokens: 14 });
    assert.deepEqual(last(recorded).usage, { inputTokens: 10, outputTokens: 2 });
  });

  it('never shows repeated text, even if it arrives in pieces', async () => {
    const recorded = await cutAfter(
      'First line.\nA second line',
      said('A sec', 'ond li', 'ne, and more', '.'),
    );
    recorded.events.length = 0;
    await recorded.session.continueReply(last(recorded).id, REPLY_OPTIONS);
    assert.equal(last(recorded).text, 'First line.\nA second line, and more.');
    assert.deepEqual(
      recorded.events.filter((line) => line.startsWith('text')),
      ['text , and more', 'text .'],
    );
  });

  it('shows the held-back text if the continuation ends or fails in the middle of a repetition', async () => {
    const broken = new Channel();
    broken.push({ type: 'text', text: 'A sec' });
    broken.close();
    const recorded = await cutAfter('First line.\nA second line', broken.events(), said('A sec'));
    await recorded.session.continueReply(last(recorded).id, REPLY_OPTIONS);
    assert.equal(last(recorded).text, 'First line.\nA second lineA sec');
    assert.equal(last(recorded).status, 'failed');
    await recorded.session.continueReply(last(recorded).id, REPLY_OPTIONS);
    assert.deepEqual(
      [last(recorded).text, last(recorded).status],
      ['First line.\nA second lineA secA sec', 'finished'],
    );
  });

  it('continues no reply that is finished, empty or not the last', async () => {
    const failed = new Channel();
    failed.push({ type: 'failed', failure: { kind: 'serverError' } });
    const recorded = record(said('All'), failed.events());
    await recorded.session.ask(QUESTION);
    const first = last(recorded).id;
    await recorded.session.continueReply(first, REPLY_OPTIONS);
    await recorded.session.ask(QUESTION);
    await recorded.session.continueReply(last(recorded).id, REPLY_OPTIONS);
    await recorded.session.continueReply(first, REPLY_OPTIONS);
    assert.equal(recorded.requests.length, 2);
  });
});
