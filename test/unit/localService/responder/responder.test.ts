import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import MarkdownIt from 'markdown-it';
import type { Message } from '../../../../src/contract/chatRequest.ts';
import { CONTINUE_PROMPT } from '../../../../src/core/asking/continuation.ts';
import { composeReply } from '../../../../src/localService/responder/responder.ts';

const code = 'export function start(): void {\n  // a fence\n````\n}';
const prompt = `src/timer.ts (typescript), lines 4-9:\n\n\`\`\`\`\`typescript\n${code}\n\`\`\`\`\`\n\nWhat does it do?`;

function ask(...contents: string[]): string {
  return composeReply(
    contents.map((content, index): Message => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
  );
}

function blocks(reply: string): string[] {
  return new MarkdownIt()
    .parse(reply, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => `${info}: ${content}`);
}

describe('composeReply', () => {
  it('always says that there is no language model, how much was received, and shows code', () => {
    for (const reply of [ask(prompt), ask('Hello'), ask(''), composeReply([])]) {
      assert.match(reply, /^This is the local service\. It has \*\*no language model\*\*/);
      assert.equal(blocks(reply).length, 1);
    }
    assert.match(ask('Hello', 'Yes?', 'No'), /Messages received: 3\n- Characters in them: 11\n/);
    assert.match(ask('!long 20'), /no language model/);
  });

  it('returns the latest code with a comment in its language', () => {
    const expected = `typescript: // Returned by the local service\n${code}\n`;
    assert.deepEqual(blocks(ask(prompt)), [expected]);
    assert.deepEqual(blocks(ask(prompt, '```js\n1\n```', 'And in Python?')), [expected]);
    assert.deepEqual(blocks(ask('```go\nvar a\n```\n\n```python\nb = 1\n```')), [
      'python: # Returned by the local service\nb = 1\n',
    ]);
  });

  it('returns as many words as !long asks for, to within a sentence', () => {
    const notice = ask('!long 0').split('\n')[0] ?? '';
    for (const words of [1, 100, 5000]) {
      const count = ask(`Go on.\n!long ${words}`).slice(notice.length).trim().split(/\s+/).length;
      assert.ok(count >= words && count < words + 8, `${count} for ${words}`);
    }
  });

  it('continues its own reply at every character, and not that of another service', () => {
    for (const question of [prompt, 'Tell me more.\n\n!long 50']) {
      const whole = ask(question);
      for (let cut = 1; cut < whole.length; cut += 1) {
        assert.equal(ask(question, whole.slice(0, cut), CONTINUE_PROMPT), whole.slice(cut));
      }
    }
    assert.match(ask(prompt, 'Something else', CONTINUE_PROMPT), /Messages received: 3/);
  });
});
