import type { Locator, Page } from 'playwright-core';

/** Timeout of one step of a try, in ms. */
const TRY_TIMEOUT = 5_000;

/** So many that also a busy machine gets one done. */
const MAX_TRIES = 10;

/** VS Code's palette, which runs commands, opens files and goes to lines. */
export class Palette {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Its box, and every other of VS Code that asks for something to be typed or chosen. */
  get box(): Locator {
    return this.#page.locator('.quick-input-widget');
  }

  /** Opens it, which takes the keyboard from wherever it is, and puts `text` into it. */
  async open(text: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    // Not typed: it would go into the panel if that took the keyboard meanwhile.
    await this.box.locator('input:focus').evaluate(
      (input: HTMLInputElement, value) => {
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      text,
      { timeout: TRY_TIMEOUT },
    );
  }

  /** Puts `text` into it, goes down to the row of that label and presses Enter. */
  async pick(text: string, label: string): Promise<void> {
    const row = this.box
      .locator('.monaco-list-row')
      // The whole of it: what was typed is in an element of its own, also in the rows of longer labels.
      .filter({
        has: this.#page.locator('.label-name', {
          hasText: new RegExp(`^${label.replace(/[.()]/g, '\\$&')}$`),
        }),
      })
      .first();
    await this.#enter(text, async () => {
      await row.waitFor({ timeout: TRY_TIMEOUT });
      while (!(await row.evaluate((element) => element.classList.contains('focused')))) {
        await this.#page.keyboard.press('ArrowDown');
      }
    });
  }

  /** Goes to a line of the active editor, from 1. */
  async goToLine(line: number): Promise<void> {
    await this.#enter(`:${line}`, () =>
      this.box.locator('.monaco-list-row').first().waitFor({ timeout: TRY_TIMEOUT }),
    );
    await this.box.waitFor({ state: 'hidden' });
  }

  /**
   * Puts `text` into it, gets it ready and presses Enter. Several times, if need be: what was on its way to the panel
   * may take the keyboard, which closes the palette, and a file may not be listed just after the workspace was opened.
   */
  async #enter(text: string, getReady: () => Promise<void>): Promise<void> {
    let trouble: unknown;
    for (let left = MAX_TRIES; left > 0; left--) {
      try {
        await this.open(text);
        await getReady();
        if (await this.#pressEnter()) {
          return;
        }
      } catch (error) {
        trouble = error;
      }
      await this.#page.keyboard.press('Escape');
    }
    throw trouble ?? new Error(`The palette did not keep the keyboard for ${text}`);
  }

  /** @returns whether it had the keyboard then */
  async #pressEnter(): Promise<boolean> {
    const pressed = await this.box.locator('input:focus').evaluateHandle(
      (input: HTMLInputElement) => ({
        isTaken: new Promise<boolean>((resolve) => {
          input.addEventListener('keydown', ({ key }) => key === 'Enter' && resolve(true), true);
          input.addEventListener('blur', () => resolve(false));
          if (document.activeElement !== input) {
            resolve(false);
          }
        }),
      }),
      undefined,
      { timeout: TRY_TIMEOUT },
    );
    await this.#page.keyboard.press('Enter');
    return pressed.evaluate(({ isTaken }) => isTaken);
  }
}
