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
import { anyConversation, HOSTILE } from '../arbitraryConversations.ts';

const WORDS = { user: 'You', assistant: 'Assistant', untitled: 'Conversation', ends: { stopped: 'stopped' } };

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
  return writeMarkdown(conversation, WORDS);
}

/** Through UTF-8, as a file holds it. */
function onDisk(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

function read(file: string): ParsedConversation {
  return readMarkdown(onDisk(file), WORDS, 0);
}

function edited(change: (file: string) => string, conversation = CONVERSATION): ParsedConversation {
  const file = written(conversation);
  const changed = change(file);
  assert.notEqual(changed, file);
  return read(changed);
}

/** Everything that an editor may do to a file when it saves it. */
const bySaving: Record<string, (file: string) => string> = {
  nothing: (file) => file,
  'line ends of Windows': (file) => file.replaceAll('\n', '\r\n'),
  'a byte order mark': (file) => `\ufeff\ufeff${file}`,
  'one more line end': (file) => `${file}\n`,
  'no line end': (file) => file.trimEnd(),
  'no blanks at the ends of lines': (file) => file.replace(/[ \t]+(?=\n|$)/g, ''),
  'no white space of any kind at the ends of lines': (file) =>
    file
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  'all at once': (file) => `\ufeff${file.replace(/[ \t]+(?=\n|$)/g, '').replaceAll('\n', '\r\n')}\r\n`,
};

describe('a conversation as Markdown', () => {
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
    it(`comes back as it was, whatever is in it, when an editor saves it with ${what}`, async () => {
      await holds(
        fc.property(anyConversation, (conversation) => {
          assert.deepEqual(read(save(written(conversation))), { conversation, issues: [] });
        }),
        { runs: 300 },
      );
    });
  }

  it('comes back as it was with a million characters of the worst kind, in time that grows with their number alone', () => {
    for (const sign of [HOSTILE[0], '\0 ', '\ud83d', '`', '\n#', '\r\n', ' ', 'word ']) {
      const text = sign.repeat(Math.ceil(1_000_000 / sign.length));
      const back = read(written({ id: 'c', turns: [{ ...REPLY, text }] }));
      assert.ok('conversation' in back && back.conversation.turns[0]?.text === text, JSON.stringify(sign));
    }
  });

  it('takes nothing in a text for a mark, not even all of an earlier file of the same conversation', () => {
    const once = written(CONVERSATION);
    const turns = [
      { ...QUESTION, text: once },
      { ...REPLY, text: once, model: once },
    ];
    const twice = written({ ...CONVERSATION, turns });
    const conversation = { ...CONVERSATION, title: twice, turns: [QUESTION, { ...REPLY, text: twice }] };
    assert.deepEqual(read(written(conversation)), { conversation, issues: [] });
  });

  it('has nothing in its marks that ends a comment or hides in an editor', () => {
    const model = '--> --!> <!-- \u202e \u2028 \ufeff \0';
    const [line = ''] = written({ id: 'c', turns: [], model }).split('\n');
    assert.match(line, /^# Conversation <!-- chat-[0-9a-f]{8} [ -~]*\} -->$/);
    assert.equal(line.match(/-->/g)?.length, 1);
  });
});

describe('a conversation whose Markdown a person has edited', () => {
  it('has the new text and everything else as it was', async () => {
    await holds(
      fc.property(anyConversation, fc.lorem(), fc.nat(), (conversation, words, at) => {
        const index = at % (conversation.turns.length || 1);
        const before = 'the text to be changed';
        const withText = (text: string): PortableConversation => ({
          ...conversation,
          turns: conversation.turns.map((turn, place) => (place === index ? { ...turn, text } : turn)),
        });
        assert.deepEqual(read(written(withText(before)).replace(`\n${before}\n`, `\n${words}\n`)), {
          conversation: withText(words),
          issues: [],
        });
      }),
    );
  });

  it('keeps line ends and the end of a text that was changed', () => {
    const text = 'one  \r\ntwo\r\n\r\n';
    const turns = [{ ...REPLY, text }];
    const back = edited((file) => file.replace('\ntwo', '\nthree'), { id: 'c', turns });
    assert.ok('conversation' in back);
    assert.equal(back.conversation.turns[0]?.text, 'one  \r\nthree\r\n\r\n');
  });

  it('has the title that was written into its first line', () => {
    const back = edited((file) => file.replace('# Why is this slow?', '# Slow <code>'));
    assert.deepEqual(back, { conversation: { ...CONVERSATION, title: 'Slow <code>' }, issues: [] });
  });

  it('has no turn that was taken out, and a reply that was compared with it counts', () => {
    const turns = [QUESTION, REPLY, { ...REPLY, id: 'r2', text: 'Because.', alternativeTo: 'r1' }];
    const back = edited((file) => file.replace(/\n## Assistant[\s\S]*?(?=\n## )/, ''), { id: 'c', turns });
    assert.deepEqual(back, {
      conversation: { id: 'c', turns: [QUESTION, { ...REPLY, id: 'r2', text: 'Because.' }] },
      issues: [],
    });
  });

  it('has each of two copies of a turn', () => {
    const back = edited((file) => file.replace(/(\n## Assistant[\s\S]*?\n```\n)/, '$1$1'));
    assert.ok('conversation' in back);
    assert.deepEqual(
      back.conversation.turns.map(({ id }) => id),
      ['q1', 'r1', 'r1 (2)'],
    );
  });

  it('loses no text with a mark that was damaged, and says in which line', () => {
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

  it('says where the code of an attachment is gone, and that the file is cut off', () => {
    const back = edited((file) => file.replace(/````[\s\S]*````\n/, '').replace(/<!-- \S+ \{"end".*/, ''));
    assert.deepEqual(back.issues, [{ kind: 'noFence', line: 5 }, { kind: 'cutOff' }]);
    assert.ok('conversation' in back);
    assert.equal(back.conversation.turns[0]?.text, QUESTION.text);
  });

  it('keeps the code of an attachment that has no end any more as text, and says so', () => {
    const back = edited((file) => file.replace('\nreturn 1;\n````', '\nreturn 1;'));
    assert.deepEqual(back.issues, [{ kind: 'noFence', line: 5 }]);
    assert.ok('conversation' in back);
    assert.equal(
      back.conversation.turns[0]?.text,
      `\`\`\`\`typescript\nconst fence = "\`\`\`";  \nreturn 1;\n\n${QUESTION.text}`,
    );
  });

  it('is not read where a newer version wrote it', () => {
    const back = edited((file) => file.replace('"format":1', '"format":2'));
    assert.deepEqual(back, { issues: [{ kind: 'newer', version: 2 }] });
  });
});

describe('Markdown written by hand', () => {
  it('has its turns where headings say who speaks, in any language of the headings', () => {
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

  it('is refused where nothing says who speaks', () => {
    for (const file of ['', 'Text', '# Title\n\n## Part\n\nText', `# ${'x'.repeat(1000)}`]) {
      assert.deepEqual(read(file), { issues: [{ kind: 'noTurns' }] });
    }
  });
});
