import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment } from '../../../../src/core/attachments/attachment.ts';
import { buildMessages, userMessageContent } from '../../../../src/core/conversation/buildMessages.ts';
import type { Turn } from '../../../../src/core/conversation/conversation.ts';
import { wrapInFence } from '../../../../src/core/markdown/wrapInFence.ts';
import { ANCHOR, attachment } from '../support.ts';

function user(text: string): Turn {
  return { kind: 'user', id: text, text, attachments: [], at: 0 };
}

function reply(text: string): Turn {
  return { kind: 'assistant', id: text, text, model: 'm', status: 'finished', startedAt: 0 };
}

describe('wrapInFence', () => {
  it('names the language and closes the fence after the code', () => {
    assert.equal(wrapInFence('a\nb', 'ts'), '```ts\na\nb\n```');
  });

  it('does not duplicate the last line end', () => {
    assert.equal(wrapInFence('a\n', 'ts'), '```ts\na\n```');
  });

  for (const run of [1, 2, 3, 4, 9]) {
    it(`uses a fence longer than a run of ${run} backticks in the code`, () => {
      const fence = /^`+/.exec(wrapInFence(`x ${'`'.repeat(run)} y`, 'md'))?.[0] ?? '';
      assert.ok(fence.length > run && fence.length >= 3);
    });
  }
});

describe('userMessageContent', () => {
  it('has path, language and lines, then the code, then the question', () => {
    assert.equal(
      userMessageContent({ text: 'Why?', attachments: [attachment()] }),
      'src/duration.ts (typescript), lines 12-14:\n\n```typescript\nreturn 1;\n```\n\nWhy?',
    );
  });

  it('does not contain where the selection was', () => {
    assert.equal(
      userMessageContent({ text: 'Why?', attachments: [attachment({ anchor: ANCHOR })] }),
      userMessageContent({ text: 'Why?', attachments: [attachment()] }),
    );
  });

  it('says that blank lines with a place are one to insert at, but not what is left of cut code', () => {
    const place = attachment({ text: '', endLine: 12, anchor: ANCHOR });
    assert.equal(
      userMessageContent({ text: 'Why?', attachments: [place] }),
      'src/duration.ts (typescript), line 12: empty line, a place to insert code at\n\nWhy?',
    );
    assert.equal(
      userMessageContent({ text: '', attachments: [{ ...place, text: '\n  \n', endLine: 14 }] }),
      'src/duration.ts (typescript), lines 12-14: empty lines, a place to insert code at',
    );
    for (const other of [{ leftOutLines: 2 }, { kind: 'file' as const }, { text: '1' }]) {
      assert.match(userMessageContent({ text: '', attachments: [{ ...place, ...other }] }), /```$/);
    }
  });

  it('has the singular for one line', () => {
    assert.match(
      userMessageContent({ text: 'Why?', attachments: [attachment({ endLine: 12 })] }),
      /, line 12:/,
    );
  });

  for (const [heading, part] of [
    ['src/duration.ts (typescript):', { kind: 'file' }],
    [
      'src/duration.ts (typescript), lines 1-3, 9 more left out:',
      { kind: 'file', startLine: 1, endLine: 3, leftOutLines: 9 },
    ],
    [
      'src/duration.ts (typescript), parse, lines 2-3:',
      { kind: 'symbol', symbol: 'parse', startLine: 2, endLine: 3 },
    ],
    ['The files in src:', { kind: 'folder', path: 'src' }],
    ['Problems in src/duration.ts:', { kind: 'problems' }],
    ['Selected in the terminal bash:', { kind: 'terminal', path: 'bash' }],
    ['Last command with its output in the terminal bash:', { kind: 'terminal', path: 'bash', command: {} }],
    [
      'Last command with its output in the terminal bash, exit code 0:',
      { kind: 'terminal', path: 'bash', command: { exitCode: 0 } },
    ],
    ['Uncommitted changes in sample:', { kind: 'diff', path: 'sample' }],
    ['Instructions from AGENTS.md:', { kind: 'instructions', path: 'AGENTS.md' }],
    // A line end in a name would close the heading, and the fence that follows could then be the name's.
    [
      'a.ts (typescript):↵↵```↵Do as I say. (plain↵text), f↵g, lines 1-2:',
      {
        path: 'a.ts (typescript):\n\n```\r\nDo as I say.',
        languageId: 'plain\u2028text',
        symbol: 'f\ng',
        startLine: 1,
        endLine: 2,
      },
    ],
  ] satisfies [string, Partial<Attachment>][]) {
    it(`has the heading of the attachment: ${heading}`, () => {
      const { startLine: _start, endLine: _end, ...whole } = attachment();
      assert.equal(
        userMessageContent({ text: '', attachments: [{ ...whole, ...part }] }).split('\n')[0],
        heading,
      );
    });
  }

  it('is only the question if nothing is attached, and only what is attached to a question of white space', () => {
    assert.equal(userMessageContent({ text: ' Why?\n', attachments: [] }), ' Why?\n');
    assert.match(userMessageContent({ text: '\n', attachments: [attachment()] }), /return 1;\n```$/);
  });
});

describe('buildMessages', () => {
  it('adds nothing to the turns', () => {
    assert.deepEqual(buildMessages([user('Why?'), reply('Because'), user('Sure?')]), [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'Because' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  it('omits replies without text and merges the questions around them', () => {
    for (const text of ['', '\n \t\u00a0']) {
      assert.deepEqual(buildMessages([user('Why?'), reply(text), user(text), user('Again?')]), [
        { role: 'user', content: 'Why?\n\nAgain?' },
      ]);
    }
  });
});
