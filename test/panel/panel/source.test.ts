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

test('the style sheets contain no literal color, so that every color comes from the theme', async () => {
  const styles = await textsOf('media', '.css');
  assert.doesNotMatch(
    styles.replace(/\/\*[\s\S]*?\*\//g, ''),
    /#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(/i,
  );
});
