import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../harness/paths.ts';

async function textsOf(folder: string, ending: string): Promise<string> {
  const files = (await readdir(join(REPOSITORY, folder), { recursive: true })).filter((name) =>
    name.endsWith(ending),
  );
  assert.ok(files.length > 10);
  return (await Promise.all(files.map((name) => readFile(join(REPOSITORY, folder, name), 'utf8')))).join(
    '\n',
  );
}

test('the panel’s source never parses a string as HTML or evaluates one as code', async () => {
  const source = await textsOf('src/webview', '.ts');
  const forbidden =
    /innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write|DOMParser|createContextualFragment|setHTML|\beval\(|new Function\(/;
  assert.doesNotMatch(source, forbidden);
});

test('the panel’s shortcuts name letters only by `letterOf`, so that they work with all keyboard layouts', async () => {
  const source = await textsOf('src/webview', '.ts');
  assert.match(source, /letterOf\(event\) === 'a'/);
  assert.doesNotMatch(source, /\bkey(\.toLowerCase\(\))? === '[a-zA-Z]'/);
});

test('the style sheet has exactly the declared icons, each with its code point from codicons', async () => {
  const names = await readFile(join(REPOSITORY, 'src/webview/icons.ts'), 'utf8');
  const styles = await readFile(join(REPOSITORY, 'media/icons.css'), 'utf8');
  const codicons = await readFile(join(REPOSITORY, 'node_modules/@vscode/codicons/dist/codicon.css'), 'utf8');
  const points = (style: string, prefix: string): Map<string, string> =>
    new Map(
      [
        ...style.matchAll(new RegExp(`\\.${prefix}-([\\w-]+):+before\\s*{\\s*content:\\s*"\\\\(\\w+)"`, 'g')),
      ].map(([, name = '', point = '']) => [name, point]),
    );
  const own = points(styles, 'icon');
  const all = points(codicons, 'codicon');
  const declared = [...names.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, name]) => name);
  assert.ok(declared.length > 10);
  assert.deepEqual([...own.keys()].sort(), [...declared].sort());
  for (const [name, point] of own) {
    assert.equal(point, all.get(name), name);
  }
});

test('the style sheets contain no literal color, so that every color comes from the theme', async () => {
  const styles = await textsOf('media', '.css');
  assert.doesNotMatch(
    styles.replace(/\/\*[\s\S]*?\*\//g, ''),
    /#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(/i,
  );
});
