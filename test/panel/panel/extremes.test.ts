import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { CONNECTION_VIEWS } from '../connection/connectionSamples.ts';
import { growing, MANY_FILES, OVERFLOW, QUEUED, question, reply, SELECTION, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** Height of an element outside the viewport, rounded to whole px, since scrollers stop at those. */
function heightOutside(part: Locator): Promise<number> {
  return part.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return Math.round(Math.max(0, -top, bottom - innerHeight));
  });
}

for (const [name, size] of Object.entries({
  'narrow panel': { width: 200, height: 500 },
  'low panel': { width: 340, height: 160 },
  'narrow and low panel': { width: 200, height: 160 },
})) {
  test(`the text box and Send can be reached with any attachments and text: ${name}`, async () => {
    const panel = await open(size);
    const send = panel.page.getByRole('button', { name: 'Send' });
    const states = [
      state(),
      state({ connection: CONNECTION_VIEWS.notSetUp, turns: [question('Why?'), reply('So')] }),
      state({ conversationId: 'other', attachments: MANY_FILES, draft: 'line\n'.repeat(40) }),
    ];
    for (const message of states) {
      await panel.receive(message);
      await panel.untilDrawn();
      assert.equal(await heightOutside(panel.page.locator('main')), 0);
      for (const part of [panel.textbox, send]) {
        await part.scrollIntoViewIfNeeded();
        assert.equal(await heightOutside(part), 0);
      }
    }
  });
}

test('a very low panel shows Connect… without scrolling', async () => {
  const panel = await open({ width: 340, height: 160 });
  await panel.receive(state({ connection: CONNECTION_VIEWS.notSetUp }));
  const connect = panel.page.getByRole('button', { name: 'Connect…' });
  const composer = await panel.page.locator('.composer').boundingBox();
  const button = await connect.boundingBox();
  assert.ok(
    button && composer && button.y >= 0 && button.y + button.height <= composer.y,
    JSON.stringify(button),
  );
});

test('the composer leaves room for the conversation, however many files are attached', async () => {
  const panel = await open({ width: 340, height: 700 });
  await panel.receive(
    state({ attachments: MANY_FILES, draft: 'line\n'.repeat(40), turns: [question('Why?')] }),
  );
  const { height } = (await panel.log.boundingBox()) ?? { height: 0 };
  assert.ok(height > 250, String(height));
  const last = panel.page.getByRole('button', { name: 'Remove file29.ts' });
  await last.focus();
  assert.equal(await heightOutside(last), 0);
});

test('a low panel with all notices leaves room for some lines of the conversation and for the text box', async () => {
  const panel = await open({ width: 320, height: 256 });
  await panel.receive(
    state({
      connection: CONNECTION_VIEWS.notSetUp,
      notSaving: { message: 'Conversations are not being saved: the disk is full.' },
      turns: [question('Why?'), reply('A paragraph of the reply.\n\n'.repeat(20))],
      queuedQuestion: { ...QUEUED, reason: 'Not sent because the reply failed.' },
    }),
    { type: 'overflow', overflow: OVERFLOW },
  );
  await panel.untilDrawn();
  assert.ok(((await panel.log.boundingBox())?.height ?? 0) >= 60);
  /** Whether the middle of an element is visible and not covered. */
  const isFree = (part: Locator): Promise<boolean> =>
    part.evaluate((shown) => {
      const { left, right, top, bottom } = shown.getBoundingClientRect();
      return shown.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  for (const part of [panel.textbox, panel.page.locator('.model-button')]) {
    assert.equal(await isFree(part), true);
  }
  const buttons = panel.page.locator(':is(.notices, .connect-notice, .queued) button:visible');
  assert.ok((await buttons.count()) >= 7);
  for (const button of await buttons.all()) {
    await button.focus();
    assert.equal(await isFree(button), true, await button.innerText());
  }
});

test('an attachment added to many is scrolled into view, and removing one keeps the scroll position', async () => {
  const panel = await open();
  const chips = panel.page.locator('.composer .chips');
  await panel.receive(state({ attachments: MANY_FILES }));
  await panel.receive({
    type: 'attachments',
    attachments: [...MANY_FILES, { ...SELECTION, id: 'added', path: 'new.ts' }],
  });
  const scrollTop = () => chips.evaluate((list) => list.scrollTop);
  const end = await chips.evaluate((list) => list.scrollHeight - list.clientHeight);
  assert.ok(end > 0);
  assert.equal(await scrollTop(), end);
  await chips.getByText('file10.ts').scrollIntoViewIfNeeded();
  const before = await scrollTop();
  await panel.receive({ type: 'attachments', attachments: MANY_FILES });
  assert.equal(await scrollTop(), before);
});

test('only the caret of a growing reply is animated, and nothing with reduced motion', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('So')] }));
  const animations = () => panel.page.evaluate(() => document.getAnimations().length);
  assert.equal(await animations(), 0);
  await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
  await panel.page.waitForFunction(() => document.getAnimations().length > 0);
  assert.equal(await animations(), 1);
  await panel.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
  await panel.page.waitForFunction(() => document.getAnimations().length === 0);
});

test('in all scenes, over time, only the caret and the progress icon are animated, and nothing with reduced motion', async () => {
  const panel = await open();
  for (const [scene, messages] of Object.entries(SCENES)) {
    await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
    await panel.receive(...messages());
    await panel.untilDrawn();
    const animations = () =>
      panel.page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ timeline }) => timeline === document.timeline)
          .map((animation) => (animation as CSSAnimation).animationName),
      );
    const unexpected = (await animations()).filter((name) => name !== 'caret' && name !== 'turn-around');
    assert.deepEqual(unexpected, [], scene);
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual(await animations(), [], scene);
    await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
    await panel.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    assert.deepEqual(await animations(), [], scene);
    await panel.page.evaluate(() => document.body.classList.remove('vscode-reduce-motion'));
  }
});

test('right-to-left text is laid out from right to left, and its code from left to right', async () => {
  const panel = await open();
  await panel.receive(...(SCENES['rightToLeft']?.() ?? []));
  const directions = await panel.page.evaluate(() =>
    ['p', 'ul', 'blockquote', '.table', 'h3', 'p code', 'pre', '.code-header'].map((selector) => {
      const part = document.querySelector(`.markdown ${selector}`);
      return [selector, part && getComputedStyle(part).direction];
    }),
  );
  assert.deepEqual(Object.fromEntries(directions), {
    p: 'rtl',
    ul: 'rtl',
    blockquote: 'rtl',
    '.table': 'rtl',
    h3: 'rtl',
    'p code': 'ltr',
    pre: 'ltr',
    '.code-header': 'ltr',
  });
  assert.equal(await panel.textbox.evaluate((box) => getComputedStyle(box).direction), 'rtl');
  assert.equal(
    await panel.page.locator('.question-text').evaluate((text) => getComputedStyle(text).unicodeBidi),
    'plaintext',
  );
});

test('the details of a reply have a line of their own if there is too little room beside the buttons', async () => {
  const widths: Record<number, boolean> = {};
  for (const width of [200, 340]) {
    const panel = await open({ width });
    await panel.receive(state({ turns: [question('Why?'), reply('So')] }));
    const facts = await panel.page.locator('.meta').boundingBox();
    const buttons = await panel.page.locator('.reply-actions').boundingBox();
    assert.ok(facts && buttons);
    widths[width] = buttons.y >= facts.y + facts.height;
  }
  assert.deepEqual(widths, { 200: true, 340: false });
});

test('compared replies, a wait and the search text each have the direction of their text', async () => {
  const panel = await open({ width: 800 });
  const rightToLeft = 'هذا هو الجواب';
  await panel.receive(
    state({
      turns: [
        question('لماذا؟'),
        reply(rightToLeft, { compared: 'first' }),
        reply('This is it', { id: 'reply-2', compared: 'second' }),
        question('And?'),
        growing('', {
          id: 'reply-3',
          status: 'waiting',
          wait: { message: `${rightToLeft} {0}`, remainingMs: 9000 },
        }),
      ],
    }),
    { type: 'find' },
  );
  const find = panel.page.getByRole('textbox', { name: 'Find' });
  await find.fill('هذا');
  const direction = (part: Locator) => part.evaluate((shown) => getComputedStyle(shown).direction);
  const texts = panel.page.locator('.compared p');
  assert.deepEqual(
    [await direction(texts.first()), await direction(texts.last()), await direction(find)],
    ['rtl', 'ltr', 'rtl'],
  );
  const [first, second] = await panel.page
    .locator('.compared')
    .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().left));
  assert.ok((first ?? 0) < (second ?? 0), 'the columns stay where they are');
  const wait = panel.page.getByText('9 s');
  assert.equal(await wait.evaluate((shown) => getComputedStyle(shown).unicodeBidi), 'plaintext');
});

test('inline code has the same padding on each of its lines', async () => {
  const panel = await open({ width: 200 });
  await panel.receive(state({ turns: [question('Why?'), reply(`Of \`${'many words '.repeat(20)}\`.`)] }));
  const edges = await panel.page.locator('p code').evaluate((code) => {
    const words = document.createRange();
    words.selectNodeContents(code);
    const texts = [...words.getClientRects()];
    return [...code.getClientRects()].map((line) => {
      // A space at the end of a line has a rectangle of its own.
      const onLine = texts.filter(({ top, bottom }) => top < line.bottom && bottom > line.top);
      return Math.min(...onLine.map(({ left }) => left)) - line.left;
    });
  });
  assert.ok(edges.length > 2);
  assert.equal(new Set(edges.map((edge) => edge.toFixed(1))).size, 1, edges.join());
  assert.ok((edges[0] ?? 0) >= 3);
});
