import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import { type CodeBlock, codeBlocksOf } from '../../src/core/markdown/codeBlocks.ts';
import { codeOf, isCodeBlock, isOpenCode, normalizeText } from '../../src/core/markdown/markdownBlocks.ts';
import { parseMarkdown } from '../../src/core/markdown/parseMarkdown.ts';
import { undecidedLine } from '../../src/core/markdown/undecided.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/temporaryFolder.ts';
import { holds } from '../support/property.ts';
import { LINES } from './core/markdown/markdownLines.ts';

const load = createRequire(import.meta.url);
const { build } = load('../../esbuild.js') as { build(options: object): Promise<unknown> };

/**
 * Link reference definitions that the panel renders no links for. An invalid definition is a paragraph, which affects
 * what follows it.
 */
const ADDRESSES = [
  '[a]: javascript:b',
  '[a]: data:text/plain,b',
  '[a]: javascript&colon;b',
  '[a]: &#106;avascript:b "&quot;"',
  "[a]: &Tab;file:/b 't'",
];

/** A module all of whose properties exist, at any depth. */
const ANYTHING = `
  const get = (_, name) => (name === Symbol.toPrimitive ? () => '' : anything);
  const anything = new Proxy(class {}, { get });
  module.exports = anything;`;

/** Code blocks as the panel renders them, from the complete parser. */
function renderedCodeBlocks(text: string): CodeBlock[] {
  return parseMarkdown(text)
    .filter(isCodeBlock)
    .map((token, index, all) => ({
      index,
      info: token.info.trim(),
      code: codeOf(token),
      isOpen:
        (token === all.at(-1) && isOpenCode(token, normalizeText(text))) ||
        (token.map?.[0] ?? 0) >= undecidedLine(normalizeText(text)),
    }));
}

describe('code blocks that the host extracts', () => {
  let folder: TemporaryFolder;
  let bundled: typeof codeBlocksOf;

  before(async () => {
    folder = await makeTemporaryFolder();
    await build({ production: true, outdir: folder.path });
    // The bundle's other modules require VS Code, which doesn't exist here.
    await mkdir(join(folder.path, 'node_modules/vscode'), { recursive: true });
    await writeFile(join(folder.path, 'node_modules/vscode/index.js'), ANYTHING);
    const later = load(join(folder.path, 'later.js')) as {
      codeBlocks: { codeBlocksOf: typeof codeBlocksOf };
    };
    bundled = later.codeBlocks.codeBlocksOf;
  });

  after(() => folder.remove());

  function compare(text: string): void {
    const expected = renderedCodeBlocks(text);
    assert.deepEqual(codeBlocksOf(text), expected, `by the library, in ${JSON.stringify(text)}`);
    assert.deepEqual(bundled(text), expected, `by the bundle, in ${JSON.stringify(text)}`);
  }

  it('equal those that the panel renders in every CommonMark example', () => {
    for (const { markdown } of examples) {
      compare(markdown.replaceAll('→', '\t'));
    }
  });

  it('equal those that the panel renders after link reference definitions of any scheme', () => {
    for (const address of ADDRESSES) {
      compare(`${address}\n    code\n`);
      compare(`- a\n\n  ${address}\n      code\n\n\`\`\`js\nb\n\`\`\``);
      assert.equal(renderedCodeBlocks(`${address}\n    code\n`).length, 1);
    }
  });

  it('equal those that the panel renders in any text, with any line breaks', async () => {
    const line = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...LINES, ...ADDRESSES) }, fc.string());
    const end = fc.constantFrom('\n', '\n', '\r\n', '\r');
    await holds(
      fc.property(fc.array(fc.tuple(line, end), { maxLength: 14 }), (lines) =>
        compare(lines.flat().join('')),
      ),
      { runs: 3000 },
    );
  });
});
