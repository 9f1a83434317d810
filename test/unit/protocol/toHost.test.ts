import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_TEXT_CHARS } from '../../../src/protocol/limits.ts';
import { toHostSchema } from '../../../src/protocol/toHost.ts';
import { holds } from '../../support/property.ts';

const GOOD = {
  type: 'codeBlockAction',
  requestId: 1,
  conversationId: 'c1',
  turnId: 't1',
  blockIndex: 0,
  action: 'insert',
};

const BAD: readonly [string, unknown][] = [
  ['a value that is not an object', 'ready'],
  ['a message without a type', {}],
  ['a message of an unknown type', { type: 'runCommand', command: 'workbench.action.quit' }],
  ['an additional field', { ...GOOD, text: 'rm -rf' }],
  ['a negative block index', { ...GOOD, blockIndex: -1 }],
  ['a fractional block index', { ...GOOD, blockIndex: 0.5 }],
  ['a negative inner index', { ...GOOD, innerIndex: -1 }],
  ['a fractional inner index', { ...GOOD, innerIndex: 0.5 }],
  ['an inner index far beyond any block', { ...GOOD, innerIndex: 1e300 }],
  ['an inner index that is a text', { ...GOOD, innerIndex: '0' }],
  ['an unknown action', { ...GOOD, action: 'execute' }],
  ['a file identified by its path', { ...GOOD, action: 'openFile', path: '/etc/passwd' }],
  ['a command to run in the terminal', { ...GOOD, action: 'run', command: 'rm -rf /' }],
  [
    'a code block reference with code',
    { type: 'focusChanged', hasFocus: true, codeBlock: { turnId: 't1', blockIndex: 0, code: 'x' } },
  ],
  ['a part of a block as text', { ...GOOD, part: { start: 0, end: 1, text: 'x' } }],
  ['an empty part', { ...GOOD, part: { start: 1, end: 1 } }],
  ['a part that starts before the block', { ...GOOD, part: { start: -1, end: 1 } }],
  ['a part with a fractional offset', { ...GOOD, part: { start: 0, end: 1.5 } }],
  ['a part far beyond any block', { ...GOOD, part: { start: 0, end: 1e12 } }],
  ['an empty id', { ...GOOD, turnId: '' }],
  ['a very long id', { ...GOOD, turnId: 'x'.repeat(101) }],
  ['a request without its id', { type: 'replyAction', conversationId: 'c1', turnId: 't1', action: 'copy' }],
  [
    'a message about a conversation without its id',
    { type: 'replyAction', requestId: 1, turnId: 't1', action: 'copy' },
  ],
  ['a text longer than the maximum', { type: 'draftChanged', text: 'x'.repeat(MAX_TEXT_CHARS + 1) }],
  [
    'a link longer than the maximum',
    { type: 'openLink', requestId: 1, href: `https://x/${'x'.repeat(2048)}` },
  ],
];

describe('the parser of panel messages', () => {
  it('accepts a valid message', () => {
    for (const message of [GOOD, { ...GOOD, innerIndex: 1, part: { start: 0, end: 1 } }]) {
      assert.deepEqual(toHostSchema.parse(message), message);
    }
  });

  for (const [name, message] of BAD) {
    it(`rejects ${name}`, () => assert.equal(toHostSchema.safeParse(message).success, false));
  }

  it('rejects anything that is not a message', async () => {
    await holds(fc.property(fc.anything(), (value) => !toHostSchema.safeParse(value).success));
  });
});
