import type { FrameLocator, Locator } from 'playwright-core';
import type { EndToEnd } from './fixture.ts';

/** Steps that a person takes over and over, by what can be seen. */
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

  /** The suggestion of the composer that Enter or Tab takes, once it is this one: one of more may come first for less. */
  suggested(name: string): Locator {
    return this.panel.locator('[role="option"][aria-selected="true"]', { hasText: name });
  }

  /** VS Code's input box once it says this and has the keyboard. */
  boxThatSays(text: string): Locator {
    return this.#e2e.workbench.page
      .locator('.quick-input-widget:visible', { hasText: text })
      .locator('input.input:focus');
  }

  /** What VS Code says about what was typed into its input box. */
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

  /** Types the address and the key into VS Code's own boxes, beginning at the panel's Connect button. */
  async connect(): Promise<void> {
    await this.#e2e.workbench.showPanel();
    await this.panel.getByRole('button', { name: 'Connect' }).click();
    await this.enterAddressAndKey();
  }

  /** Answers VS Code's questions after Connect, by keys alone. */
  async enterAddressAndKey(): Promise<void> {
    const { workbench, service } = this.#e2e;
    const { keyboard } = workbench.page;
    await this.boxThatSays('Base URL of the chat service').waitFor();
    await keyboard.type(service.baseUrl);
    await keyboard.press('Enter');
    await this.boxThatSays('Your API key for').waitFor();
    await keyboard.type(service.keys.active);
    await keyboard.press('Enter');
    await this.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
  }

  /** Types into the input box that is open, and presses Enter. */
  async answer(text: string): Promise<void> {
    await this.inputBox.fill(text);
    await this.inputBox.press('Enter');
  }

  /** Selects lines of a file (from 1, both included) and asks about them by the command's key. */
  async askAbout(file: string, first: number, last: number, question: string): Promise<void> {
    const { workbench } = this.#e2e;
    await workbench.openFile(file);
    await workbench.selectLines(first, last);
    await workbench.page.keyboard.press('Control+Alt+A');
    await this.boxThatSays('Ask About Selection').waitFor();
    await this.answer(question);
  }

  /** Shows the panel, whose composer has the keyboard then. */
  async openChat(): Promise<void> {
    await this.#e2e.workbench.runCommandIntoPanel('Assistant: Open Chat');
  }

  /** Begins an empty conversation, whose composer has the keyboard. */
  async newChat(): Promise<void> {
    await this.#e2e.workbench.runCommandIntoPanel('Assistant: New Chat');
    await this.panel.getByRole('button', { name: 'Explain the selection' }).waitFor();
  }

  /** Types into the composer and sends, as soon as that can be. */
  async ask(question: string): Promise<void> {
    await this.composer.fill(question);
    await this.send();
  }

  /** Types the name of a prompt, which is suggested, and sends it without taking that. */
  async askByName(name: string): Promise<void> {
    await this.composer.fill(`/${name}`);
    await this.suggested(name).waitFor();
    await this.composer.press('Escape');
    await this.suggested(name).waitFor({ state: 'hidden' });
    await this.send();
  }

  /** Sends what the composer holds, as soon as that can be: before, Enter does nothing. */
  async send(): Promise<void> {
    await this.panel.locator('.send-button[aria-label="Send"][aria-disabled="false"]').waitFor();
    await this.composer.press('Enter');
  }

  /**
   * Waits until no reply is being written and there are this many. Not for a reply that goes on in its place, whose
   * beginning is waited for by `goOn`.
   */
  async replyFinished(count: number): Promise<void> {
    await this.replies.nth(count - 1).waitFor();
    await this.panel.getByRole('button', { name: 'Send', exact: true }).waitFor();
  }

  /** Presses the button of the last reply by which it goes on in its place, and waits until it does. */
  async goOn(name: 'Retry' | 'Continue'): Promise<void> {
    const button = this.lastReply.getByRole('button', { name });
    await button.waitFor();
    // This very one: the next trouble has one of the same name.
    const pressed = await button.elementHandle();
    await pressed?.click();
    await pressed?.waitForElementState('hidden');
  }

  /** Opens the menu of a turn by its button, and takes an entry of it. */
  async chooseOfTurn(turn: Locator, entry: string): Promise<void> {
    const { page } = this.#e2e.workbench;
    await turn.hover();
    await turn.getByRole('button', { name: 'More Actions…' }).click();
    const item = page.getByRole('menuitem', { name: entry });
    // Right after it came, a menu takes no click: it could be the end of the press that opened it.
    await item.hover();
    await page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  /** Waits until the composer holds this. */
  async composerHolds(text: string): Promise<void> {
    await this.#e2e.workbench.waitUntil(async () => (await this.composer.inputValue()) === text);
  }
}
