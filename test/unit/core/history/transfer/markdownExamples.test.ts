import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests } from 'commonmark-spec';
import type { AssistantTurn, Turn, UserTurn } from '../../../../../src/core/conversation/conversation.ts';
import { writeMarkdown } from '../../../../../src/core/history/transfer/exportMarkdown.ts';
import { readMarkdown } from '../../../../../src/core/history/transfer/importMarkdown.ts';
import { isLong } from '../../../../support/long.ts';
import { topHeadings } from '../../markdown/renderedMarkdown.ts';
import { attachment } from '../../support.ts';

const LABELS = { user: 'You', assistant: 'Assistant', untitled: 'Conversation', ends: {} };

const EXAMPLES = tests.map(({ markdown }) => markdown.replaceAll('→', '\t'));

function question(text: string, id = 'q1', attachments: UserTurn['attachments'] = []): UserTurn {
  return { kind: 'user', id, text, attachments, at: 0 };
}

function reply(text: string, id = 'r1'): AssistantTurn {
  return { kind: 'assistant', id, model: 'haiku', text, status: 'finished', startedAt: 0 };
}

function written(turns: readonly Turn[]): string {
  return writeMarkdown({ id: 'c', turns }, LABELS);
}

/** Headings of an exported file that start with a speaker and continue with a time. */
function speakers(file: string): string[] {
  return topHeadings(file).flatMap((heading) => / · 1970-/.exec(heading)?.input.split(' ')[0] ?? []);
}

/** The texts of the turns of a file written by hand. */
function readByHand(file: string): string[] {
  const read = readMarkdown(file, LABELS, 0);
  return 'conversation' in read ? read.conversation.turns.map(({ text }) => text) : [];
}

describe('exported Markdown', () => {
  it('has a rendered heading for every turn and restores every turn, for each CommonMark example truncated anywhere', () => {
    for (const example of EXAMPLES) {
      for (let cut = example.length; cut >= 0; cut -= isLong ? 1 : 5) {
        const text = example.slice(0, cut);
        const turns = [
          question(text, 'q1', [attachment({ text, languageId: 'markdown' })]),
          reply(text, 'r1'),
          question(text, 'q2'),
          reply('It is.', 'r2'),
        ];
        const file = written(turns);
        assert.deepEqual(readMarkdown(file, LABELS, 0), { conversation: { id: 'c', turns }, issues: [] });
        assert.deepEqual(speakers(file), ['You', 'Assistant', 'You', 'Assistant'], JSON.stringify(text));
      }
    }
  });

  it('has no additional fence after a reply with inline code of three backticks', () => {
    const text = '```x``` is inline code';
    assert.ok(written([reply(text)]).includes(`\n\n${text}\n\n<!--`));
  });

  it('closes a Markdown code block together with the blocks in it', () => {
    assert.ok(written([reply('```md\n```js\na')]).includes('\na\n```\n```\n\n<!--'));
    assert.ok(written([reply('````md\n```js\na')]).includes('\na\n````\n\n<!--'));
  });

  it('is restored exactly from a file of an earlier version, which closed code that was not open', () => {
    const turns = [reply('```x``` is inline code', 'r1'), reply('- a\n  ~~~ts\n  b', 'r2')];
    const file = written(turns)
      .replace('is inline code\n', 'is inline code\n```\n')
      .replace('  b\n', '  b\n~~~\n')
      .replace(/("id":"r1".*?)\} -->/, '$1,"closedBy":"```"} -->')
      .replace(/("id":"r2".*?)\} -->/, '$1,"closedBy":"~~~"} -->');
    assert.equal(file.match(/closedBy/g)?.length, 2);
    assert.deepEqual(readMarkdown(file, LABELS, 0), { conversation: { id: 'c', turns }, issues: [] });
  });
});

describe('a conversation in Markdown written by hand', () => {
  it('has the turns whose headings are rendered, with each CommonMark example as a reply', () => {
    let complete = 0;
    for (const [index, text] of EXAMPLES.entries()) {
      const file = `## You\n\nWhy?\n\n## Assistant\n\n${text}\n\n## You\n\nAnd now?\n\n## Assistant\n\nThat.\n`;
      const headings = topHeadings(file).filter((heading) => heading === 'You' || heading === 'Assistant');
      const texts = readByHand(file);
      assert.equal(texts.length, headings.length, `example ${index + 1}`);
      complete += texts.length === 4 ? 1 : 0;
      assert.ok(texts[1]?.startsWith(text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()), `example ${index + 1}`);
    }
    assert.ok(complete > EXAMPLES.length * 0.95, `${complete} had all their turns`);
  });

  it('has the turns after a reply with inline code of three backticks', () => {
    const file =
      '## You\n\nHow?\n\n## Assistant\n\n```x``` is inline code\n\n## You\n\nThanks\n\n## Assistant\n\nGladly';
    assert.deepEqual(readByHand(file), ['How?', '```x``` is inline code', 'Thanks', 'Gladly']);
  });

  it('has no turns in a Markdown code block, a list, a quote or a paragraph', () => {
    const texts = [
      '```md\n```js\na\n```\n\n## You\n\nb\n```',
      '- ```\n  ## You\n  ```',
      '> ## You\n\n- ## Assistant',
      'You\n\nAssistant:',
    ];
    for (const text of texts) {
      assert.deepEqual(readByHand(`# You\n\n${text}\n\n# Assistant\n\nc`), [text, 'c']);
    }
  });

  it('has the turns after a list or a quote that ends in open code', () => {
    for (const text of ['- ```\n  a', '> ```\n> a']) {
      assert.deepEqual(readByHand(`# You\n\n${text}\n\n# Assistant\n\nb`), [text, 'b']);
    }
  });

  it('has the turns of setext headings and of headings with closing marks', () => {
    const file = 'Plans\n=====\n\nYou\n---\na\n\nAssistant\n---------\nb\n\n## You ##\nc';
    assert.deepEqual(readByHand(file), ['a', 'b', 'c']);
    const read = readMarkdown(file, LABELS, 0);
    assert.ok('conversation' in read && read.conversation.title === 'Plans');
    assert.deepEqual(read.issues, []);
  });
});
