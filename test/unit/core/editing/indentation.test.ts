import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reindent } from '../../../../src/core/editing/indentation.ts';

const SPACES = { insertSpaces: true, tabSize: 2 };
const TABS = { insertSpaces: false, tabSize: 4 };

describe('reindent', () => {
  it("adds the target's indentation to every line but the first", () => {
    assert.equal(reindent('if (a) {\n  b();\n}', '    ', SPACES), 'if (a) {\n      b();\n    }');
  });

  it('removes the indentation that all lines share', () => {
    assert.equal(reindent('    a\n      b\n    c', '', SPACES), 'a\n  b\nc');
  });

  it('converts levels to tabs if the target uses tabs', () => {
    assert.equal(reindent('a\n  b\n    c', '\t', TABS), 'a\n\t\tb\n\t\t\tc');
  });

  it('converts tabs to spaces if the target uses spaces', () => {
    assert.equal(reindent('a\n\tb\n\t\tc', '', SPACES), 'a\n  b\n    c');
  });

  it('keeps the width of levels in spaces', () => {
    assert.equal(reindent('a\n    b', '', SPACES), 'a\n    b');
  });

  it('leaves empty lines empty', () => {
    assert.equal(reindent('a\n\n  b', '  ', SPACES), 'a\n\n    b');
  });

  it('accepts all line ends and returns LF', () => {
    assert.equal(reindent('a\r\n  b\rc', '', SPACES), 'a\n  b\nc');
  });
});
