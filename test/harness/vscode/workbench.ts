import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, ConsoleMessage, FrameLocator, Locator, Page } from 'playwright-core';
import { testFolder } from '../paths.ts';
import { Palette } from './palette.ts';
import type { Payload, RunningVscode } from './vscodeServer.ts';

export type Theme = 'light' | 'dark' | 'highContrastLight' | 'highContrast';

/** CSS class of the workbench by kind of theme. */
const WORKBENCH_CLASSES: Readonly<Record<Theme, string>> = {
  light: 'vs',
  dark: 'vs-dark',
  highContrastLight: 'hc-light',
  highContrast: 'hc-black',
};

/** Errors that the workbench logs without network and sign-in, or on a slow machine, where it gives up participants of a save. */
const WORKBENCH_NOISE = new RegExp(
  [
    ...['service ?worker', 'fetching the script', 'vsda', 'mint-key', '/update/check', 'open-vsx'],
    ...['ERR_NAME_NOT_RESOLVED', 'auth(entication)? provider', 'vscode.typescript-language-features'],
    'Aborted onWillSaveTextDocument-event',
  ].join('|'),
  'i',
);

const CHAT_FRAME = 'iframe.webview.ready[src*="extensionId=assistant.assistant-chat"]';
/**
 * The URL of the view's frame contains its purpose, but no longer after the view was hidden and shown again. Then the
 * view is recognized as the frame of a window without a chat tab.
 */
const IN_VIEW = '[src*="purpose=webviewView"]';
const NO_TAB = 'body:not(:has(.tab[data-resource-name^="webview-"]))';
const PANEL_FRAME = `${CHAT_FRAME}${IN_VIEW}, ${NO_TAB} ${CHAT_FRAME}`;
const TAB_FRAME = `${CHAT_FRAME}:not(${IN_VIEW})`;

/** Timeout of one step in an open workbench, in ms. Long enough for a busy machine. */
const ACTION_TIMEOUT_MS = 120_000;

/** Timeout for a workbench to load, in ms. */
const LOAD_TIMEOUT_MS = 120_000;

/** Maximum number of console messages in the diagnostics of a failed test. */
const MAX_CONSOLE_LINES = 2000;

const MODIFIER = process.platform === 'darwin' ? 'Meta' : 'Control';

export interface WorkbenchOptions {
  readonly vscode: RunningVscode;
  readonly browser: Browser;
  /** See `RunningVscode.url`. */
  readonly folder: string | undefined;
  readonly payload?: Payload;
  /** Another window in the same browser profile. */
  readonly beside?: Workbench;
  /** Of the window, in CSS px. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Disables the Content Security Policies of all pages, to test what the panel does without their protection. */
  readonly bypassPolicy?: boolean;
  /** Called with the empty page before it opens the workbench. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Opens the workbench of a running VS Code in a new browser profile, or in that of `beside`. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const context = options.beside?.page.context() ?? (await newProfile(options));
  const page = await context.newPage();
  const workbench = new Workbench(options.vscode, page);
  await options.prepare?.(page);
  await page.goto(options.vscode.url(options.folder, options.payload), { timeout: LOAD_TIMEOUT_MS });
  return workbench;
}

async function newProfile({ browser, size, bypassPolicy }: WorkbenchOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: size ?? { width: 1400, height: 900 },
    bypassCSP: bypassPolicy ?? false,
  });
  // This route stores half of the key of VS Code's secret storage. Without it, secrets are lost on reload.
  await context.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  return context;
}

/** A VS Code workbench as a user operates and sees it. */
export class Workbench {
  readonly page: Page;
  readonly palette: Palette;
  readonly #vscode: RunningVscode;
  readonly #consoleErrors: string[] = [];
  readonly #consoleLines: string[] = [];

  constructor(vscode: RunningVscode, page: Page) {
    this.#vscode = vscode;
    this.page = page;
    this.palette = new Palette(page);
    page.on('console', (message) => this.#recordMessage(message));
    page.on('pageerror', (error) => {
      this.#consoleErrors.push(error.message);
      this.#recordLine(`uncaught ${error.stack ?? error.message}`);
    });
  }

  /** Errors and Content Security Policy violations of the page and its frames, without VS Code's own. */
  get consoleErrors(): readonly string[] {
    return this.#consoleErrors;
  }

  /** Waits until the activity bar shows the extension's icon. */
  async ready(): Promise<void> {
    await this.#activityBarIcon().waitFor({ timeout: LOAD_TIMEOUT_MS });
  }

  /** Runs a command by its title in the Command Palette, such as `Assistant: New Chat`. */
  async runCommand(title: string): Promise<void> {
    await this.palette.pick(`>${title}`, title);
  }

  /** Runs a command that focuses the panel's composer, and waits for the focus. */
  async runCommandIntoPanel(title: string): Promise<void> {
    const isVisible = await this.page.locator(PANEL_FRAME).isVisible();
    // A page that loads focuses its composer by itself.
    const isShown = isVisible && (await this.panel().locator('.conversation').count()) > 0;
    const root = this.panel().locator('html');
    if (isShown) {
      // When the palette closes, VS Code may return the focus to the panel before the panel receives `focusComposer`.
      // Wait for that message, or the panel would take the focus from whatever opens next.
      await root.evaluate(({ dataset }) => {
        delete dataset['focusRequested'];
        window.addEventListener('message', ({ data }) => {
          if (data?.type === 'focusComposer') {
            dataset['focusRequested'] = 'true';
          }
        });
      });
    }
    await this.runCommand(title);
    if (isShown) {
      await this.panel().locator('html[data-focus-requested]').waitFor({ state: 'attached' });
    }
    await this.panel().locator('textarea:focus').waitFor();
  }

  /**
   * Opens a file of the workspace by name.
   *
   * @param path absolute path if the name isn't unique, or if VS Code may not have listed the files yet
   */
  async openFile(name: string, path = name): Promise<void> {
    await this.palette.pick(path, name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    // Otherwise, the editor may take the focus during the next action.
    await this.#focusedEditor().waitFor();
  }

  /** Selects whole lines of the active editor by keyboard. Lines count from 1; both ends are included. */
  async selectLines(first: number, last: number): Promise<void> {
    const { keyboard } = this.page;
    await this.palette.goToLine(first);
    for (let line = first; line < last; line += 1) {
      await keyboard.press('Shift+ArrowDown');
    }
    await keyboard.press('Shift+End');
    await this.page.locator('[id="status.editor.selection"]', { hasText: 'selected' }).waitFor();
  }

  /** Shows the chat panel with its icon in the activity bar unless it is visible. */
  async showPanel(): Promise<FrameLocator> {
    if (!(await this.page.locator(PANEL_FRAME).isVisible())) {
      await this.#activityBarIcon().click();
    }
    return this.panel();
  }

  /** Replaces the chat panel with the Explorer and waits until the panel is hidden. */
  async hidePanel(): Promise<void> {
    await this.runCommand('View: Show Explorer');
    await this.page.locator(PANEL_FRAME).waitFor({ state: 'hidden' });
  }

  /** The document of the chat panel. */
  panel(): FrameLocator {
    return this.page.frameLocator(PANEL_FRAME).frameLocator('iframe#active-frame');
  }

  /** The document of the chat that is open as an editor, in this window or in an auxiliary window. */
  chatTab(page = this.page): FrameLocator {
    return page.frameLocator(TAB_FRAME).frameLocator('iframe#active-frame');
  }

  /**
   * Changes user settings in the editor of the settings file, as a user does, and closes it. (VS Code in the browser
   * does not notice changes of the file on disk.)
   */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const { keyboard } = this.page;
    const settings: unknown = JSON.parse(await readFile(this.#vscode.settingsFile, 'utf8'));
    await this.runCommand('Preferences: Open User Settings (JSON)');
    const tab = this.page.locator('.tab.active[data-resource-name="settings.json"]');
    await tab.waitFor();
    await this.focusEditor();
    await keyboard.press(`${MODIFIER}+A`);
    await keyboard.insertText(JSON.stringify(Object.assign({}, settings, changes)));
    // Delete the closing bracket that the editor inserted.
    await keyboard.press(process.platform === 'darwin' ? 'Meta+Shift+ArrowDown' : 'Control+Shift+End');
    await keyboard.press('Delete');
    await this.page.locator('.tab.active.dirty').waitFor();
    await keyboard.press(`${MODIFIER}+S`);
    await this.page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    await this.runCommand('View: Close Editor');
    await tab.waitFor({ state: 'detached' });
  }

  async setTheme(theme: Theme): Promise<void> {
    const names: Readonly<Record<Theme, string>> = {
      ...this.#vscode.version.themes,
      highContrastLight: 'Default High Contrast Light',
      highContrast: 'Default High Contrast',
    };
    await this.changeSettings({ 'workbench.colorTheme': names[theme] });
    await this.page.locator(`.monaco-workbench.${WORKBENCH_CLASSES[theme]}`).waitFor();
  }

  /** Drags the border of the side bar to this width, in px (VS Code's minimum is 170). */
  async setPanelWidth(width: number): Promise<void> {
    await this.#dragBorder('.part.sidebar', width);
  }

  /** Drags the border of the secondary side bar, which shows VS Code's own chat view, to this width, in px. */
  async setSecondarySideBarWidth(width: number): Promise<void> {
    await this.#dragBorder('.part.auxiliarybar', width);
  }

  /**
   * Saves a screenshot of the window, or of a part of it, to `artefacts/<version>/` of the test folder. Returns its
   * path.
   */
  async screenshot(name: string, part?: Locator): Promise<string> {
    const folder = join(testFolder(), 'artefacts', this.#vscode.version.name);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await (part ?? this.page).screenshot({ path });
    return path;
  }

  /**
   * Saves diagnostics of a failed test: a screenshot, the console of its pages, and the logs of VS Code's server and
   * extension hosts. Returns the folder.
   */
  async saveDiagnostics(name: string): Promise<string> {
    const folder = join(testFolder(), 'artefacts', this.#vscode.version.name, `failed ${fileNameOf(name)}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'console.txt'), this.#consoleLines.join('\n'));
    await cp(join(this.#vscode.dataDir, 'data/logs'), join(folder, 'logs'), { recursive: true }).catch(() => {
      // VS Code has not written any yet.
    });
    await this.page.screenshot({ path: join(folder, 'window.png') }).catch(() => {
      // The page crashed or was closed.
    });
    return folder;
  }

  /** The visible lines of the active editor, joined by LF. */
  async editorText(): Promise<string> {
    const lines = this.#editor().locator('.view-line');
    // Drawn a frame after the editor has got the focus. An empty file has a line, too.
    await lines.first().waitFor({ state: 'attached' });
    const texts = await lines.evaluateAll((elements) =>
      elements
        .map((element) => ({
          top: Number.parseFloat((element as HTMLElement).style.top),
          text: element.textContent,
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' ')),
    );
    return texts.join('\n');
  }

  /** Waits until the visible text of the active editor is accepted. */
  async waitForEditorText(accept: (text: string) => boolean): Promise<void> {
    await this.waitUntil(async () => accept(await this.editorText()));
  }

  /** Checks a condition once per frame. Throws if that takes too long. */
  async waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs = ACTION_TIMEOUT_MS): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await condition())) {
      if (Date.now() > deadline) {
        throw new Error(`Timed out waiting for: ${condition}`);
      }
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  /** Focuses the active editor. Not by a click, since a wide side bar may cover the text. */
  async focusEditor(): Promise<void> {
    await this.runCommand('View: Focus Active Editor Group');
    await this.#focusedEditor().waitFor();
  }

  /** Undoes one step in the active editor by keyboard. */
  async undo(): Promise<void> {
    await this.#editor().click();
    await this.page.keyboard.press(`${MODIFIER}+Z`);
  }

  /** Waits for a new notification with this text. Returns its full text. */
  async notification(text: string): Promise<string> {
    const message = this.page
      .locator('.notification-list-item-message', { hasText: text })
      .filter({ visible: true });
    const bell = this.page.locator('[id="status.notifications"]');
    await message.or(bell.locator('.codicon-bell-dot')).first().waitFor();
    // With the smoke test driver, notifications are only in the list of the bell.
    const isInList = (await message.count()) === 0;
    if (isInList) {
      await bell.click();
    }
    const found = await message.first().innerText();
    if (isInList) {
      await bell.click();
    }
    return found;
  }

  /** Simulates that the window loses the focus and gets it back. */
  async leaveAndComeBack(): Promise<void> {
    await this.page.evaluate(() => {
      const setFocus = (hasFocus: boolean): void => {
        document.hasFocus = () => hasFocus;
        document.dispatchEvent(new Event('visibilitychange'));
      };
      setFocus(false);
      setFocus(true);
    });
  }

  /** Closes this window. Its browser profile remains until the browser closes. */
  async close(): Promise<void> {
    await this.page.close();
  }

  /** Drags the border between a side bar and the editors until the side bar has this width, in px. */
  async #dragBorder(sideBar: string, width: number): Promise<void> {
    const box = await this.page.locator(sideBar).boundingBox();
    if (!box) {
      throw new Error(`${sideBar} is not shown`);
    }
    const { mouse } = this.page;
    const isLeft = box.x < (this.page.viewportSize()?.width ?? 0) / 2;
    // The draggable border is beside the side bar: on its last pixel on the left, a little before its first on the right.
    const from = isLeft ? box.x + box.width : box.x - 2;
    const to = from + (isLeft ? 1 : -1) * (width - box.width);
    const middle = box.y + box.height / 2;
    await mouse.move(from, middle);
    await mouse.down();
    await mouse.move(to, middle, { steps: 5 });
    await mouse.up();
    // Move off the border, which is highlighted under the pointer.
    await mouse.move(to + (isLeft ? 200 : -200), middle);
    await this.page.waitForFunction(
      ([part, target]) => Math.abs((document.querySelector(part)?.clientWidth ?? 0) - target) <= 2,
      [sideBar, width] as const,
    );
  }

  #activityBarIcon(): Locator {
    return this.page.locator('.activitybar .action-item a[aria-label^="Assistant"]');
  }

  #editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor');
  }

  #focusedEditor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor.focused');
  }

  #recordMessage(message: ConsoleMessage): void {
    const text = `${message.text()} (${message.location().url})`;
    const isViolation = text.includes('Content Security Policy');
    if ((message.type() === 'error' || isViolation) && !WORKBENCH_NOISE.test(text)) {
      this.#consoleErrors.push(text);
    }
    this.#recordLine(`${message.type()} ${text}`);
  }

  #recordLine(line: string): void {
    this.#consoleLines.push(line);
    this.#consoleLines.splice(0, this.#consoleLines.length - MAX_CONSOLE_LINES);
  }
}

function fileNameOf(name: string): string {
  return name.replace(/\W+/g, ' ').trim().slice(0, 100);
}
