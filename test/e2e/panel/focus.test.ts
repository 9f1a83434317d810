import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

/**
 * The keyboard is back in the panel after an input of VS Code that was opened there: letters never change the source
 * file in the editor. The tests build on each other, in this order.
 */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

const TOKEN = ['gh', 'p_Rk5Tq8Zw2Xn7Lb4Vc9Jm3Hs6Pd1Fg0YeAa4U'].join('');
const SOURCE = 'import { isUnit';

function item(name = ''): Locator {
  return e2e.workbench.page
    .locator('.quick-input-widget:visible .monaco-list-row', { hasText: name })
    .first();
}

function dialog(): Locator {
  return e2e.workbench.page.locator('.monaco-dialog-box');
}

async function press(key: string): Promise<void> {
  await e2e.workbench.page.keyboard.press(key);
}

/** Opens an input from the panel and closes it again, then types: the letters are added to the draft. */
async function staysInChatInput(open: () => Promise<unknown>, close: () => Promise<unknown>): Promise<void> {
  const { workbench } = e2e;
  const before = await person.composer.inputValue();
  await open();
  await workbench.waitUntil(async () => !(await hasFocus()));
  await close();
  await workbench.waitUntil(hasFocus);
  await workbench.page.keyboard.type('xy');
  await person.waitForDraft(`${before}xy`);
  assert.ok((await workbench.editorText()).startsWith(SOURCE));
}

async function hasFocus(): Promise<boolean> {
  return person.panel.locator('html').evaluate(({ ownerDocument }) => ownerDocument.hasFocus());
}

function modelButton(): Locator {
  return person.panel.getByRole('button', { name: /^Select Model/ });
}

test('after Connect is canceled, and after each of its steps', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await workbench.showPanel();
  await person.composer.click();
  const connect = person.panel.getByRole('button', { name: 'Connect' });
  const isOpen = () => person.inputBoxWith('Base URL of the chat service').waitFor();
  await staysInChatInput(
    async () => {
      await connect.click();
      await isOpen();
    },
    () => press('Escape'),
  );
  await staysInChatInput(
    async () => {
      await connect.click();
      await isOpen();
    },
    () => person.enterAddressAndKey(),
  );
});

test('after a model was chosen with the mouse, and after Escape', async () => {
  const open = async () => {
    await modelButton().click();
    await item('1M').waitFor();
  };
  await staysInChatInput(open, () => item('fable').click());
  await modelButton().getByText('fable').waitFor();
  await staysInChatInput(open, () => press('Escape'));
});

test('after files were chosen in the second list of +, and after Escape', async () => {
  const open = async () => {
    await person.panel.getByRole('button', { name: 'Add Context' }).click();
    await item('Files & Folders').waitFor();
  };
  await staysInChatInput(open, async () => {
    await item('Files & Folders').click();
    await item('units.ts').waitFor();
    await item('units.ts').click();
    await press('Enter');
  });
  await person.panel.locator('.composer .chip', { hasText: 'units.ts' }).waitFor();
  await staysInChatInput(open, () => press('Escape'));
});

test('on the button that was pressed with a key', async () => {
  const { workbench } = e2e;
  await modelButton().focus();
  await press('Enter');
  await item('1M').waitFor();
  await press('Escape');
  await person.panel.locator('.model-button:focus').waitFor();
  await workbench.waitUntil(hasFocus);
  await workbench.page.keyboard.type('xy');
  assert.ok((await workbench.editorText()).startsWith(SOURCE));
});

test('after a dialog of VS Code', async () => {
  const { service } = e2e;
  await person.fill(TOKEN);
  await staysInChatInput(
    async () => {
      await press('Enter');
      await dialog().getByText('seems to contain a secret').waitFor();
    },
    () => press('Escape'),
  );
  replyNext(service, '[A link](https://example.com/)');
  await person.ask('Where is it?');
  await person.replyFinished(1);
  await staysInChatInput(
    async () => {
      await person.lastReply.getByRole('link', { name: 'A link' }).click();
      await dialog().getByText('example.com').waitFor();
    },
    () => dialog().getByRole('button', { name: 'Cancel' }).click(),
  );
});

test('after a pick of a command in the menu of a turn', async () => {
  await person.composer.focus();
  await staysInChatInput(
    async () => {
      await person.chooseInTurnMenu(person.lastReply, 'Ask Another Model');
      await item('1M').waitFor();
    },
    () => press('Escape'),
  );
});

test('after a pick that the Command Palette or the title bar opened', async () => {
  const { page } = e2e.workbench;
  const cancel = async () => {
    await item('1M').waitFor();
    await press('Escape');
  };
  await person.composer.focus();
  await staysInChatInput(() => e2e.workbench.runCommand('Assistant: Select Model'), cancel);
  await staysInChatInput(async () => {
    await page.locator('.part.sidebar .composite.title .codicon-toolbar-more').click();
    await person.chooseInMenu('Select Model');
  }, cancel);
});

test('but not after a click into the editor', async () => {
  const { workbench } = e2e;
  await modelButton().click();
  await item('1M').waitFor();
  await workbench.page.locator('.view-line', { hasText: '0ms' }).click();
  await item().waitFor({ state: 'detached' });
  await workbench.page.keyboard.type('xy');
  await workbench.waitForEditorText((text) => text.includes('xy'));
  await workbench.runCommand('Assistant: Select Model');
  await item('1M').waitFor();
  await press('Escape');
  await item().waitFor({ state: 'detached' });
  await workbench.page.keyboard.type('zx');
  await workbench.waitForEditorText((text) => text.includes('xyzx'));
});

test('in the chat editor', async () => {
  const { workbench } = e2e;
  const chat = workbench.chatTab();
  await workbench.runCommand('Assistant: Open Chat in Editor');
  const composer = chat.locator('textarea:focus');
  const before = await person.composer.inputValue();
  await workbench.waitUntil(async () => (await composer.inputValue()) === before);
  await chat.getByRole('button', { name: /^Select Model/ }).click();
  await item('1M').waitFor();
  await press('Escape');
  await composer.waitFor();
  await workbench.waitUntil(() =>
    chat.locator('html').evaluate(({ ownerDocument }) => ownerDocument.hasFocus()),
  );
  await workbench.page.keyboard.type('xy');
  await workbench.waitUntil(async () => (await composer.inputValue()) === `${before}xy`);
});
