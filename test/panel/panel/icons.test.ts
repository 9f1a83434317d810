import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../harness/paths.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

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

test('the font of the panel draws each icon that a style sheet names as the whole font does', async () => {
  const files = (await readdir(join(REPOSITORY, 'media'))).filter((name) => name.endsWith('.css'));
  const styles = await Promise.all(files.map((name) => readFile(join(REPOSITORY, 'media', name), 'utf8')));
  const points = [...styles.join().matchAll(/"\\([\da-f]{2,6})"/gi)].map(([, point = '']) => point);
  assert.ok(points.length > 30);
  const icons = points.map((point) => String.fromCodePoint(Number(`0x${point}`)));
  const whole = await readFile(new URL(import.meta.resolve('@vscode/codicons/dist/codicon.ttf')));
  const panel = await open();
  const [own, original] = await panel.page.evaluate(
    async ([bytes, characters]) => {
      const font = new FontFace('whole', Uint8Array.from(bytes));
      document.fonts.add(await font.load());
      await document.fonts.load('32px codicon');
      const context = Object.assign(document.createElement('canvas'), { width: 40, height: 40 }).getContext(
        '2d',
      );
      if (context === null) {
        throw new Error('There is no canvas');
      }
      return ['codicon', 'whole'].map((family) =>
        characters.map((character) => {
          context.reset();
          context.font = `32px ${family}`;
          context.fillText(character, 4, 36);
          return context.canvas.toDataURL();
        }),
      );
    },
    [[...whole], icons] as const,
  );
  assert.ok(new Set(original).size > icons.length / 2, 'Nothing was drawn');
  const different = points.filter((_, at) => own?.[at] !== original?.[at]);
  assert.deepEqual(different, []);
});
