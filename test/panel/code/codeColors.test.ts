import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const GREEN = 'rgb(10, 120, 30)';
const BLUE = 'rgb(20, 40, 200)';
const RED = 'rgb(200, 10, 10)';

/** A made-up language that only this grammar colors: `# …`, `[[ … ]]` across lines, and `if`. */
const GRAMMAR = {
  scopeName: 'source.little',
  patterns: [
    { match: '#.*$', name: 'comment.line.little' },
    { begin: '\\[\\[', end: '\\]\\]', name: 'string.quoted.little' },
    { match: '\\bif\\b', name: 'keyword.control.little' },
  ],
};

const LITTLE: Extract<ToPanel, { type: 'grammar' }> = {
  type: 'grammar',
  language: 'little',
  scopeName: 'source.little',
  files: [{ scopeName: 'source.little', json: JSON.stringify(GRAMMAR), injectTo: [] }],
};

const THEME: ToPanel = {
  type: 'codeTheme',
  rules: [
    { scope: ['comment'], foreground: '#0a781e', fontStyle: 'italic' },
    { scope: ['keyword'], foreground: '#1428c8', fontStyle: 'bold' },
    { scope: ['string'], foreground: '#c80a0a' },
  ],
};

const OTHER_THEME: ToPanel = {
  type: 'codeTheme',
  rules: [{ scope: ['comment', 'keyword'], foreground: '#c80a0a' }],
};

const CODE = 'if a # why\n[[ over\nlines ]] if\n\nlast';

function fence(code: string, language = 'little'): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/** Responds as a host that has a theme and a grammar for `little`. */
async function serve(panel: PanelPage): Promise<void> {
  await panel.posted('requestGrammar');
  await panel.receive(THEME, LITTLE);
}

/** Each word of the code with its color and font style, if any. `own` is the color of code without a token. */
function wordStyles(code: Locator): Promise<string[]> {
  return code.evaluate((element) => {
    const own = getComputedStyle(element).color;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const style = parentElement && getComputedStyle(parentElement);
      for (const word of textContent?.match(/\S+/g) ?? []) {
        found.push(
          [
            word,
            style?.color === own ? 'own' : style?.color,
            ...(style?.fontStyle === 'italic' ? ['italic'] : []),
            ...(style?.fontWeight === '700' ? ['bold'] : []),
          ].join(' '),
        );
      }
    }
    return found;
  });
}

async function hasNoColors(code: Locator, text: string): Promise<void> {
  assert.equal(await code.textContent(), text);
  assert.deepEqual(
    (await wordStyles(code)).filter((style) => !style.endsWith(' own')),
    [],
  );
}

async function waitForColor(code: Locator, text: string, color: string): Promise<void> {
  await code
    .page()
    .waitForFunction(
      ({ element, wanted, wantedColor }) =>
        [...(element?.querySelectorAll('span') ?? [])].some(
          (span) => span.textContent?.includes(wanted) && getComputedStyle(span).color === wantedColor,
        ),
      { element: await code.elementHandle(), wanted: text, wantedColor: color },
    );
}

const EXPECTED = [
  `if ${BLUE} bold`,
  'a own',
  `# ${GREEN} italic`,
  `why ${GREEN} italic`,
  `[[ ${RED}`,
  `over ${RED}`,
  `lines ${RED}`,
  `]] ${RED}`,
  `if ${BLUE} bold`,
  'last own',
];

test('code has the colors and font styles of the grammar and the theme that the host sends', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(fence(CODE))] }));
  assert.equal((await panel.posted('requestGrammar')).language, 'little');
  await serve(panel);
  const code = panel.page.locator('pre code');
  await waitForColor(code, 'lines', RED);
  assert.deepEqual(await wordStyles(code), EXPECTED);
  assert.equal(await code.textContent(), CODE);
  assert.deepEqual(await panel.violations(), []);
  assert.deepEqual(panel.errors, []);
});

test('streamed code gets the same colors, even if grammar and theme arrive in the middle', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  const text = fence(CODE);
  for (let at = 0; at < text.length; at += 3) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text: text.slice(at, at + 3) });
    if (at % 2 === 0) {
      await panel.untilDrawn();
    }
    if (at === 21) {
      await serve(panel);
    }
  }
  await panel.receive({ type: 'replyChanged', turn: reply(text) });
  const code = panel.page.locator('pre code');
  await waitForColor(code, 'if', BLUE);
  await panel.page.waitForFunction(
    () =>
      [...document.querySelectorAll('pre code span')].filter((span) => span.textContent === 'if').length ===
      2,
  );
  assert.deepEqual(await wordStyles(code), EXPECTED);
  assert.equal(await code.textContent(), CODE);
});

test('a new theme recolors all code and keeps the selection and the scroll position', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(`${fence(CODE)}\n\n${fence('if # x')}`)] }));
  await serve(panel);
  const [first, second] = [panel.page.locator('pre code').first(), panel.page.locator('pre code').last()];
  await waitForColor(first, 'why', GREEN);
  await waitForColor(second, 'if', BLUE);
  const top = await panel.log.evaluate((log) => {
    const node = document.querySelector('pre code span')?.firstChild;
    const end = document.querySelectorAll('pre code span')[1]?.firstChild;
    if (node && end) {
      document.getSelection()?.setBaseAndExtent(node, 1, end, 3);
    }
    return log.scrollTop;
  });
  const selected = await panel.page.evaluate(() => document.getSelection()?.toString());
  await panel.receive(OTHER_THEME);
  await waitForColor(first, 'why', RED);
  await waitForColor(second, 'if', RED);
  assert.equal(selected, 'f a # w');
  assert.equal(await panel.page.evaluate(() => document.getSelection()?.toString()), selected);
  assert.equal(await panel.log.evaluate((log) => log.scrollTop), top);
});

test('code without a grammar, or after the theme is gone, has no colors and all of its text', async () => {
  const panel = await open();
  const text = `${fence('const one = 1;', 'ts')}\n\n${fence(CODE)}`;
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  await panel.posted('requestGrammar', 2);
  assert.deepEqual(
    panel.postedOf('requestGrammar').map(({ language }) => language),
    ['ts', 'little'],
  );
  await panel.receive(THEME, { type: 'grammar', language: 'ts', files: [] }, LITTLE);
  await waitForColor(panel.page.locator('pre code').last(), 'why', GREEN);
  await panel.receive({ type: 'codeTheme' });
  await panel.untilDrawn();
  for (const [index, code] of ['const one = 1;', CODE].entries()) {
    await hasNoColors(panel.page.locator('pre code').nth(index), code);
  }
});

test('a line without a grammar that grows by single words is one text node, or several if it is very long, with its hidden characters marked', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('```little\n')] }));
  const words = Array.from({ length: 20 }, (_, index) => (index === 10 ? '\u202eword ' : 'word '));
  for (const text of words) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    await panel.untilDrawn();
  }
  const code = panel.page.locator('pre code');
  assert.equal(await code.textContent(), words.join('').replace('\u202e', '[U+202E]'));
  const nodes = () =>
    code.evaluate(({ childNodes }) => [...childNodes].map((node) => node.textContent?.length));
  assert.deepEqual(await nodes(), [50, 8, 50]);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: 'long '.repeat(4000) });
  await panel.untilDrawn();
  const lengths = await nodes();
  assert.equal(lengths.length, 5, lengths.join());
});

test('a grammar is requested once per language, and never for a fence without a language', async () => {
  const panel = await open();
  const text = [fence('a'), fence('b'), fence('c', ''), fence('d', 'x'.repeat(60)), fence('e', 'other')];
  await panel.receive(state({ turns: [question('Why?'), reply(text.join('\n\n'))] }));
  await panel.posted('requestGrammar', 2);
  await panel.receive(THEME, LITTLE);
  await panel.receive({ type: 'turnAdded', turn: reply(fence('f'), { id: 'reply-2' }) });
  await panel.untilDrawn();
  assert.deepEqual(
    panel.postedOf('requestGrammar').map(({ language }) => language),
    ['little', 'other'],
  );
});

test('many lines are colored in slices, between which the page stays responsive', async () => {
  const panel = await open();
  const lines = Array.from({ length: 300 }, (_, index) => `if ${index} # why [[ ${index}`);
  await panel.receive(state({ turns: [question('Why?'), reply(fence(lines.join('\n')))] }));
  const code = panel.page.locator('pre code');
  await code.evaluate((element) => {
    // With this clock, a slice ends each time the time is read, however fast the machine is.
    let now = performance.now();
    performance.now = () => {
      now += 100;
      return now;
    };
    const slices: number[] = [];
    // Called once per slice.
    new MutationObserver(() => {
      const before = slices.reduce((sum, count) => sum + count, 0);
      slices.push(element.querySelectorAll('span:not(.code-part)').length - before);
    }).observe(element, { childList: true, subtree: true });
    Object.assign(window, { slices });
  });
  await serve(panel);
  await panel.page.waitForFunction(
    (count) => document.querySelectorAll('pre code span:not(.code-part)').length === count,
    lines.length * 2,
  );
  const slices: number[] = await panel.page.evaluate(() => Reflect.get(window, 'slices'));
  assert.ok(Math.max(...slices) <= 2 * 10, `colored at once: ${slices}`);
  assert.equal(await code.textContent(), lines.join('\n'));
});

test('code that a grammar never finishes does not block the page, and its worker is terminated after 30 seconds', async () => {
  const panel = await open();
  await panel.page.clock.install();
  const endless = { scopeName: 'source.little', patterns: [{ match: '(a+)+$', name: 'comment' }] };
  const endlessCode = `aa\n${'a'.repeat(60)}!`;
  await panel.receive(state({ turns: [question('Why?'), reply(fence(endlessCode))] }));
  await panel.posted('requestGrammar');
  const worker = panel.page.waitForEvent('worker');
  const files = [{ scopeName: 'source.little', json: JSON.stringify(endless), injectTo: [] }];
  await panel.receive(THEME, { type: 'grammar', language: 'little', scopeName: 'source.little', files });
  const ended = new Promise((resolve) => worker.then((one) => one.once('close', resolve)));
  await worker;
  await panel.untilDrawn();
  await panel.textbox.fill('still here');
  await panel.page.clock.runFor(29_000);
  await panel.page.clock.runFor(10_000);
  await ended;
  assert.equal(await panel.textbox.inputValue(), 'still here');
  await panel.receive({ type: 'turnAdded', turn: reply(fence('if', 'other'), { id: 'reply-2' }) });
  await panel.untilDrawn();
  assert.equal(panel.postedOf('requestGrammar').length, 1);
  await hasNoColors(panel.page.locator('pre code').first(), endlessCode);
});

test('code has no colors and all of its text if the worker can’t be loaded', async () => {
  const panel = await open();
  const failed = panel.page.waitForEvent('requestfailed');
  await panel.page.route('**/codeWorker.js', (route) => route.abort());
  await panel.receive(state({ turns: [question('Why?'), reply(fence('const one = 1;', 'ts'))] }));
  await panel.posted('requestGrammar');
  const [file] = LITTLE.files;
  await panel.receive(THEME, { ...LITTLE, language: 'ts', files: file === undefined ? [] : [file] });
  await failed;
  await panel.receive({ type: 'turnAdded', turn: reply(fence('const two = 2;', 'ts'), { id: 'reply-2' }) });
  await panel.untilDrawn();
  for (const [index, code] of ['const one = 1;', 'const two = 2;'].entries()) {
    await hasNoColors(panel.page.locator('pre code').nth(index), code);
  }
});

test('code far above in the conversation is colored when it is scrolled into view', async () => {
  const panel = await open();
  const turns = Array.from({ length: 100 }, (_, index) =>
    reply(`Reply ${index}\n\n${fence(`if ${index} # why`)}\n\n${'A paragraph.\n\n'.repeat(9)}`, {
      id: `turn-${index}`,
    }),
  );
  await panel.receive(state({ turns }));
  await serve(panel);
  await panel.untilTurns(100);
  await panel.page.locator('.code code').last().locator('span').first().waitFor();
  for (const index of [0, 50]) {
    const code = panel.page.locator('.code code').nth(index);
    assert.equal(await code.locator('span').count(), 0, `${index} is colored before it is near`);
    await code.evaluate((element) => element.scrollIntoView());
    await code.locator('span').first().waitFor();
  }
});

test('code far above in a long reply is colored when it is scrolled into view', async () => {
  const panel = await open();
  const text = Array.from(
    { length: 100 },
    (_, index) => `${fence(`if ${index} # why`)}\n\n${'A paragraph.\n\n'.repeat(4)}`,
  ).join('');
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
  await serve(panel);
  await panel.page.locator('.code code').last().locator('span').first().waitFor();
  await panel.page.waitForFunction(() => document.querySelectorAll('.markdown-part.older').length > 10);
  for (const index of [3, 50, 51]) {
    const code = panel.page.locator('.code code').nth(index);
    if (index !== 51) {
      assert.equal(await code.locator('span').count(), 0, `${index} is colored before it is near`);
    }
    await code.evaluate((element) => element.scrollIntoView());
    await code.locator('span').first().waitFor();
  }
});

test('an emoji that the grammar splits is not marked as a hidden character', async () => {
  const panel = await open();
  const digits = { match: '\\d', name: 'keyword.control.little' };
  const json = JSON.stringify({ ...GRAMMAR, patterns: [...GRAMMAR.patterns, digits] });
  const grammar = { ...LITTLE, files: [{ scopeName: 'source.little', json, injectTo: [] }] };
  const marks = panel.page.locator('.hidden-mark');
  const pieces = ['2', '\ufe0f\u20e3 a [[ \u{1f468}\u200d', '\u{1f469} ]] 1', '\ufe0f', '\u20e3'];
  await panel.receive(state({ turns: [question('Why?'), growing('```little\n')] }));
  await panel.posted('requestGrammar');
  await panel.receive(THEME, grammar);
  const shown: string[][] = [];
  for (const text of pieces) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    await panel.untilDrawn();
    shown.push(await marks.allTextContents());
  }
  assert.deepEqual(shown, [[], ['[U+200D]'], [], ['[U+FE0F]'], []]);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '\n```\n\nEnd.' });
  await panel.page.locator('code span', { hasText: '1' }).waitFor();
  assert.deepEqual(await marks.allTextContents(), []);
});
