import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reindent } from '../../../../src/core/editing/indentation.ts';

const SPACES = { insertSpaces: true, tabSize: 2 };
const TABS = { insertSpaces: false, tabSize: 4 };

describe('reindent', () => {
  it('gives every line but the first the indentation of the target', () => {
    assert.equal(reindent('if (a) {\n  b();\n}', '    ', SPACES), 'if (a) {\n      b();\n    }');
  });

  it('takes off what all lines share', () => {
    assert.equal(reindent('    a\n      b\n    c', '', SPACES), 'a\n  b\nc');
  });

  it('makes tabs of levels where the target uses tabs', () => {
    assert.equal(reindent('a\n  b\n    c', '\t', TABS), 'a\n\t\tb\n\t\t\tc');
  });

  it('makes spaces of tabs where the target uses spaces', () => {
    assert.equal(reindent('a\n\tb\n\t\tc', '', SPACES), 'a\n  b\n    c');
  });

  it('leaves the width of space levels as the code has it', () => {
    assert.equal(reindent('a\n    b', '', SPACES), 'a\n    b');
  });

  it('leaves empty lines empty', () => {
    assert.equal(reindent('a\n\n  b', '  ', SPACES), 'a\n\n    b');
  });

  it('reads all line ends and writes LF', () => {
    assert.equal(reindent('a\r\n  b\rc', '', SPACES), 'a\n  b\nc');
  });
});
