import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDirectives } from '../../../../src/localService/responder/directives.ts';

describe('directives in a question', () => {
  it('are read from its last paragraph only: an earlier one may be a failed question, or code', () => {
    assert.deepEqual(readDirectives('Why?\n\nPlease:\n!status 503\n!cut'), { status: 503, cut: true });
    assert.deepEqual(readDirectives('And then? !long 300'), { longWords: 300, cut: false });
    assert.deepEqual(readDirectives('Change it !each'), { each: true, cut: false });
    for (const text of ['!status 500\n\nAnd now?', '```text\n!cut\n```\n\nWhat is this?']) {
      assert.deepEqual(readDirectives(text), { cut: false });
    }
  });
});
