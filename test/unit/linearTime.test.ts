import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { pastedKey, withoutPastedMarks } from '../../src/client/address/pastedText.ts';
import { GitIgnore, ignoresCase } from '../../src/core/attachments/gitIgnore.ts';
import { namedBlocks } from '../../src/core/code/blocks.ts';
import { CodeLine, readLines } from '../../src/core/code/codeLine.ts';
import { commentIn, commentTexts } from '../../src/core/code/commentSyntax.ts';
import { fileOfBlock } from '../../src/core/code/fileOfBlock.ts';
import { parseInfoString } from '../../src/core/code/infoString.ts';
import { parseJsonWithComments } from '../../src/core/code/jsonWithComments.ts';
import { tellsPlace } from '../../src/core/code/lineRoles.ts';
import { multiLineTexts } from '../../src/core/code/multiLineTexts.ts';
import { parsePatch } from '../../src/core/code/patch.ts';
import { commandsIn } from '../../src/core/code/prompts.ts';
import { messageInReply } from '../../src/core/commitMessage/messageInReply.ts';
import { hasElision } from '../../src/core/editing/plan/elision.ts';
import { withSameEnds } from '../../src/core/editing/plan/separators.ts';
import { isProtectedPath } from '../../src/core/editing/protectedPath.ts';
import { splitHidden } from '../../src/core/hiddenCharacters.ts';
import { lettersBetween } from '../../src/core/history/search/originalText.ts';
import { codeBlocksOf } from '../../src/core/markdown/codeBlocks.ts';
import { MarkdownStream } from '../../src/core/markdown/markdownStream.ts';
import { parsePromptFile } from '../../src/core/prompts/promptFile.ts';
import { environmentValuesIn } from '../../src/core/secrets/environmentValues.ts';
import { findSecrets } from '../../src/core/secrets/findSecrets.ts';
import { createFindPattern } from '../../src/webview/find/findMatches.ts';
import { readEntries } from '../support/expressionTable.ts';
import { useStubVsCode } from '../support/useStubVsCode.ts';
import { type Case, IMPORT_CASES } from './linearTimeOfImports.ts';
import { PLACING_CASES } from './linearTimeOfPlacing.ts';

useStubVsCode();
const { changeSetting } = await import('../support/stubVsCode.ts');
const { readCustomRules, TOKEN_COLORS_SETTING } = await import('../../src/vscode/code/tokenRules.ts');

/** A time that grows with the square of the second is an hour. */
const LENGTHS = [10_000, 1_000_000];

/** Ends what hangs, in ms: the limit of the runner does not end a function that never waits. */
const HANG_MS = 30_000;

function comment(start: string, run: string): Case {
  return [
    `a comment of ${start} with a run of ${JSON.stringify(run)}`,
    (length) => commentTexts(`${start}a${run.repeat(length)}b`, 'typescript'),
    (length) => [`a${run.repeat(length)}b`],
  ];
}

/** A line without an elision, in a reply. */
function replyLine(name: string, line: (length: number) => string): Case {
  return [
    `an elision in ${name}`,
    (length) => hasElision([new CodeLine(line(length), 'typescript')], []),
    () => false,
  ];
}

/** A line of a reply or of a document, and the names that it declares. */
function declaration(
  line: (length: number) => string,
  names: readonly string[],
  languageId = 'csharp',
): Case {
  return [
    `the name in ${JSON.stringify(line(10))}, in ${languageId}`,
    (length) =>
      namedBlocks(readLines([line(length)], languageId), languageId).map(({ name }) =>
        name.replaceAll(/\s+/g, ' '),
      ),
    () => names,
  ];
}

function header(text: string): string {
  return `---\n${text}\n---\nx`;
}

/** Functions that read what comes from outside, and the texts that once took them quadratic time. */
const CASES: readonly Case[] = [
  ...[
    ['*', ''],
    ['`a', ''],
    ['[', '](a)'],
    ['[a](', ''],
    ['# ', ''],
    [' ', 'x'],
    ['<file path="', ''],
    ['a/', '.ts\n'],
    ['\n', 'x'],
    ['src/a.ts\n', ''],
  ].map(
    ([run = '', end = '']): Case => [
      `a block that names a file, with a run of ${JSON.stringify(run)}`,
      (length) => {
        const text = run.repeat(length / 10) + end;
        return [
          fileOfBlock({ info: '', code: text, above: text })?.file.path.length,
          fileOfBlock({ info: 'ts', code: `src/b.ts\n${text}\n${text}`, above: `**${text}**` })?.file.path
            .length,
          fileOfBlock({ info: 'diff', code: `--- ${text}\n+++ ${text}\n@@\n-a\n+b`, above: '' })?.file.path
            .length,
        ].every((each) => each === undefined || each < 20);
      },
      () => true,
    ],
  ),
  [
    'code that arrives with a line like a fence',
    (length) => {
      const stream = new MarkdownStream();
      stream.append('```ts\n');
      return stream.append(`\`\`\`a${' '.repeat(length)}b\n`).kind;
    },
    () => 'code',
  ],
  // V8 fails at a match of some million repetitions, and replies can be longer.
  ...['<details><summary>', '$'].map(
    (start): Case => [
      `a reply of ${start} and one long line`,
      (length) => new MarkdownStream().append(start + 'a'.repeat(9 * length)).kind,
      () => 'blocks',
    ],
  ),
  [
    'a list of short items',
    (length) => new MarkdownStream().append('- b\n'.repeat(length / 50)).kind,
    () => 'blocks',
  ],
  [
    'a block of Markdown with such a line',
    (length) => codeBlocksOf(`\`\`\`md\n\`\`\`a${' '.repeat(length)}b\n\`\`\`\n\`\`\`\n`)[0]?.code.length,
    (length) => length + 9,
  ],
  [
    'the configuration of Git, of empty lines',
    (length) => ignoresCase(`${'\n'.repeat(length)}x\n\tignoreCase = true\r\n`),
    () => true,
  ],
  [
    'an ignore file with a line of brackets',
    (length) => {
      const rules = new GitIgnore('');
      rules.add('', `${'['.repeat(length)}\na`);
      return rules.patterns;
    },
    () => ['/**/a'],
  ],
  [
    'the name of a theme, of brackets',
    (length) => {
      changeSetting(TOKEN_COLORS_SETTING, {
        [`[*]${'['.repeat(length)}`]: { comments: '#000001' },
        ['['.repeat(length)]: { comments: '#000002' },
      });
      const rules = readCustomRules('Abyss').map(({ foreground }) => foreground);
      changeSetting(TOKEN_COLORS_SETTING, undefined);
      return rules.filter((color) => color !== undefined);
    },
    () => ['#000001'],
  ],
  [
    'the field of a prompt file that a separator of lines is in',
    (length) => parsePromptFile(header(`model:${' '.repeat(length)}a\u2028b`)),
    () => ({ body: 'x' }),
  ],
  [
    'an entry in a list of a prompt file, of comments',
    (length) => parsePromptFile(header(`model:\n- a${' #'.repeat(length / 2)}\u2028b`)),
    () => ({ models: ['a'], body: 'x' }),
  ],
  [
    'a commit message in a long fence',
    (length) => messageInReply(`${'`'.repeat(length)}\nFix\n${'`'.repeat(length)}`),
    () => 'Fix',
  ],
  ['a commit message of tildes', (length) => messageInReply('~'.repeat(length)), () => ''],
  [
    'a commit message behind thoughts without an end',
    (length) => messageInReply(`<think>${'. \t<'.repeat(length / 4)}`).length,
    (length) => 7 + 4 * Math.floor(length / 4),
  ],
  [
    'a commit message with a subject of signs',
    (length) => messageInReply(`# **${' *'.repeat(length / 2)}:`).length,
    (length) => 2 + 2 + 2 * Math.floor(length / 2) - 1,
  ],
  [
    'commands behind prompts',
    (length) => commandsIn('$ a \\\n'.repeat(length / 6), 'sh')?.length,
    (length) => 6 * Math.floor(length / 6),
  ],
  [
    'an info string of attributes',
    (length) => parseInfoString(`ts ${'file:{'.repeat(length / 6)}`).language,
    () => 'ts',
  ],
  replyLine(
    'comments after brackets',
    (length) => `${'(#'.repeat(length / 4)})${'\t'.repeat(length / 2)}\u2028#(#`,
  ),
  replyLine('words', (length) => `// ${'omitted-'.repeat(length / 8)}`),
  replyLine('signs', (length) => `// 0${'!'.repeat(length)}0`),
  declaration((length) => `var f ${'=(d'.repeat(length / 3)}`, ['f']),
  declaration((length) => `f${'{//'.repeat(length / 3)}\u2028x`, []),
  declaration((length) => `f() =>${' '.repeat(length)}x`, []),
  declaration((length) => `a${'.'.repeat(length)}, f() {`, ['f']),
  declaration((length) => `# a${' '.repeat(length)}b`, ['a b'], 'markdown'),
  [
    'the end of a block with arrows',
    (length) =>
      namedBlocks(
        readLines(['class A {', `}${'->a'.repeat(length / 3)}${':#'.repeat(length / 2)}\u2028(`], 'cpp'),
        'cpp',
      ).map(({ end }) => end),
    () => [2],
  ],
  declaration((length) => `@p ${'pub '.repeat(length / 4)}{`, []),
  declaration((length) => `u ${'u< '.repeat(length / 3)}{`, []),
  [
    'an elision in a patch, of dots',
    (length) => parsePatch(['@@', ' a', '-b', `${'.'.repeat(length)}0`], true)?.length,
    () => 1,
  ],
  ['the path of a file, of folders', (length) => isProtectedPath('a/'.repeat(length / 2)), () => false],
  [
    'a pasted address',
    (length) => withoutPastedMarks(`a${')'.repeat(length)}a`).length,
    (length) => length + 2,
  ],
  [
    'a pasted key, of quotes',
    (length) => pastedKey(`a${"'".repeat(length)}a`).length,
    (length) => length + 2,
  ],
  [
    'a pasted key, of spaces',
    (length) => pastedKey(`a${' '.repeat(length)}a`).length,
    (length) => length + 2,
  ],
  [
    'what is found in spaces',
    (length) => createFindPattern(' a', false)?.exec(`${' '.repeat(length)}b a`)?.[0],
    () => ' a',
  ],
  ...IMPORT_CASES,
  ...PLACING_CASES,
  ['whether a line tells a place', (length) => tellsPlace(`${'-'.repeat(length)}a = b`), () => true],
  [
    'JSON of comments that are not closed',
    (length) => parseJsonWithComments(`[1,] ${'/*x'.repeat(length / 3)}`),
    () => [1],
  ],
  [
    'JSON of strings that are not closed',
    (length) => {
      assert.throws(() => parseJsonWithComments('"\\'.repeat(length / 2)), SyntaxError);
    },
    () => undefined,
  ],
  [
    'a document in a line of a shell that ends in brackets',
    (length) =>
      multiLineTexts(['cat <<EOF', `${')'.repeat(length)}a`, 'EOF', 'b'], 'shellscript').map(
        ({ end }) => end,
      ),
    () => [3],
  ],
  ...['"\\', "'\\", '/*', '=/[', '`${', '<<A ', '[[', 'r#"', '@"', "&'a "].map(
    (unit): Case => [
      `texts of several lines, of ${unit}`,
      (length) =>
        ['typescript', 'python', 'rust', 'ruby', 'php', 'lua', 'csharp', 'shellscript'].map((languageId) => {
          const line = unit.repeat(length / unit.length);
          return (
            multiLineTexts([line, 'a'], languageId).length +
              multiLineTexts(line.match(/.{1,50}/gs) ?? [], languageId).length <
            length
          );
        }),
      () => Array.from({ length: 8 }, () => true),
    ],
  ),
  ...["'\\", ' /* ', '"', ' //', ',', '; '].map(
    (unit): Case => [
      `the separator behind ${unit}`,
      (length) =>
        withSameEnds(['a,', `${unit.repeat(length / unit.length)}b`], {
          replaced: ['a;'],
          above: '',
          below: '',
          isInBrackets: false,
          languageId: 'typescript',
        }).length,
      () => 2,
    ],
  ),
  [
    'the values of an environment file, of comments',
    (length) =>
      environmentValuesIn(`KEY=${'a #'.repeat(1000)}\u2028b\n`.repeat(length / 3000), {
        path: '.env',
        languageId: '',
      }),
    () => [],
  ],
  [
    'such a file with a line of backticks',
    (length) => environmentValuesIn(`${'`'.repeat(length)}\u2028b`, { path: '.env', languageId: '' }),
    () => [],
  ],
  [
    'a stored text that is damaged',
    (length) => lettersBetween('a', '0'.repeat(length), 0, 1),
    () => [{ text: 'a', start: 0, end: 1 }],
  ],
  [
    'secrets in lines of what can come before one',
    (length) => {
      const words = ['curl ', 'mysql ', 'sshpass ', 'cookie:', 'a=;', 'a:', '.env', 'secret'];
      const lines = words.map((word) => word.repeat(length / word.length / words.length));
      return findSecrets(lines.join('\n'), { path: 'a.sh', languageId: 'shellscript' });
    },
    () => [],
  ],
  [
    'characters that may be hidden, in flags that are cut off and beside signs',
    (length) => splitHidden('\u{1F3F4}\u{E0067}א..\u200f'.repeat(length / 8), 'prose').length,
    (length) => length / 2,
  ],
  [
    'where a comment begins, in signs',
    (length) => commentIn('-'.repeat(length), 'typescript'),
    () => undefined,
  ],
  comment('//', ' '),
  comment('//', '*'),
  comment('<!--', '-'),
  comment('(*', '*'),
  comment('{{!', '-'),
];

describe('linear time, for any text, takes', () => {
  for (const [name, read, expected] of CASES) {
    test(name, () => {
      for (const length of LENGTHS) {
        const result = runInNewContext('read()', { read: () => read(length) }, { timeout: HANG_MS });
        assert.deepEqual(result, expected(length));
      }
    });
  }

  test('what the table of expressions says', () => {
    const names: readonly string[] = ['', ...CASES.map(([name]) => name)];
    const unknown = [...readEntries().values()].filter(({ shownBy }) => !names.includes(shownBy));
    assert.deepEqual(unknown, [], 'There is no case with this name.');
  });
});
