import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { selectOffsets } from '../selectOffsets.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** A made-up language whose grammar colors the number of each line. */
const GRAMMAR = {
  scopeName: 'source.little',
  patterns: [{ match: '^line \\d+', name: 'keyword.control.little' }],
};

/** One of them has a hidden character, and one is longer than the panel is wide. */
const LINES = Array.from(
  { length: 450 },
  (_, line) => `line ${line}${line === 99 ? ' \u200b' : line === 150 ? ' and more'.repeat(40) : ''}`,
);

/** Code that streamed into a reply, which still grows. */
async function openLongCode(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(
    { type: 'codeTheme', rules: [{ scope: ['keyword'], foreground: '#0a781e' }] },
    {
      type: 'grammar',
      language: 'little',
      scopeName: 'source.little',
      files: [{ scopeName: 'source.little', json: JSON.stringify(GRAMMAR), injectTo: [] }],
    },
    state({ turns: [question('Why?'), growing(`\`\`\`little\n${LINES.slice(0, 120).join('\n')}`)] }),
  );
  const text = `\n${LINES.slice(120).join('\n')}\n\`\`\`\n`;
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
  await panel.page.waitForFunction(() => document.querySelectorAll('.code-part').length === 5);
  await panel.page.waitForFunction(
    (count) => document.querySelectorAll('.code-part > [class^="token-"]').length === count,
    LINES.length,
  );
  await panel.untilDrawn();
  return panel;
}

test('long code has the same text, size and colors as without its parts', async () => {
  const panel = await openLongCode();
  const seen = () =>
    panel.page.locator('pre').evaluate((pre) => ({
      width: pre.scrollWidth,
      height: pre.scrollHeight,
      text: pre.firstElementChild?.textContent,
      colored: [...pre.querySelectorAll('[class^="token-"]')].map(({ textContent }) => textContent),
    }));
  const inParts = await seen();
  await panel.page.locator('pre code').evaluate((code) => {
    code.classList.remove('in-parts');
    code.replaceChildren(...[...code.children].flatMap((part) => [...part.childNodes]));
  });
  const whole = await seen();
  assert.equal(inParts.text, LINES.join('\n').replace('\u200b', '[U+200B]'));
  assert.deepEqual(
    inParts.colored,
    LINES.map((_, line) => `line ${line}`),
  );
  assert.deepEqual({ ...inParts, width: 0 }, { ...whole, width: 0 });
  // The padding of parts is part of what scrolls.
  assert.ok(
    whole.width > 2000 && Math.abs(inParts.width - whole.width) <= 12,
    `${inParts.width}, ${whole.width}`,
  );
});

test('a part of long code is found, selected and copied across the border of its parts', async () => {
  const panel = await openLongCode();
  await panel.page.keyboard.press('Control+f');
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('99 [U+200B] line 100');
  await panel.page.locator('.find-count', { hasText: '1 of 1' }).waitFor();
  await panel.page.keyboard.press('Escape');
  const part = 'line 99 [U+200B]\nline 100\nline 101';
  const code = panel.page.locator('pre code');
  const start = (await panel.text(code)).indexOf(part);
  await selectOffsets(code, start, start + part.length);
  const copied = await panel.page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  assert.equal(copied, LINES.slice(99, 102).join('\n'));
  await panel.receive({ type: 'replyChanged', turn: reply(`\`\`\`little\n${LINES.join('\n')}\n\`\`\`\n`) });
  await panel.page.getByRole('button', { name: /^Copy/ }).first().click();
  const host = LINES.join('\n');
  const at = host.indexOf(copied);
  assert.deepEqual((await panel.posted('codeBlockAction')).part, { start: at, end: at + copied.length });
});
