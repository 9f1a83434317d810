import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { EndToEnd } from './fixture.ts';
import { isInFiles } from './leftovers.ts';

/** Common actions of a user. Finds elements by what the user sees. */
export class Person {
  readonly #e2e: EndToEnd;

  constructor(e2e: EndToEnd) {
    this.#e2e = e2e;
  }

  get panel(): FrameLocator {
    return this.#e2e.workbench.panel();
  }

  get composer(): Locator {
    return this.panel.getByRole('textbox', { name: 'Message' });
  }

  get inputBox(): Locator {
    return this.#e2e.workbench.page.locator('.quick-input-widget:visible input.input');
  }

  /** The active suggestion if it has this name. Another one may be active until the whole search text is typed. */
  suggested(name: string): Locator {
    return this.panel.locator('[role="option"][aria-selected="true"]', { hasText: name });
  }

  /** VS Code's input box once it shows this text and has the focus. */
  inputBoxWith(text: string): Locator {
    return this.#e2e.workbench.page
      .locator('.quick-input-widget:visible', { hasText: text })
      .locator('input.input:focus');
  }

  /** Validation message of VS Code's input box. */
  get inputMessage(): Locator {
    return this.#e2e.workbench.page.locator('.quick-input-widget:visible .quick-input-message');
  }

  get replies(): Locator {
    return this.panel.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: /^Assistant/ });
  }

  get lastReply(): Locator {
    return this.replies.last();
  }

  get lastQuestion(): Locator {
    return this.panel
      .getByRole('log', { name: 'Conversation' })
      .getByRole('article', { name: /^You/ })
      .last();
  }

  /** Connects, starting at the panel's Connect button. */
  async connect(): Promise<void> {
    await this.#e2e.workbench.showPanel();
    await this.panel.getByRole('button', { name: 'Connect' }).click();
    await this.enterAddressAndKey();
    await this.backInChat();
  }

  /** Resolves when the composer has the keyboard back after an input box or a pick. Nobody is faster. */
  async backInChat(): Promise<void> {
    await this.panel.locator('textarea:focus').waitFor();
  }

  /** Enters base URL and API key into VS Code's input boxes after Connect, by keyboard only. */
  async enterAddressAndKey(): Promise<void> {
    const { workbench, service } = this.#e2e;
    const { keyboard } = workbench.page;
    await this.inputBoxWith('Base URL of the chat service').waitFor();
    await keyboard.type(service.baseUrl);
    await keyboard.press('Enter');
    await this.inputBoxWith('Your API key for').waitFor();
    await keyboard.type(service.keys.active);
    await keyboard.press('Enter');
    await this.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
  }

  /** Fills the open input box and presses Enter. */
  async submit(text: string): Promise<void> {
    await this.inputBox.fill(text);
    await this.inputBox.press('Enter');
  }

  /** Selects lines of a file (1-based, inclusive) and asks about them by the command's shortcut. */
  async askAbout(file: string, first: number, last: number, question: string): Promise<void> {
    await this.#e2e.workbench.openFile(file);
    await this.askAboutLines(first, last, question);
  }

  /** Selects lines of the active editor (1-based, inclusive) and asks about them by the command's shortcut. */
  async askAboutLines(first: number, last: number, question: string): Promise<void> {
    const { workbench } = this.#e2e;
    await workbench.selectLines(first, last);
    await workbench.page.keyboard.press('Alt+Shift+K');
    await this.inputBoxWith('Ask About Selection').waitFor();
    await this.submit(question);
  }

  /** Makes a model that of this conversation and of new ones, starting at the panel's button. */
  async selectModel(model: string): Promise<void> {
    const button = this.panel.getByRole('button', { name: /^Select Model/ });
    await button.click();
    await this.#e2e.workbench.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: model })
      .click();
    await button.filter({ hasText: model }).waitFor();
    await this.backInChat();
  }

  /** Shows the panel with the focus in the composer. */
  async openChat(): Promise<void> {
    await this.#e2e.workbench.runCommandIntoPanel('Assistant: Open Chat');
  }

  /** Starts an empty conversation with the focus in the composer. */
  async newChat(): Promise<void> {
    await this.#e2e.workbench.runCommandIntoPanel('Assistant: New Chat');
    await this.panel.locator('.welcome:visible').waitFor();
  }

  /**
   * Fills the composer. The browser is told to insert the text wherever the focus is, which VS Code may be moving at that
   * moment: after an input box has closed, or while it shows the view.
   */
  async fill(text: string): Promise<void> {
    await this.#e2e.workbench.waitUntil(async () => {
      await this.composer.fill(text);
      return (await this.composer.inputValue()) === text;
    });
  }

  /** Fills the composer and sends once Send is enabled. */
  async ask(question: string): Promise<void> {
    await this.fill(question);
    await this.send();
  }

  /** Types the name of a prompt and sends it without accepting the suggestion. */
  async askByName(name: string): Promise<void> {
    await this.fill(`/${name}`);
    await this.suggested(name).waitFor();
    await this.composer.press('Escape');
    await this.suggested(name).waitFor({ state: 'hidden' });
    await this.send();
  }

  /** Sends the text of the composer once Send is enabled. Before, Enter does nothing. */
  async send(): Promise<void> {
    await this.panel.locator('.send-button[aria-label="Send"][aria-disabled="false"]').waitFor();
    await this.composer.press('Enter');
  }

  /**
   * Waits until there are `count` replies and none is streaming. If a reply is retried or continued in its place, call
   * `retryOrContinue` first, which waits until that has started.
   */
  async replyFinished(count: number): Promise<void> {
    await this.replies.nth(count - 1).waitFor();
    await this.panel.getByRole('button', { name: 'Send', exact: true }).waitFor();
  }

  /** Retries or continues the last reply in its place. Resolves when that has started. */
  async retryOrContinue(name: 'Retry' | 'Continue'): Promise<void> {
    const button = this.lastReply.getByRole('button', { name });
    const others = this.lastReply.getByRole('button', { name: 'Other Actions…' });
    await button.or(others).first().waitFor();
    // Wait for this very button to disappear, since the next failure has one with the same name.
    const pressed = (await button.count()) > 0 ? button : others;
    const shown = await pressed.elementHandle();
    await pressed.click();
    if (pressed === others) {
      await this.lastReply.getByRole('menuitem', { name }).click();
    }
    await shown?.waitForElementState('hidden');
  }

  /** Chooses an entry of the menu of the last reply's notice. */
  async chooseInNotice(name: string): Promise<void> {
    await this.lastReply.getByRole('button', { name: 'Other Actions…' }).click();
    const item = this.lastReply.getByRole('menuitem', { name });
    await item.or(this.lastReply.getByRole('menuitemcheckbox', { name })).click();
  }

  /** Opens the menu of a turn by its button, and chooses an entry. */
  async chooseInTurnMenu(turn: Locator, entry: string): Promise<void> {
    await turn.hover();
    await turn.locator('.turn-menu').click();
    await this.chooseInMenu(entry);
  }

  /** Chooses an entry of the menu that VS Code shows or is about to show. */
  async chooseInMenu(entry: string): Promise<void> {
    const { page } = this.#e2e.workbench;
    const item = page.getByRole('menuitem', { name: entry });
    // A menu ignores clicks right after it opens, since they could end the click that opened it.
    await item.hover();
    await page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  /** Removes the API key, and confirms it. */
  async removeApiKey(): Promise<void> {
    const { workbench } = this.#e2e;
    await workbench.runCommand('Assistant: Remove API Key');
    await workbench.page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
  }

  /** Presses the key until the element with this name has the focus in the panel. Fails after 40 presses. */
  async tabTo(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 40; presses += 1) {
      const focused = await this.panel.locator(':focus').all();
      const names = await Promise.all(
        focused.map(
          async (element) => (await element.getAttribute('aria-label')) ?? (await element.innerText()),
        ),
      );
      if (names.some((found) => found.trim() === name)) {
        return;
      }
      await this.#e2e.workbench.page.keyboard.press(key);
    }
    assert.fail(`${key} never reached ${name}`);
  }

  /** Resolves when the composer contains exactly this text. */
  async waitForDraft(text: string): Promise<void> {
    await this.#e2e.workbench.waitUntil(async () => (await this.composer.inputValue()) === text);
  }

  /** Resolves when a text is on the disk, as the draft of a conversation. */
  async untilDraftSaved(text: string): Promise<void> {
    const { vscode, workbench } = this.#e2e;
    const notes = 'data/User/globalStorage/assistant.assistant-chat/history/v1/notes';
    await workbench.waitUntil(() => isInFiles(join(vscode.dataDir, notes), text));
  }
}
