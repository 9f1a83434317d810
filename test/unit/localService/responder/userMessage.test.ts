import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUserMessage } from '../../../../src/localService/responder/userMessage.ts';

describe('parseUserMessage', () => {
  it('separates the code, its path and lines, and the question', () => {
    const text =
      'src/a b.ts (typescript), lines 12-13:\n\n```typescript\nlet a;\n\nlet b;\n```\n\nWhat is it?\nReally?';
    assert.deepEqual(parseUserMessage(text), {
      code: [{ language: 'typescript', code: 'let a;\n\nlet b;', path: 'src/a b.ts', lines: 'lines 12-13' }],
      question: 'What is it?\nReally?',
    });
  });

  it('parses several blocks with and without a heading', () => {
    const text =
      'x.py (python), line 3:\n\n```python\na = 1\n```\n\nCompare it with this:\n\n~~~go\nb := 1\n~~~\n\nPlease.';
    assert.deepEqual(parseUserMessage(text), {
      code: [
        { language: 'python', code: 'a = 1', path: 'x.py', lines: 'line 3' },
        { language: 'go', code: 'b := 1' },
      ],
      question: 'Compare it with this:\n\n\nPlease.',
    });
  });

  it('keeps shorter fences and other fence characters inside a block', () => {
    const code = '```js\nlet a;\n```\n~~~~~';
    const { code: found, question } = parseUserMessage(`\`\`\`\`markdown\n${code}\n\`\`\`\`\nWhy?`);
    assert.deepEqual(found, [{ language: 'markdown', code }]);
    assert.equal(question, 'Why?');
  });

  it('extends a fence that is never closed to the end', () => {
    assert.deepEqual(parseUserMessage('Look:\n```\na\nb'), {
      code: [{ language: '', code: 'a\nb' }],
      question: 'Look:',
    });
  });

  it('treats inline code in three backticks as text', () => {
    assert.deepEqual(parseUserMessage('```a``` is what?'), { code: [], question: '```a``` is what?' });
  });
});
