import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import type { AssistantTurn, UserTurn } from '../../../../src/core/conversation/conversation.ts';
import { turnsAsMarkdown } from '../../../../src/core/conversation/turnsAsMarkdown.ts';
import { closingLines } from '../../../../src/core/markdown/codeBlocks.ts';
import { topHeadings } from '../markdown/renderedMarkdown.ts';
import { attachment } from '../support.ts';

const SPEAKERS = { user: 'You', assistant: 'Assistant', earlierReply: 'earlier reply' };

function question(text: string, attachments = [attachment()]): UserTurn {
  return { kind: 'user', id: 'q', text, attachments, at: 0 };
}

function reply(text: string, status: AssistantTurn['status'] = 'stopped'): AssistantTurn {
  return { kind: 'assistant', id: 'r', model: 'assistant-haiku', text, status, startedAt: 0 };
}

describe('turnsAsMarkdown', () => {
  it('formats each turn below a heading, with its attachments or its model, and closes an open code block', () => {
    assert.equal(
      turnsAsMarkdown([question('Why?'), reply('```ts\nopen')], SPEAKERS, closingLines),
      [
        '## You\n\nsrc/duration.ts (typescript), lines 12-14:\n\n```typescript\nreturn 1;\n```\n\nWhy?\n',
        '## Assistant (assistant-haiku)\n\n```ts\nopen\n```\n',
      ].join('\n'),
    );
  });

  it('marks a reply that was retried', () => {
    const turns = [{ ...reply('One'), id: 'earlier', alternativeTo: 'r' }, reply('Two')];
    assert.equal(
      turnsAsMarkdown(turns, SPEAKERS, closingLines),
      '## Assistant (assistant-haiku) · earlier reply\n\nOne\n\n## Assistant (assistant-haiku)\n\nTwo\n',
    );
  });

  it('adds no fence to a reply with inline code in three backticks', () => {
    const text = '```x``` is inline code';
    assert.equal(
      turnsAsMarkdown([reply(text, 'finished')], SPEAKERS, closingLines),
      `## Assistant (assistant-haiku)\n\n${text}\n`,
    );
  });

  it('closes a Markdown block and the blocks in it', () => {
    assert.match(turnsAsMarkdown([reply('```md\n```js\na')], SPEAKERS, closingLines), /\na\n```\n```\n$/);
    assert.match(turnsAsMarkdown([reply('````md\n```js\na')], SPEAKERS, closingLines), /\na\n````\n$/);
  });

  it('renders a heading for every turn, whatever the text of the turns', () => {
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
      const expected = turns.flatMap((turn) => [turn.kind, ...topHeadings(turn.text)]);
      const headings = topHeadings(turnsAsMarkdown(turns, SPEAKERS, closingLines));
      const actual = headings.map((heading) =>
        heading === 'You' ? 'user' : heading === 'Assistant (assistant-haiku)' ? 'assistant' : heading,
      );
      assert.deepEqual(actual, expected, `example ${number}`);
    }
  });
});
