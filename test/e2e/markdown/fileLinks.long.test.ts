import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

/** A file of each name, and two that are called the same. */
const FILES = ['src/x.ts', 'src/deep/only.ts', 'one/same.ts', 'two/same.ts'];

const REPLY = [
  'The loop in `src/x.ts:12` never ends, since [its limit](src/x.ts#L18) is not read. `only.ts:3-4` has it right.',
  'Neither `same.ts:1` nor [that](same.ts), `src/absent.ts:2` nor [this](src/absent.ts) is the cause, and `x.y()` is none.',
].join('\n\n');

/** The tests build on each other, in this order. */
const e2e = endToEnd({
  prepare: async (_dataDir, folder) => {
    for (const file of FILES) {
      const path = join(folder, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Array.from({ length: 20 }, (_, index) => `// ${file} ${index + 1}\n`).join(''));
    }
  },
});
const person = new Person(e2e);

function link(text: string): Locator {
  return person.lastReply.getByRole('link').filter({ hasText: text });
}

/** Resolves when the editor has the focus, in this file and at this place. Closes it. */
async function isAt(file: string, place: string): Promise<void> {
  const { workbench } = e2e;
  const { page } = workbench;
  await page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor();
  await page.locator('[id="status.editor.selection"]', { hasText: place }).waitFor();
  await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
  await workbench.runCommand('View: Close Editor');
  await page.locator('.tab').waitFor({ state: 'detached' });
}

test('only what names exactly one file of the workspace becomes a link, in code and as a link', async () => {
  await person.connect();
  replyNext(e2e.service, REPLY);
  await person.ask('Why does it hang?');
  await person.replyFinished(1);
  await link('src/x.ts:12').waitFor();
  await e2e.workbench.screenshot('file links');
  assert.deepEqual(
    await person.lastReply
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).title)),
    ['Open src/x.ts, line 12', 'Open src/x.ts, line 18', 'Open src/deep/only.ts, lines 3–4'],
  );
  assert.match(await person.lastReply.innerText(), /Neither same\.ts:1 nor that/);
});

test('by mouse, they lead to the line in the file', async () => {
  await link('src/x.ts:12').click();
  await isAt('x.ts', 'Ln 12, Col 1');
  await link('its limit').click();
  await isAt('x.ts', 'Ln 18, Col 1');
  await link('only.ts').click();
  await isAt('only.ts', 'selected');
});

test('by keys, Tab goes to them and Enter leads to the line', async () => {
  const { keyboard } = e2e.workbench.page;
  for (const [name, place] of [
    ['src/x.ts:12', 'Ln 12, Col 1'],
    ['its limit (src/x.ts#L18)', 'Ln 18, Col 1'],
  ] as const) {
    await person.openChat();
    await person.tabTo(name, 'Shift+Tab');
    await keyboard.press('Enter');
    await isAt('x.ts', place);
  }
});
