import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import type { AssistantTurn, UserTurn } from '../../../../src/core/conversation/conversation.ts';
import { turnsAsMarkdown } from '../../../../src/core/conversation/turnsAsMarkdown.ts';
import { topHeadings } from '../markdown/drawnMarkdown.ts';
import { attachment } from '../support.ts';

const SPEAKERS = { user: 'You', assistant: 'Assistant' };

function question(text: string, attachments = [attachment()]): UserTurn {
  return { kind: 'user', id: 'q', text, attachments, at: 0 };
}

function reply(text: string, status: AssistantTurn['status'] = 'stopped'): AssistantTurn {
  return { kind: 'assistant', id: 'r', model: 'assistant-haiku', text, status, startedAt: 0 };
}

describe('a copy as Markdown', () => {
  it('has each turn under its heading, with attachments as they were sent the model of the reply, and an end to its code', () => {
    assert.equal(
      turnsAsMarkdown([question('Why?'), reply('```ts\nopen')], SPEAKERS),
      [
        '## You\n\nsrc/duration.ts (typescript), lines 12-14:\n\n```typescript\nreturn 1;\n```\n\nWhy?\n',
        '## Assistant (assistant-haiku)\n\n```ts\nopen\n```\n',
      ].join('\n'),
    );
  });

  it('adds no fence to a reply that has code of three backticks in a line', () => {
    const text = '```x``` is inline code';
    assert.equal(
      turnsAsMarkdown([reply(text, 'finished')], SPEAKERS),
      `## Assistant (assistant-haiku)\n\n${text}\n`,
    );
  });

  it('closes a block of Markdown with the blocks in it', () => {
    assert.match(turnsAsMarkdown([reply('```md\n```js\na')], SPEAKERS), /\na\n```\n```\n$/);
    assert.match(turnsAsMarkdown([reply('````md\n```js\na')], SPEAKERS), /\na\n````\n$/);
  });

  it('has a heading that is drawn as one for every turn, whatever was asked and replied', () => {
    for (const { markdown, number } of examples) {
      const text = markdown.replaceAll('→', '\t');
      const turns = [
        question(text),
        reply(text, 'finished'),
        question(text, []),
        reply(text.slice(0, text.length / 2)),
        question(text.slice(0, text.length / 3)),
        reply(text.trimEnd()),
      ];
      const own = turns.flatMap((turn) => [turn.kind, ...topHeadings(turn.text)]);
      const seen = topHeadings(turnsAsMarkdown(turns, SPEAKERS));
      const named = seen.map((heading) =>
        heading === 'You' ? 'user' : heading === 'Assistant (assistant-haiku)' ? 'assistant' : heading,
      );
      assert.deepEqual(named, own, `example ${number}`);
    }
  });
});
