import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_MESSAGE_CHARS, toHostSchema } from '../../../src/protocol/toHost.ts';
import { holds } from '../../support/property.ts';

const GOOD = {
  type: 'codeBlockAction',
  requestId: 1,
  turnId: 't1',
  blockIndex: 0,
  action: 'insert',
};

const BAD: readonly [string, unknown][] = [
  ['no object', 'ready'],
  ['no type', {}],
  ['an unknown type', { type: 'runCommand', command: 'workbench.action.quit' }],
  ['a field too many', { ...GOOD, text: 'rm -rf' }],
  ['a negative block', { ...GOOD, blockIndex: -1 }],
  ['a fractional block', { ...GOOD, blockIndex: 0.5 }],
  ['an unknown action', { ...GOOD, action: 'execute' }],
  ['a file named by its path', { ...GOOD, action: 'openFile', path: '/etc/passwd' }],
  ['a command for the terminal', { ...GOOD, action: 'run', command: 'rm -rf /' }],
  [
    'a focus with more than a place',
    { type: 'focusChanged', hasFocus: true, codeBlock: { turnId: 't1', blockIndex: 0, code: 'x' } },
  ],
  ['an empty id', { ...GOOD, turnId: '' }],
  ['a very long id', { ...GOOD, turnId: 'x'.repeat(101) }],
  ['a request without its number', { type: 'replyAction', turnId: 't1', action: 'copy' }],
  ['a text above the bound', { type: 'draftChanged', text: 'x'.repeat(MAX_MESSAGE_CHARS + 1) }],
  ['a link above the bound', { type: 'openLink', href: `https://x/${'x'.repeat(2048)}` }],
];

describe('messages from the panel', () => {
  it('takes one of the protocol', () => {
    assert.deepEqual(toHostSchema.parse(GOOD), GOOD);
  });

  for (const [name, message] of BAD) {
    it(`refuses ${name}`, () => assert.equal(toHostSchema.safeParse(message).success, false));
  }

  it('refuses anything that is no message at all', async () => {
    await holds(fc.property(fc.anything(), (value) => !toHostSchema.safeParse(value).success));
  });
});
