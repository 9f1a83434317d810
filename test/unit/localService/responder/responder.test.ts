import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import MarkdownIt from 'markdown-it';
import { foldRoles } from '../../../../src/client/transport/requestShape.ts';
import type { Message } from '../../../../src/contract/chatRequest.ts';
import { CONTINUE_PROMPT } from '../../../../src/core/asking/continuation.ts';
import { composeReply, NO_MODEL_NOTICE } from '../../../../src/localService/responder/responder.ts';

const code = 'export class Timer {}\n\nexport function start(): void {\n  // a fence\n````\n}';
const prompt = `src/timer.ts (typescript), lines 4-9:\n\n\`\`\`\`\`typescript\n${code}\n\`\`\`\`\`\n\nWhat does it do?`;

function ask(...contents: string[]): string {
  const messages = contents.map((content, index): Message => {
    return { role: index % 2 === 0 ? 'user' : 'assistant', content };
  });
  return composeReply(messages);
}

function fences(reply: string): { info: string; content: string }[] {
  return new MarkdownIt().parse(reply, {}).filter(({ type }) => type === 'fence');
}

describe('responder', () => {
  it('says in the first line of every reply that there is no language model', () => {
    for (const reply of [ask(prompt), ask('Hello'), ask(''), ask('!long 50'), composeReply([])]) {
      assert.equal(reply.split('\n')[0], NO_MODEL_NOTICE);
    }
    assert.match(NO_MODEL_NOTICE, /no language model/);
  });

  it('names language, lines, place, functions and classes, and repeats the question', () => {
    const reply = ask(prompt);
    assert.match(reply, /6 lines of \*\*TypeScript\*\* code from `src\/timer\.ts`, lines 4-9/);
    assert.match(reply, /- Functions: `start`\n- Classes: `Timer`/);
    assert.match(reply, /> What does it do\?/);
    assert.match(reply, /first message/);
  });

  it('gives the code back unchanged, in a fence that nothing in it closes', () => {
    const found = fences(ask(prompt)).map(({ info, content }) => ({ info, content }));
    assert.deepEqual(found, [{ info: 'typescript', content: `${code}\n` }]);
  });

  it('says how many messages came, and answers about earlier code where the last message has none', () => {
    const reply = ask(prompt, 'It counts.', 'And in Python?');
    assert.match(reply, /3 messages, 2 of them yours/);
    assert.match(reply, /> And in Python\?/);
    assert.match(reply, /an earlier message/);
    assert.equal(fences(reply)[0]?.content, `${code}\n`);
    assert.doesNotMatch(ask(prompt, 'It counts.', prompt), /an earlier message/);
  });

  it('describes each block of several', () => {
    const reply = ask('```go\nfunc a() {}\n```\n\n```ruby\ndef b\nend\n```\n\nCompare.');
    assert.match(reply, /\*\*Go\*\*.*`a`.*\*\*Ruby\*\*.*`b`/s);
    assert.equal(fences(reply).length, 2);
  });

  it('describes code once that came twice in a message', () => {
    assert.equal(fences(ask('```go\nvar a\n```\n\n```go\nvar a\n```')).length, 1);
  });

  it('is honest where it recognizes nothing', () => {
    assert.match(ask('```python\nx = 1\n```'), /1 line of .*Functions: none that I recognize\n/s);
    assert.match(ask('```cobol\nADD 1.\n```'), /\*\*cobol\*\*.*I do not know this language/s);
    assert.match(ask('```\nADD 1.\n```'), /code without a language/);
  });

  it('shows an example where no code came', () => {
    const reply = ask('Hello');
    assert.match(reply, /No code was attached/);
    assert.deepEqual(
      fences(reply).map(({ info }) => info),
      ['python'],
    );
  });

  it('keeps a long question and a long list of names short', () => {
    const many = Array.from({ length: 40 }, (_, index) => `def f${index}(): pass`).join('\n');
    const reply = ask(`\`\`\`python\n${many}\n\`\`\`\n\n${'why '.repeat(10_000)}now?`);
    assert.match(reply, /`f11` and 28 more/);
    assert.match(reply, /> ….* now\?\n/);
    assert.ok(reply.length < 3000);
  });
});

describe('long replies', () => {
  it('are about as long as was asked, whatever that is', () => {
    for (const words of [1, 100, 1000, 5000]) {
      const count = ask(`Go on.\n!long ${words}`).split(/\s+/).length;
      assert.ok(count >= words && count < words + 100, `${count} for ${words}`);
    }
  });

  it('have headings, lists, tables, quotes, links, inline code and code in several languages', () => {
    const tokens = new MarkdownIt().parse(ask('!long 800'), {});
    const inline = tokens.flatMap((token) => token.children ?? []).map(({ type }) => type);
    const types = [...tokens.map(({ type }) => type), ...inline];
    for (const type of [
      'heading_open',
      'bullet_list_open',
      'ordered_list_open',
      'table_open',
      'blockquote_open',
      'link_open',
      'code_inline',
      'strong_open',
    ]) {
      assert.ok(types.includes(type), type);
    }
    const languages = new Set(tokens.filter(({ type }) => type === 'fence').map(({ info }) => info));
    assert.ok(languages.size >= 3);
  });

  it('goes on with a reply of its own at whatever character it was cut', () => {
    for (const question of [prompt, 'Tell me more.\n\n!long 200']) {
      const whole = ask(question);
      for (let cut = 1; cut < whole.length; cut += 1) {
        assert.equal(ask(question, whole.slice(0, cut), CONTINUE_PROMPT), whole.slice(cut));
      }
    }
  });

  it('answers a conversation in one message as it answers the conversation, and goes on with it', () => {
    const conversation: Message[] = [
      { role: 'user', content: prompt },
      { role: 'assistant', content: 'First of all,\n\nthis.' },
      { role: 'user', content: 'And then?' },
    ];
    const whole = composeReply(conversation);
    assert.equal(composeReply(foldRoles(conversation)), whole);
    const cut: Message[] = [
      ...conversation,
      { role: 'assistant', content: whole.slice(0, 200) },
      { role: 'user', content: CONTINUE_PROMPT },
    ];
    assert.equal(composeReply(foldRoles(cut)), whole.slice(200));
  });

  it('takes the request to go on for a question after a reply that is none of its own', () => {
    assert.match(ask(prompt, 'Something else', CONTINUE_PROMPT), /> Continue exactly/);
  });
});
