import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** Of the text box: its text, caret and place. */
async function boxOf(panel: PanelPage) {
  return panel.textbox.evaluate((box: HTMLTextAreaElement) => ({
    text: box.value,
    caret: box.selectionStart,
    place: JSON.stringify(box.getBoundingClientRect()),
    hasFocus: document.activeElement === box,
  }));
}

test('what is typed and sent from the first moment on is sent once, and the rest stays, with its caret and undo', async () => {
  let early: Awaited<ReturnType<typeof boxOf>> | undefined;
  let typing: Promise<void> | undefined;
  const panel = await open({
    whileLoading: async (loading) => {
      await loading.page.keyboard.type('Why?');
      await loading.page.keyboard.press('Enter');
      early = await boxOf(loading);
      // Goes on while the panel loads, and while the conversation is shown.
      typing = loading.page.keyboard.type(' And what else is there to say about all of it?');
    },
  });
  panel.respond = () => 'silence';
  await panel.receive(state({ isLoading: true }), state());
  await typing;
  assert.deepEqual(early, { ...early, text: 'Why?', caret: 4, hasFocus: true });
  const { requestId, text } = await panel.posted('sendMessage');
  assert.equal(text, 'Why?');
  const box = await boxOf(panel);
  assert.equal(box.text, 'Why? And what else is there to say about all of it?');
  assert.equal(box.place, early?.place);
  await panel.receive({ type: 'response', requestId });
  assert.deepEqual(
    [(await boxOf(panel)).text, (await boxOf(panel)).caret],
    [' And what else is there to say about all of it?', 47],
  );
  assert.equal(panel.postedOf('sendMessage').length, 1);
});

test('a word whose composition begins before the panel has loaded is not touched by earlier text that comes back', async () => {
  const panel = await open({ whileLoading: (loading) => loading.compose('に') });
  await panel.receive(state({ draft: 'Earlier' }));
  await panel.compose('にほん');
  await panel.commit('日本');
  await panel.page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('Earlier'));
  assert.equal(await panel.textbox.inputValue(), 'Earlier\n日本');
  await panel.page.keyboard.type('!');
  assert.equal(await panel.textbox.inputValue(), 'Earlier\n日本!');
});

test('while a word is composed, what was sent before the panel has loaded waits for earlier text that comes back', async () => {
  const panel = await open({
    whileLoading: async (loading) => {
      await loading.page.keyboard.type('Why?');
      await loading.page.keyboard.press('Enter');
      await loading.compose('に');
    },
  });
  await panel.receive(state({ draft: 'Earlier' }));
  await panel.compose('にほん');
  await panel.commit('日本');
  await panel.page.getByText('Not sent yet').waitFor();
  assert.equal(panel.postedOf('sendMessage').length, 0);
  assert.equal(await panel.textbox.inputValue(), 'Earlier\nWhy?日本');
});

test('what is typed before the panel has loaded can be undone afterwards', async () => {
  const panel = await open({ whileLoading: (loading) => loading.page.keyboard.type('Why?') });
  await panel.receive(state());
  assert.deepEqual(await boxOf(panel), { ...(await boxOf(panel)), text: 'Why?', caret: 4, hasFocus: true });
  await panel.page.keyboard.press('Control+z');
  assert.equal(await panel.textbox.inputValue(), '');
});

test('a page that has loaded says whether it has given the focus to the text box, so that the host doesn’t do so later', async () => {
  const focus = (selector: string) => (loading: PanelPage) => loading.page.locator(selector).focus();
  const blur = ({ textbox }: PanelPage): Promise<void> => textbox.evaluate((box) => box.blur());
  for (const [whileLoading, hasFocus] of [
    [async () => undefined, true],
    [focus('.model-button'), true],
    [blur, false],
  ] as const) {
    const panel = await open({ whileLoading });
    assert.equal((await panel.posted('ready')).hasFocus, hasFocus);
  }
});

test('a press of Send before the panel has loaded sends', async () => {
  const panel = await open({
    whileLoading: async (loading) => {
      await loading.page.keyboard.type('Why?');
      await loading.page.getByRole('button', { name: 'Send' }).click();
    },
  });
  await panel.receive(state());
  assert.equal((await panel.posted('sendMessage')).text, 'Why?');
});

test('only Enter outside of an input method sends before the panel has loaded, and what it was pressed for the first time', async () => {
  const panel = await open({
    draft: 'So: ',
    whileLoading: async ({ page, textbox }) => {
      const { keyboard } = page;
      await keyboard.type('W');
      await textbox.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
      await textbox.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
      await keyboard.press('Shift+Enter');
      await keyboard.type('hy?');
      await keyboard.press('Enter');
      await keyboard.type(' More.');
      await keyboard.press('Enter');
    },
  });
  await panel.receive(state({ draft: 'So: ' }));
  assert.equal((await panel.posted('sendMessage')).text, 'So: W\nhy?');
  assert.equal(await panel.textbox.inputValue(), ' More.');
});

test('Enter sends nothing that was not in sight: earlier text or attachments that come back', async () => {
  for (const more of [{ draft: 'Earlier' }, { attachments: [SELECTION] }]) {
    const panel = await open({
      whileLoading: async (loading) => {
        await loading.page.keyboard.type('Why?');
        await loading.page.keyboard.press('Enter');
      },
    });
    await panel.receive(state(more));
    await panel.page.getByText('Not sent yet').waitFor();
    assert.equal(panel.postedOf('sendMessage').length, 0);
    assert.equal(await panel.textbox.inputValue(), [more.draft ?? [], 'Why?'].flat().join('\n'));
  }
});

test('the unsent text stands in the page with its caret, and what is typed into it stays', async () => {
  let first: string | undefined;
  const draft = '\n</textarea> "Earlier"\n';
  const panel = await open({
    draft,
    savedState: { caret: draft.length - 1 },
    whileLoading: async (loading) => {
      first = await loading.textbox.inputValue();
      await loading.page.keyboard.type('Why?');
      await loading.page.keyboard.press('Enter');
    },
  });
  await panel.receive(state({ draft }));
  assert.equal(first, draft);
  assert.equal((await panel.posted('sendMessage')).text, '\n</textarea> "Earlier"Why?\n');
});

test('unsent text that has changed since the page was made replaces the one in it', async () => {
  const panel = await open({ draft: 'Earlier' });
  assert.equal(await panel.textbox.inputValue(), 'Earlier');
  const attributes = () =>
    panel.textbox.evaluate((box) =>
      [
        box.ariaLabel,
        box.ariaAutoComplete,
        box.ariaHasPopup,
        box.getAttribute('dir'),
        box.getAttribute('placeholder'),
      ].join(),
    );
  const before = await attributes();
  await panel.receive(state({ draft: 'Later' }));
  assert.equal(await panel.textbox.inputValue(), 'Later');
  assert.match(before, /^Message,list,listbox,auto,Ask /);
  assert.equal(await attributes(), before, 'of the new box');
});

test('the text box takes the focus only if the page has it, or when it gets it', async () => {
  let focused: unknown[] = [];
  await open({
    whileLoading: async ({ page }) => {
      focused = await page.evaluate(() => {
        const isFocused = () => document.activeElement?.tagName;
        const atFirst = isFocused();
        (document.activeElement as HTMLElement).blur();
        document.hasFocus = () => false;
        window.dispatchEvent(new Event('focus'));
        const without = isFocused();
        document.hasFocus = () => true;
        window.dispatchEvent(new Event('focus'));
        return [atFirst, without, isFocused()];
      });
    },
  });
  assert.deepEqual(focused, ['TEXTAREA', 'BODY', 'TEXTAREA']);
});
