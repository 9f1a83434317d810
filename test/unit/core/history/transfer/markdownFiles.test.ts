import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { AssistantTurn, Turn } from '../../../../../src/core/conversation/conversation.ts';
import { hashText } from '../../../../../src/core/history/records/checksum.ts';
import { writeMarkdown } from '../../../../../src/core/history/transfer/exportMarkdown.ts';
import { readMarkdown } from '../../../../../src/core/history/transfer/importMarkdown.ts';
import type {
  ParsedConversation,
  PortableConversation,
} from '../../../../../src/core/history/transfer/portableConversation.ts';
import { holds } from '../../../../support/property.ts';
import { ANCHOR } from '../../support.ts';
import { anyConversation, HOSTILE } from '../arbitraryConversations.ts';

const LABELS = {
  user: 'You',
  assistant: 'Assistant',
  untitled: 'Conversation',
  ends: { stopped: 'stopped' },
};

const QUESTION: Turn = {
  kind: 'user',
  id: 'q1',
  text: 'Why is this slow?',
  attachments: [
    {
      id: 'a1',
      kind: 'selection',
      path: 'src/duration.ts',
      languageId: 'typescript',
      startLine: 12,
      endLine: 13,
      text: 'const fence = "```";  \nreturn 1;\n',
    },
  ],
  at: Date.UTC(2026, 10, 21, 18, 16),
};

const REPLY: AssistantTurn = {
  kind: 'assistant',
  id: 'r1',
  model: 'assistant-haiku',
  text: 'It is not:\n\n```ts\nreturn 1',
  status: 'stopped',
  usage: { inputTokens: 10, outputTokens: 2 },
  startedAt: Date.UTC(2026, 10, 21, 18, 16, 1),
  endedAt: Date.UTC(2026, 10, 21, 18, 16, 2),
};

const CONVERSATION: PortableConversation = { id: 'c1', turns: [QUESTION, REPLY], model: 'assistant-haiku' };

function written(conversation: PortableConversation): string {
  return writeMarkdown(conversation, LABELS);
}

/** Encodes and decodes, as a file does. */
function onDisk(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

function read(file: string): ParsedConversation {
  return readMarkdown(onDisk(file), LABELS, 0);
}

function edited(change: (file: string) => string, conversation = CONVERSATION): ParsedConversation {
  const file = written(conversation);
  const changed = change(file);
  assert.notEqual(changed, file);
  return read(changed);
}

/** Changes that an editor may make to a file when it saves it. */
const bySaving: Record<string, (file: string) => string> = {
  'no changes': (file) => file,
  'CRLF line breaks': (file) => file.replaceAll('\n', '\r\n'),
  'a byte order mark': (file) => `\ufeff\ufeff${file}`,
  'one more line break': (file) => `${file}\n`,
  'no line break at the end': (file) => file.trimEnd(),
  'trimmed spaces and tabs': (file) => file.replace(/[ \t]+(?=\n|$)/g, ''),
  'trimmed white space of any kind': (file) =>
    file
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  'all of these changes': (file) =>
    `\ufeff${file.replace(/[ \t]+(?=\n|$)/g, '').replaceAll('\n', '\r\n')}\r\n`,
};

describe('a conversation as Markdown', () => {
  it('does not reveal where a selection was', () => {
    const [question, ...rest] = CONVERSATION.turns;
    assert.ok(question?.kind === 'user');
    const attachments = question.attachments.map((one) => ({ ...one, anchor: ANCHOR }));
    const turns = [{ ...question, attachments }, ...rest];
    assert.equal(written({ ...CONVERSATION, turns }), written(CONVERSATION));
  });

  it('is readable', () => {
    assert.equal(
      written(CONVERSATION).replace(/<!-- chat-[0-9a-f]{8} .* -->/g, '<!-- … -->'),
      [
        '# Why is this slow? <!-- … -->',
        '## You · 2026-11-21 18:16 UTC <!-- … -->',
        'src/duration.ts (typescript), lines 12-13: <!-- … -->',
        '````typescript\nconst fence = "```";  \nreturn 1;\n````',
        'Why is this slow?',
        '## Assistant (assistant-haiku) · 2026-11-21 18:16 UTC · stopped <!-- … -->',
        'It is not:\n\n```ts\nreturn 1\n```',
        '<!-- … -->\n',
      ].join('\n\n'),
    );
  });

  for (const [what, save] of Object.entries(bySaving)) {
    it(`is restored exactly, whatever it contains, after an editor saved it with ${what}`, async () => {
      await holds(
        fc.property(anyConversation, (conversation) => {
          assert.deepEqual(read(save(written(conversation))), { conversation, issues: [] });
        }),
        { runs: 300 },
      );
    });
  }

  it('is restored exactly with a million hostile characters, in linear time', () => {
    for (const piece of [HOSTILE[0], '\0 ', '\ud83d', '`', '\n#', '\r\n', ' ', 'word ']) {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const back = read(written({ id: 'c', turns: [{ ...REPLY, text }] }));
      assert.ok('conversation' in back && back.conversation.turns[0]?.text === text, JSON.stringify(piece));
    }
  });

  it('never mistakes text for a mark, not even an earlier export of the same conversation', () => {
    const once = written(CONVERSATION);
    const turns = [
      { ...QUESTION, text: once },
      { ...REPLY, text: once, model: once },
    ];
    const twice = written({ ...CONVERSATION, turns });
    const conversation = { ...CONVERSATION, title: twice, turns: [QUESTION, { ...REPLY, text: twice }] };
    assert.deepEqual(read(written(conversation)), { conversation, issues: [] });
  });

  it('has no characters in its marks that end a comment or are invisible in an editor', () => {
    const model = '--> --!> <!-- \u202e \u2028 \ufeff \0';
    const [line = ''] = written({ id: 'c', turns: [], model }).split('\n');
    assert.match(line, /^# Conversation <!-- chat-[0-9a-f]{8} [ -~]*\} -->$/);
    assert.equal(line.match(/-->/g)?.length, 1);
  });
});

describe('a conversation whose Markdown was edited', () => {
  it('has the new text and everything else unchanged', async () => {
    await holds(
      fc.property(anyConversation, fc.lorem(), fc.nat(), (conversation, newText, at) => {
        const index = at % (conversation.turns.length || 1);
        const before = 'the text to be changed';
        const withText = (text: string): PortableConversation => ({
          ...conversation,
          turns: conversation.turns.map((turn, position) => (position === index ? { ...turn, text } : turn)),
        });
        assert.deepEqual(read(written(withText(before)).replace(`\n${before}\n`, `\n${newText}\n`)), {
          conversation: withText(newText),
          issues: [],
        });
      }),
    );
  });

  it('keeps the line breaks and the trailing white space of an edited text', () => {
    const text = 'one  \r\ntwo\r\n\r\n';
    const turns = [{ ...REPLY, text }];
    const back = edited((file) => file.replace('\ntwo', '\nthree'), { id: 'c', turns });
    assert.ok('conversation' in back);
    assert.equal(back.conversation.turns[0]?.text, 'one  \r\nthree\r\n\r\n');
  });

  it('has the title from its first heading', () => {
    const back = edited((file) => file.replace('# Why is this slow?', '# Slow <code>'));
    assert.deepEqual(back, { conversation: { ...CONVERSATION, title: 'Slow <code>' }, issues: [] });
  });

  it('does not have a deleted turn, and no longer compares another reply with it', () => {
    const turns = [QUESTION, REPLY, { ...REPLY, id: 'r2', text: 'Because.', alternativeTo: 'r1' }];
    const back = edited((file) => file.replace(/\n## Assistant[\s\S]*?(?=\n## )/, ''), { id: 'c', turns });
    assert.deepEqual(back, {
      conversation: { id: 'c', turns: [QUESTION, { ...REPLY, id: 'r2', text: 'Because.' }] },
      issues: [],
    });
  });

  it('has both copies of a duplicated turn', () => {
    const back = edited((file) => file.replace(/(\n## Assistant[\s\S]*?\n```\n)/, '$1$1'));
    assert.ok('conversation' in back);
    assert.deepEqual(
      back.conversation.turns.map(({ id }) => id),
      ['q1', 'r1', 'r1 (2)'],
    );
  });

  it('loses no text with a damaged mark, and reports its line', () => {
    const back = edited((file) => file.replace('{"reply"', '{"reply'));
    assert.deepEqual(back, {
      conversation: {
        ...CONVERSATION,
        turns: [
          QUESTION,
          {
            kind: 'assistant',
            id: 'line-14',
            model: 'assistant-haiku',
            text: `${REPLY.text}\n\`\`\``,
            status: 'finished',
            startedAt: 0,
            endedAt: 0,
          },
        ],
      },
      issues: [{ kind: 'badMark', line: 14 }],
    });
  });

  it('reports the line of a missing code block, and that the file is truncated', () => {
    const back = edited((file) => file.replace(/````[\s\S]*````\n/, '').replace(/<!-- \S+ \{"end".*/, ''));
    assert.deepEqual(back.issues, [{ kind: 'noFence', line: 5 }, { kind: 'cutOff' }]);
    assert.ok('conversation' in back);
    assert.equal(back.conversation.turns[0]?.text, QUESTION.text);
  });

  it('keeps an unclosed code block of an attachment as text, and reports it', () => {
    const back = edited((file) => file.replace('\nreturn 1;\n````', '\nreturn 1;'));
    assert.deepEqual(back.issues, [{ kind: 'noFence', line: 5 }]);
    assert.ok('conversation' in back);
    assert.equal(
      back.conversation.turns[0]?.text,
      `\`\`\`\`typescript\nconst fence = "\`\`\`";  \nreturn 1;\n\n${QUESTION.text}`,
    );
  });

  it('is not read if a newer version wrote it', () => {
    const back = edited((file) => file.replace('"format":1', '"format":2'));
    assert.deepEqual(back, { issues: [{ kind: 'newer', version: 2 }] });
  });
});

describe('Markdown written by hand', () => {
  it('has the turns of headings that name a speaker, in English and in the language of the labels', () => {
    const file = [
      'A note\n\n# Plans\n\n## You\n\nWhat now?\n\n### **Assistant** (haiku)\n\n```md\n## You\n```\n',
      '# Du:\n\nUnd jetzt?\n',
    ].join('\n');
    assert.deepEqual(readMarkdown(file, { user: 'Du', assistant: 'Assistent' }, 5), {
      conversation: {
        id: `${hashText(file)}`,
        title: 'Plans',
        turns: [
          { kind: 'user', id: 'turn-1', text: 'What now?', attachments: [], at: 5 },
          {
            kind: 'assistant',
            id: 'turn-2',
            model: 'haiku',
            text: '```md\n## You\n```',
            status: 'finished',
            startedAt: 5,
            endedAt: 5,
          },
          { kind: 'user', id: 'turn-3', text: 'Und jetzt?', attachments: [], at: 5 },
        ],
      },
      issues: [{ kind: 'unclaimedText', line: 1 }],
      isHandwritten: true,
    });
  });

  it('is rejected if no heading names a speaker', () => {
    for (const file of ['', 'Text', '# Title\n\n## Part\n\nText', `# ${'x'.repeat(1000)}`]) {
      assert.deepEqual(read(file), { issues: [{ kind: 'noTurns' }] });
    }
  });
});
