import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from '../../../src/contract/catalogue.ts';
import { chatReplySchema } from '../../../src/contract/chatReply.ts';
import { chatRequestSchema } from '../../../src/contract/chatRequest.ts';
import { errorMessageOf } from '../../../src/contract/errorBody.ts';
import { ADVICE_BY_STATUS, FAILURE_KINDS } from '../../../src/contract/failure.ts';
import { modelListSchema, modelSchema } from '../../../src/contract/model.ts';
import { bearer } from '../../../src/contract/routes.ts';
import { choiceChunkSchema, choiceSchema, messageEventSchema } from '../../../src/contract/streamEvent.ts';

const message = { role: 'user', content: 'Hello' };
const request = { model: 'assistant-haiku', messages: [message] };

const VALID_REQUESTS: readonly object[] = [
  request,
  { ...request, max_tokens: 1, temperature: 0, stream: false },
  { ...request, temperature: 1, stream: true },
  { ...request, messages: [message, { role: 'assistant', content: '' }, message] },
];

const INVALID_REQUESTS: readonly object[] = [
  {},
  { ...request, model: '' },
  { ...request, messages: [] },
  { ...request, messages: [{ role: 'system', content: 'x' }] },
  { ...request, messages: [{ ...message, name: 'x' }] },
  { ...request, messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] },
  { ...request, max_tokens: 0 },
  { ...request, max_tokens: 1.5 },
  { ...request, temperature: -0.1 },
  { ...request, temperature: 1.1 },
  { ...request, stream: 'yes' },
  { ...request, user: 'somebody' },
];

for (const body of VALID_REQUESTS) {
  test(`the request schema accepts ${JSON.stringify(body)}`, () =>
    assert.deepEqual(chatRequestSchema.parse(body), body));
}

for (const body of INVALID_REQUESTS) {
  test(`the request schema rejects ${JSON.stringify(body)}`, () =>
    assert.equal(chatRequestSchema.safeParse(body).success, false));
}

test('the reply schema requires only the content', () => {
  assert.equal(chatReplySchema.safeParse({ content: [] }).success, true);
  assert.equal(
    chatReplySchema.safeParse({
      content: [{ type: 'new', text: null, x: 1 }],
      usage: null,
      stop_reason: 'new',
    }).success,
    true,
  );
  assert.equal(chatReplySchema.safeParse({ id: 'msg_1' }).success, false);
  assert.equal(chatReplySchema.safeParse({ content: 'text' }).success, false);
});

test('the model list schema accepts any elements, and the model schema requires only an id', () => {
  assert.equal(modelListSchema.safeParse({ data: [{ id: 'a' }, 7], more: 1 }).success, true);
  assert.equal(modelListSchema.safeParse([{ id: 'a' }]).success, false);
  assert.equal(modelSchema.safeParse({ id: 'a' }).success, true);
  assert.equal(modelSchema.safeParse({ id: '' }).success, false);
  assert.equal(modelSchema.safeParse({}).success, false);
});

test('a context window that no model can have is unknown', () => {
  for (const tokens of [0, -1, 1.5, 1e300, '200000']) {
    assert.equal(modelSchema.parse({ id: 'a', context_window: tokens }).context_window, undefined);
  }
});

test('the stream schemas accept events and chunks whose optional fields are missing or null', () => {
  assert.equal(messageEventSchema.safeParse({ type: 'ping' }).success, true);
  assert.equal(
    messageEventSchema.safeParse({ type: 'x', delta: null, usage: null, index: null }).success,
    true,
  );
  assert.equal(choiceChunkSchema.safeParse({ choices: [] }).success, true);
  assert.equal(choiceSchema.safeParse({ delta: null, finish_reason: null }).success, true);
  assert.equal(choiceChunkSchema.safeParse({ id: 'x' }).success, false);
});

test('fields other than text, index and end are treated as absent if their type is unexpected', () => {
  const unexpected = {
    id: 7,
    model: [],
    usage: { input_tokens: '7', output_tokens: Number.POSITIVE_INFINITY },
  };
  assert.deepEqual(chatReplySchema.parse({ ...unexpected, role: 7, stop_reason: 0, content: [7] }), {
    model: undefined,
    usage: { input_tokens: undefined, output_tokens: undefined },
    stop_reason: undefined,
    content: [7],
  });
  assert.deepEqual(choiceSchema.parse({ index: '0', delta: { content: 'a', role: 7 }, finish_reason: 0 }), {
    index: '0',
    delta: { content: 'a' },
    finish_reason: undefined,
  });
  assert.equal(choiceSchema.safeParse({ delta: { content: 7 } }).success, false);
});

test('the catalogue lists the documented models', () => {
  assert.deepEqual(
    CATALOGUE.map(({ id, context_window }) => [id, context_window]),
    [
      ['assistant-opus-5', 200_000],
      ['assistant-fable-5', 1_000_000],
      ['assistant-opus-4-8', 200_000],
      ['assistant-sonnet-4', 200_000],
      ['assistant-haiku', 200_000],
    ],
  );
  for (const model of CATALOGUE) {
    assert.deepEqual(modelSchema.parse(model), model);
  }
});

test('there is advice for each of the six documented statuses', () => {
  assert.deepEqual(Object.keys(ADVICE_BY_STATUS), ['401', '403', '404', '422', '429', '500']);
});

test('the failure kinds are unique', () => {
  assert.equal(new Set(FAILURE_KINDS).size, FAILURE_KINDS.length);
});

test('the message of an error body is found in every common shape', () => {
  const found = [
    { error: { message: 'Why', type: 'x' } },
    { error: 'Why' },
    { message: 'Why', code: 1 },
    { detail: 'Why' },
    { detail: [{ msg: 'Why' }] },
    { detail: [{ msg: 'Why', loc: 'body' }] },
  ];
  for (const body of found) {
    assert.equal(errorMessageOf(body), 'Why');
  }
  assert.equal(
    errorMessageOf({ detail: [{ loc: ['body', 'messages', 0, 'role'], msg: 'No' }, { msg: 'Why' }] }),
    'body.messages.0.role: No; Why',
  );
  for (const body of [
    undefined,
    null,
    7,
    'Why',
    {},
    [],
    { error: '' },
    { error: { code: 1 } },
    { detail: {} },
  ]) {
    assert.equal(errorMessageOf(body), undefined);
  }
});

test('the API key is sent as a bearer token', () => {
  assert.equal(bearer('abc'), 'Bearer abc');
});
