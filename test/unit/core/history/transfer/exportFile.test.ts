import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { AssistantTurn, Turn, UserTurn } from '../../../../../src/core/conversation/conversation.ts';
import { exportFileName, uniqueFileName } from '../../../../../src/core/history/transfer/exportFile.ts';
import { writeMarkdown } from '../../../../../src/core/history/transfer/exportMarkdown.ts';
import { holds } from '../../../../support/property.ts';
import { ANCHOR, attachment } from '../../support.ts';
import { anyText } from '../arbitraryConversations.ts';

const ASKED: UserTurn = {
  kind: 'user',
  id: 'q',
  text: 'Why is a/b <slow>?',
  attachments: [attachment({ anchor: ANCHOR })],
  at: Date.UTC(2026, 10, 21, 18, 16),
};

const REPLY: AssistantTurn = {
  kind: 'assistant',
  id: 'r',
  model: 'assistant-haiku',
  text: 'It is not:\r\n\r\n```ts\r\nreturn "\0"',
  status: 'stopped',
  startedAt: Date.UTC(2026, 10, 21, 18, 17),
};

describe('a conversation exported as Markdown', () => {
  const labels = {
    user: 'You',
    assistant: 'Assistant',
    earlierReply: 'earlier reply',
    untitled: 'Conversation',
    ends: { stopped: 'stopped' },
  };
  const written = (turns: readonly Turn[], title?: string): string =>
    [...writeMarkdown({ id: 'c', turns, ...(title !== undefined && { title }) }, labels)].join('');

  it('has its title, and each turn with its time below a heading', () => {
    assert.equal(
      written([ASKED, REPLY]),
      [
        '# Why is a/b &lt;slow>?',
        '## You · 2026-11-21 18:16 UTC',
        'src/duration.ts (typescript), lines 12-14:',
        '```typescript\nreturn 1;\n```',
        'Why is a/b <slow>?',
        '## Assistant (assistant-haiku) · 2026-11-21 18:17 UTC · stopped',
        'It is not:',
        '```ts\nreturn "\ufffd"\n```\n',
      ].join('\n\n'),
    );
  });

  it('has a heading even if it has no title, and no time that does not exist', () => {
    assert.equal(written([{ ...ASKED, text: '', attachments: [], at: 1e300 }]), '# Conversation\n\n## You\n');
    assert.match(written([], 'Two\nlines'), /^# Two lines\n/);
  });
});

describe('the file name of a conversation', () => {
  it('consists of the date of its first turn and its title', () => {
    assert.equal(exportFileName({ turns: [ASKED] }), '2026-11-21-Why-is-a-b-slow');
    assert.equal(exportFileName({ turns: [ASKED], title: 'Größe: 日本' }), '2026-11-21-Größe-日本');
    assert.equal(exportFileName({ turns: [] }), 'conversation');
    assert.equal(exportFileName({ turns: [{ ...ASKED, at: 1e300 }], title: '…' }), 'conversation');
  });

  it('has the day of the machine, on both sides of midnight', (context) => {
    const before = process.env['TZ'];
    context.after(() => {
      if (before === undefined) {
        delete process.env['TZ'];
      } else {
        process.env['TZ'] = before;
      }
    });
    process.env['TZ'] = 'Asia/Tokyo';
    assert.match(exportFileName({ turns: [ASKED] }), /^2026-11-22-Why/);
    process.env['TZ'] = 'America/Los_Angeles';
    assert.match(exportFileName({ turns: [{ ...ASKED, at: Date.UTC(2026, 0, 1, 5) }] }), /^2025-12-31-Why/);
  });

  it('is valid on every file system, whatever the title is', async () => {
    const title = fc.oneof(anyText, fc.constantFrom('CON', 'nul.txt', '..', '.git', '𝒜'.repeat(300)));
    await holds(
      fc.property(title, (text) => {
        const name = `${uniqueFileName({ id: 'c', turns: [{ ...ASKED, text }] })}.json`;
        assert.match(name, /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*\.json$/u);
        assert.ok(new TextEncoder().encode(name).length <= 255, name);
      }),
    );
  });

  it('is always the same for a conversation, and another one for one with the same title', () => {
    const one = uniqueFileName({ id: 'c1', turns: [ASKED] });
    assert.match(one, /^2026-11-21-Why-is-a-b-slow-[0-9a-f]{8}$/);
    assert.equal(uniqueFileName({ id: 'c1', turns: [ASKED, REPLY] }), one);
    assert.notEqual(uniqueFileName({ id: 'c2', turns: [ASKED] }), one);
  });
});
