import type { Locator, Page } from 'playwright-core';

/** Timeout of one step of an attempt, in ms. */
const STEP_TIMEOUT_MS = 5_000;

/** Enough that one succeeds even on a busy machine. */
const MAX_ATTEMPTS = 10;

/** VS Code's Quick Open, which runs commands, opens files, and goes to lines. */
export class Palette {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The quick input widget, which also shows quick picks and input boxes. */
  get box(): Locator {
    return this.#page.locator('.quick-input-widget');
  }

  /** Opens the palette, which takes the focus, and sets its text. */
  async open(text: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    // Not typed: the text would go into the panel if the panel took the focus in between.
    await this.box.locator('input:focus').evaluate(
      (input: HTMLInputElement, value) => {
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      text,
      { timeout: STEP_TIMEOUT_MS },
    );
  }

  /** Enters `text`, moves to the row with this label, and presses Enter. */
  async pick(text: string, label: string): Promise<void> {
    const row = this.box
      .locator('.monaco-list-row')
      // Compare the whole label: rows of longer labels contain the typed text in a separate element.
      .filter({
        has: this.#page.locator('.label-name', {
          hasText: new RegExp(`^${label.replace(/[.()]/g, '\\$&')}$`),
        }),
      })
      .first();
    await this.#enter(text, async () => {
      await this.#untilVisible(row);
      while (!(await row.evaluate((element) => element.classList.contains('focused')))) {
        await this.#page.keyboard.press('ArrowDown');
        await this.#untilVisible(row);
      }
    });
  }

  /**
   * Puts the cursor at the start of a line of the active editor, counted from 1. A key can't: VS Code may ignore it just after
   * an editor has got the focus.
   */
  async goToLine(line: number): Promise<void> {
    await this.#enter(`:${line}`, () => this.#untilVisible(this.box.locator('.monaco-list-row').first()));
    await this.box.waitFor({ state: 'hidden' });
    await this.#page.locator('[id="status.editor.selection"]', { hasText: `Ln ${line}, Col 1` }).waitFor();
  }

  /**
   * Enters `text`, waits for `whenReady`, and presses Enter. Retries, because a pending action of the panel may take
   * the focus, which closes the palette, and a new workspace may not list its files yet.
   */
  async #enter(text: string, whenReady: () => Promise<void>): Promise<void> {
    let lastError: unknown;
    for (let attempts = MAX_ATTEMPTS; attempts > 0; attempts--) {
      try {
        await this.open(text);
        await whenReady();
        if (await this.#pressEnter()) {
          return;
        }
      } catch (error) {
        lastError = error;
      }
      // Not if it has closed: Escape would be for what has the focus now, and close the list of conversations.
      if (await this.box.isVisible()) {
        await this.#page.keyboard.press('Escape');
      }
    }
    throw lastError ?? new Error(`The palette lost the focus while entering ${text}`);
  }

  /** Rejects as soon as the palette closes. */
  async #untilVisible(row: Locator): Promise<void> {
    const closed = this.box.filter({ visible: false });
    await row
      .filter({ visible: true })
      .or(closed)
      .first()
      .waitFor({ state: 'attached', timeout: STEP_TIMEOUT_MS });
    if (!(await row.isVisible())) {
      throw new Error('The palette closed');
    }
  }

  /** @returns whether the palette had the focus */
  async #pressEnter(): Promise<boolean> {
    const pressed = await this.box.locator('input:focus').evaluateHandle(
      (input: HTMLInputElement) => ({
        isTaken: new Promise<boolean>((resolve) => {
          input.addEventListener('keydown', ({ key }) => key === 'Enter' && resolve(true), true);
          // Not by a `blur` event, which an input that is hidden doesn't fire.
          const check = (): void => {
            if (document.activeElement === input) {
              requestAnimationFrame(check);
            } else {
              resolve(false);
            }
          };
          check();
        }),
      }),
      undefined,
      { timeout: STEP_TIMEOUT_MS },
    );
    await this.#page.keyboard.press('Enter');
    return pressed.evaluate(({ isTaken }) => isTaken);
  }
}
