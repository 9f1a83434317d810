import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import type { FailureKind } from '../../../../src/contract/failure.ts';
import { type CollectedReply, KEY, replyOf } from '../connect.ts';

function read(body: string): CollectedReply {
  const decoder = new ReplyDecoder(KEY);
  return replyOf([...decoder.push(new TextEncoder().encode(body)), ...decoder.end()]);
}

function lines(...values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

const delta = (text: string | null, index = 0) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text },
});
const stop = (reason: string) => ({ type: 'message_delta', delta: { stop_reason: reason } });
const messageStop = { type: 'message_stop' };
const choice = (index: number, content: string | null, reason: string | null = null) => ({
  choices: [{ index, delta: { content }, finish_reason: reason }],
});

function assertReply(body: string, text: string, end: 'finished' | 'cutAtLimit' = 'finished'): void {
  const reply = read(body);
  assert.equal(reply.text, text);
  assert.deepEqual(reply.end, { type: end });
}

function assertFailure(body: string, kind: FailureKind, text = '', detail?: RegExp): void {
  const reply = read(body);
  assert.equal(reply.text, text);
  assert.ok(reply.end?.type === 'failed', `ended in ${reply.end?.type}`);
  assert.equal(reply.end.failure.kind, kind);
  if (detail) {
    assert.match(reply.end.failure.detail ?? '', detail);
  }
}

for (const reason of ['end_turn', 'stop', 'stop_sequence']) {
  test(`the stop reason ${reason} completes a reply`, () => {
    assertReply(lines(delta('a'), stop(reason), messageStop), 'a');
    assertReply(lines(choice(0, 'a'), choice(0, null, reason)), 'a');
  });
}

for (const reason of ['content_filter', 'refusal', 'pause_turn', 'model_context_window_exceeded', 'new']) {
  test(`the stop reason ${reason} ends a reply early, by its name, even without text`, () => {
    for (const body of [
      lines(delta('a'), stop(reason), messageStop),
      lines(delta('a'), stop(reason), stop('end_turn'), messageStop),
      lines(choice(0, 'a'), choice(0, null, reason)),
      JSON.stringify({ content: [{ type: 'text', text: 'a' }], stop_reason: reason }),
    ]) {
      assert.deepEqual(read(body).end, { type: 'cutAtLimit', stopReason: reason });
      assert.equal(read(body).text, 'a');
    }
    assert.deepEqual(read(lines(stop(reason), messageStop)).end, { type: 'cutAtLimit', stopReason: reason });
  });
}

for (const error of [{}, [], '', null, { code: 0, message: '' }]) {
  test(`an empty error (${JSON.stringify(error)}) is none`, () => {
    assertReply(JSON.stringify({ content: [{ type: 'text', text: 'a' }], error }), 'a');
    assertReply(lines(delta('a'), { type: 'ping', error }, delta('b'), messageStop), 'ab');
  });
}

test('an empty list of choices beside content does not hide it', () => {
  assertReply(JSON.stringify({ choices: [], content: [{ type: 'text', text: 'a' }] }), 'a');
});

for (const tokens of [1e300, -1, 1.5, 1e10]) {
  test(`a count of ${tokens} tokens is none`, () => {
    const usage = { input_tokens: tokens, output_tokens: 7 };
    const { events } = read(JSON.stringify({ content: [{ type: 'text', text: 'a' }], usage }));
    assert.deepEqual(events[1], { type: 'usage', usage: { outputTokens: 7 } });
  });
}

test('a reply with bytes that are not UTF-8 keeps its text and is damaged', () => {
  const decoder = new ReplyDecoder(KEY);
  const body = [...new TextEncoder().encode(JSON.stringify({ content: [{ type: 'text', text: 'a_b' }] }))];
  const bytes = Uint8Array.from(body, (byte) => (byte === 0x5f ? 0xff : byte));
  const reply = replyOf([
    ...decoder.push(bytes.subarray(0, 20)),
    ...decoder.push(bytes.subarray(20)),
    ...decoder.end(),
  ]);
  assert.equal(reply.text, 'a\ufffdb');
  assert.equal(reply.end?.type === 'failed' && reply.end.failure.kind, 'damaged');
});

test('a reply that reached the token limit ends in cutAtLimit, even without text', () => {
  assertReply(lines(delta('a'), stop('max_tokens'), messageStop), 'a', 'cutAtLimit');
  assertReply(lines(stop('max_tokens'), messageStop), '', 'cutAtLimit');
});

test('only text blocks contribute text; thinking and tool use are ignored', () => {
  assertReply(
    lines(
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking' } },
      { type: 'content_block_delta', index: 0, delta: { text: 'hidden' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'shown ' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'signature_delta', text: 'hidden' } },
      delta('too', 1),
      delta(null, 1),
      { type: 'something_new', delta: { text: 'hidden' } },
      messageStop,
    ),
    'shown too',
  );
  assertReply(
    '{"content":[{"type":"tool_use","text":"x"},{"type":"text","text":"y"},{"type":"text","text":null}]}',
    'y',
  );
});

test('the text of a choice may be a list of content blocks', () => {
  const image = { type: 'image_url', image_url: {} };
  const blocks = (...texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }));
  for (const body of [
    JSON.stringify({
      choices: [{ message: { content: [...blocks('a', 'b'), image] }, finish_reason: 'stop' }],
    }),
    lines(
      { choices: [{ delta: { role: 'assistant', content: [] } }] },
      { choices: [{ delta: { content: blocks('a', 'b') } }] },
      { choices: [{ delta: { content: [image] }, finish_reason: 'stop' }] },
    ),
  ]) {
    assertReply(body, 'ab');
    const leftOut = read(body).events.filter(({ type }) => type === 'leftOut');
    assert.deepEqual(leftOut, [{ type: 'leftOut', what: 'image_url' }]);
  }
  const noText = JSON.stringify({ choices: [{ message: { content: [] }, finish_reason: 'stop' }] });
  assertFailure(noText, 'emptyReply');
});

test('of several choices, only the first one seen is the reply', () => {
  assertReply(
    lines(choice(0, 'a'), choice(1, 'X'), choice(0, 'b'), choice(1, 'Y', 'length'), choice(0, null, 'stop')),
    'ab',
  );
});

test('the texts of blocks are concatenated; text for a block before the current one makes the reply damaged', () => {
  const blockStart = (index: number) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'text', text: '' },
  });
  assertReply(lines(blockStart(0), blockStart(1), delta('a', 0), delta('b', 1), messageStop), 'ab');
  assertReply(lines(delta('a', 0), delta('b', 1), blockStart(0), delta('c', 0), messageStop), 'abc');
  assertFailure(
    lines(delta('a', 0), delta('b', 1), delta('X', 0), delta('c', 1), messageStop),
    'damaged',
    'abXc',
  );
});

test('a surrogate pair split over two events is joined', () => {
  assertReply(
    '{"type":"content_block_delta","delta":{"text":"\\ud83d"}}\n{"type":"content_block_delta","delta":{"text":"\\ude00"}}\n{"type":"message_stop"}',
    '😀',
  );
});

test('text after the stop reason or the end marker is kept, and the reply is damaged', () => {
  for (const body of [
    lines(delta('a'), stop('end_turn'), delta('b'), messageStop),
    lines(delta('a'), messageStop, delta('b')),
    lines(choice(0, 'a', 'stop'), choice(0, 'b'), choice(0, null, 'stop')),
    `${lines(choice(0, 'a'))}[DONE]\n${lines(choice(0, 'b'))}[DONE]`,
  ]) {
    assertFailure(body, 'damaged', 'ab', /after the end/);
  }
});

test('everything but text is ignored after the end marker', () => {
  const late = { error: { message: 'late' } };
  assertReply(lines(delta('a'), messageStop, late, stop('max_tokens'), delta('')), 'a');
  assertReply(`data: ${JSON.stringify(choice(0, 'a'))}\n\ndata: [DONE]\n\ndata: closed\n\n`, 'a');
});

const piece = (text: string, stop_reason: string | null = null) => ({
  content: [{ type: 'text', text }],
  stop_reason,
});

for (const [what, texts, text, isDamaged] of [
  ['the same new text twice at the start', ['ha', 'ha', ', fun'], 'haha, fun'],
  ['the same new text three times at the start', ['`', '`', '`', 'js\n', '1'], '```js\n1'],
  ['new text that repeats all text before', ['a', 'b', 'ab', '.'], 'abab.'],
  ['all text so far, at first without more', ['One ', 'One ', 'One two'], 'One two'],
  ['all text so far, or none', ['', 'One ', '', 'One two', ''], 'One two'],
  ['all text so far, and then something else', ['ha', 'haha', '!', ' Fun'], 'haha! Fun', true],
  ['all text so far, and then less', ['One ', 'One two', 'One '], 'One twoOne ', true],
] as const) {
  test(`pieces with ${what} are joined to ${JSON.stringify(text)}`, () => {
    const body = lines(...texts.map((each) => piece(each)), piece('', 'end_turn'));
    if (isDamaged) {
      assertFailure(body, 'damaged', text);
    } else {
      assertReply(body, text);
    }
  });
}

test('a piece may have several blocks, some of which are not text', () => {
  const image = { type: 'image' };
  const [one, two] = [piece('One ').content, piece('two').content];
  for (const body of [
    lines({ content: one }, { content: [...two, image] }, piece('', 'end_turn')),
    lines(
      { content: one },
      { content: [...one, image] },
      { content: [...one, ...two] },
      piece('', 'end_turn'),
    ),
  ]) {
    assertReply(body, 'One two');
    assert.deepEqual(
      read(body).events.filter(({ type }) => type === 'leftOut'),
      [{ type: 'leftOut', what: 'image' }],
    );
  }
});

test('a message after deltas repeats their text', () => {
  const whole = { choices: [{ index: 0, message: { content: 'a b' }, finish_reason: 'stop' }] };
  assertReply(lines(choice(0, 'a '), choice(0, 'b'), whole), 'a b');
});

test('two equal events add their text twice', () => {
  assertReply(lines(delta('a'), delta('a'), messageStop), 'aa');
});

test('the event name serves as the type if the data has none', () => {
  assertReply(
    'event: content_block_delta\ndata: {"delta":{"text":"a"}}\n\nevent: message_stop\ndata: {}\n\n',
    'a',
  );
});

test('the name of an event without data does not apply to the next event', () => {
  assertReply(
    `event: error\n\ndata: ${JSON.stringify(delta('a'))}\n\ndata: ${JSON.stringify(messageStop)}\n\n`,
    'a',
  );
});

test('a line of white space does not end an event', () => {
  const [before = '', after = ''] = JSON.stringify(delta('a')).split(',"index"');
  assertReply(`data: ${before}\n \ndata: ,"index"${after}\n\ndata: ${JSON.stringify(messageStop)}\n\n`, 'a');
});

test('several data lines are joined with a line end', () => {
  assertFailure('event: error\ndata: down\ndata: for a while\n\n', 'serviceError', '', /^down for a while$/);
});

test('a raw line end in a JSON string is damaged, wherever the document is split into lines', () => {
  assertFailure('{\n"content": [{"type": "text", "text": "a\nb"}]}', 'damaged');
});

test('[DONE] without a line end ends the reply', () => {
  assertReply(`data: ${JSON.stringify(choice(0, 'a'))}\n\ndata: [DONE]`, 'a');
});

test('an error in a stream is a serviceError and keeps the text before it', () => {
  assertFailure(
    lines(delta('a'), { type: 'error', error: { message: 'Overloaded' } }),
    'serviceError',
    'a',
    /^Overloaded$/,
  );
  assertFailure(
    lines(choice(0, 'a'), { error: { message: 'Overloaded' } }),
    'serviceError',
    'a',
    /^Overloaded$/,
  );
  assertFailure(
    `data: ${JSON.stringify(delta('a'))}\n\nevent: error\ndata: down for a while\n\n`,
    'serviceError',
    'a',
    /^down/,
  );
  assertFailure(
    'event: error\ndata: {"type":"overloaded","message":"Busy"}\n\n',
    'serviceError',
    '',
    /^Busy$/,
  );
});

test('an error instead of a reply is a serviceError although the status is a success', () => {
  assertFailure('{"error":{"message":"No credit"}}', 'serviceError', '', /^No credit$/);
  assertFailure('{"error":"No credit"}', 'serviceError', '', /^No credit$/);
  assertFailure('{"detail":"No credit"}', 'serviceError', '', /^No credit$/);
});

test('the message of an error does not contain the key', () => {
  assertFailure(JSON.stringify({ error: `bad ${KEY}!` }), 'serviceError', '', /^bad •••!$/);
});

test('a body that ends before the reply is a connectionLost', () => {
  assertFailure(lines(delta('a')), 'connectionLost', 'a');
  assertFailure(`data: ${JSON.stringify(delta('a'))}\n\n`, 'connectionLost', 'a');
  assertFailure(': waiting\n\n', 'connectionLost');
  assertFailure('data: {"type":"message_sta', 'connectionLost');
  assertFailure(`${lines(delta('a'))}{"type":"content_bl`, 'connectionLost', 'a');
});

test('a damaged part makes the reply damaged and keeps the text around it', () => {
  const glued = JSON.stringify(delta('b')) + JSON.stringify(delta('c'));
  assertFailure(`data: ${JSON.stringify(delta('a'))}\n\ndata: ${glued}\n\n`, 'damaged', 'a');
  assertFailure(`${lines(delta('a'))}${glued}\n`, 'damaged', 'a');
  assertFailure(`${lines(delta('a'))}${glued}\n${lines(delta('d'), messageStop)}`, 'damaged', 'ad');
});

test('the failure of a damaged part does not quote it', () => {
  const reply = read('data: {"secret": oops\n\n');
  assert.ok(reply.end?.type === 'failed');
  assert.doesNotMatch(reply.end.failure.detail ?? '', /secret|oops/);
});

test('a web page is not a reply, and only its title is quoted', () => {
  const page =
    '<!doctype html>\n<html><head><title> Hotel Wi-Fi </title></head><body>data: {"a":1}\n\n</body></html>';
  assertFailure(page, 'webPage', '', /"Hotel Wi-Fi".*sign-in/);
  assertFailure(`<html>${'x'.repeat(100_000)}`, 'webPage', '', /sign-in/);
});

test('a web page is recognized before it ends', () => {
  const decoder = new ReplyDecoder(KEY);
  decoder.push(new TextEncoder().encode(`<html>${'x'.repeat(20_000)}`));
  assert.equal(decoder.hasEnded, true);
});

test('other text and other JSON are notAReply', () => {
  assertFailure('Service is up', 'notAReply');
  assertFailure('{"status":"ok"}', 'notAReply');
  assertFailure('{"content":"text"}', 'notAReply');
  assertFailure('[1,2,3]', 'notAReply');
});

test('an incomplete JSON document is damaged, without text', () => {
  assertFailure('{"content":[{"type":"text","text":"a"', 'damaged');
  assertFailure('{\n"content": [{"type": "text", "text": "a"', 'damaged');
});

test('an empty body, white space and a reply without text are an emptyReply', () => {
  assertFailure('', 'emptyReply');
  assertFailure(' \r\n\t', 'emptyReply');
  assertFailure('{"content":[],"stop_reason":"end_turn"}', 'emptyReply');
  assertFailure('{"content":[{"type":"image"}]}', 'emptyReply');
  assertFailure(lines(stop('end_turn'), messageStop), 'emptyReply');
  assertFailure(
    lines(delta('\n'), delta(' \u3000\n'), stop('end_turn'), messageStop),
    'emptyReply',
    '\n \u3000\n',
  );
  assertFailure('{"content":[{"type":"text","text":"\\n\\n"}]}', 'emptyReply', '\n\n');
});

test('white space before and after the text of a reply stays in it, and a lone mark is text', () => {
  assertReply(lines(delta('\n\n'), delta(' '), delta('a'), delta('\n'), messageStop), '\n\n a\n');
  assertReply(lines(delta('\u200b'), messageStop), '\u200b');
  assertReply(lines(delta('\n'), stop('max_tokens'), messageStop), '\n', 'cutAtLimit');
});

test('the output tokens of message_start are not reported', () => {
  const usages = (body: string) => read(body).events.filter(({ type }) => type === 'usage');
  const start = { type: 'message_start', message: { usage: { input_tokens: 7, output_tokens: 0 } } };
  const end = { ...stop('end_turn'), usage: { output_tokens: 2 } };
  assert.deepEqual(usages(lines(start, delta('a'))), [{ type: 'usage', usage: { inputTokens: 7 } }]);
  assert.deepEqual(usages(lines(start, delta('a'), end)), [
    { type: 'usage', usage: { inputTokens: 7 } },
    { type: 'usage', usage: { outputTokens: 2 } },
  ]);
});
