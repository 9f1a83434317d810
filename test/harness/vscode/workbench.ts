import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, ConsoleMessage, FrameLocator, Locator, Page } from 'playwright-core';
import { testFolder } from '../paths.ts';
import { Palette } from './palette.ts';
import type { Payload, RunningVscode } from './vscodeServer.ts';

export type Theme = 'light' | 'dark' | 'highContrastLight' | 'highContrast';

/** The class that the workbench has in a theme of each kind. */
const WORKBENCH_CLASSES: Readonly<Record<Theme, string>> = {
  light: 'vs',
  dark: 'vs-dark',
  highContrastLight: 'hc-light',
  highContrast: 'hc-black',
};

/** What the workbench itself logs as errors when no network and no sign-in is there. */
const WORKBENCH_NOISE = new RegExp(
  [
    ...['service ?worker', 'fetching the script', 'vsda', 'mint-key', '/update/check', 'open-vsx'],
    ...['ERR_NAME_NOT_RESOLVED', 'auth(entication)? provider', 'vscode.typescript-language-features'],
  ].join('|'),
  'i',
);

const CHAT_FRAME = 'iframe.webview.ready[src*="extensionId=assistant.assistant-chat"]';
/** The frame of the view says so in its address, but no longer once it is shown again: then it is the only one, without a tab. */
const IN_VIEW = '[src*="purpose=webviewView"]';
const NO_TAB = 'body:not(:has(.tab:is([data-resource-name="Chat"], [aria-label^="Chat"])))';
const PANEL_FRAME = `${CHAT_FRAME}${IN_VIEW}, ${NO_TAB} ${CHAT_FRAME}`;
const TAB_FRAME = `${CHAT_FRAME}:not(${IN_VIEW})`;

/** Timeout of one step in a workbench that is open, in ms. Long, since a busy machine is no reason to fail. */
const ACTION_TIMEOUT = 60_000;

/** Timeout for a workbench to load, in ms. */
const LOAD_TIMEOUT = 120_000;

/** Maximum number of console messages kept for the diagnostics of a failed test. */
const MAX_CONSOLE_LINES = 2000;

const MODIFIER = process.platform === 'darwin' ? 'Meta' : 'Control';

export interface WorkbenchOptions {
  readonly vscode: RunningVscode;
  readonly browser: Browser;
  readonly folder: string;
  readonly payload?: Payload;
  /** Another window beside this one, in the same browser profile. */
  readonly beside?: Workbench;
  /** Leaves the policies of all pages out of force, to see what the panel alone lets through. */
  readonly bypassPolicy?: boolean;
  /** Called with the empty page, before it goes to the workbench. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Opens the workbench of a running VS Code, in a browser profile of its own. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const context = options.beside?.page.context() ?? (await newProfile(options));
  const page = await context.newPage();
  const workbench = new Workbench(options.vscode, page);
  await options.prepare?.(page);
  await page.goto(options.vscode.url(options.folder, options.payload), { timeout: LOAD_TIMEOUT });
  return workbench;
}

async function newProfile({ browser, bypassPolicy = false }: WorkbenchOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    bypassCSP: bypassPolicy,
  });
  // The service that keeps half of the key of VS Code's secret storage: without it secrets are lost on reload.
  await context.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
  context.setDefaultTimeout(ACTION_TIMEOUT);
  return context;
}

/** A VS Code workbench as a person uses it: by its keys and by what can be seen. */
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
    page.on('console', (message) => this.#keepMessage(message));
    page.on('pageerror', (error) => {
      this.#consoleErrors.push(error.message);
      this.#keepLine(`uncaught ${error.stack ?? error.message}`);
    });
  }

  /** Errors and Content Security Policy violations of the page and every frame in it, without VS Code's own noise. */
  get consoleErrors(): readonly string[] {
    return this.#consoleErrors;
  }

  /** Waits until VS Code shows its activity bar with the extension's icon. */
  async ready(): Promise<void> {
    await this.#activityBarIcon().waitFor({ timeout: LOAD_TIMEOUT });
  }

  /** Runs a command by the title that the command palette shows, such as `Assistant: New Chat`. */
  async runCommand(title: string): Promise<void> {
    await this.palette.pick(`>${title}`, title);
  }

  /** The same for a command that puts the keyboard into the panel's composer; waits until it is there. */
  async runCommandIntoPanel(title: string): Promise<void> {
    const isShown = await this.page.locator(PANEL_FRAME).isVisible();
    const root = this.panel().locator('html');
    if (isShown) {
      // Where VS Code gives the keyboard back as the palette closes, the panel has it before it is told to take it;
      // being told a moment later, it would take it from what is opened next.
      await root.evaluate(({ dataset }) => {
        delete dataset['told'];
        window.addEventListener('message', ({ data }) => {
          if (data?.type === 'focusComposer') {
            dataset['told'] = 'true';
          }
        });
      });
    }
    await this.runCommand(title);
    if (isShown) {
      await this.panel().locator('html[data-told]').waitFor({ state: 'attached' });
    }
    await this.panel().locator('textarea:focus').waitFor();
  }

  /**
   * Opens a file of the workspace by its name, which must be the only one of that name.
   *
   * @param path its absolute path, for one that is not, and where VS Code need not have listed the files yet
   */
  async openFile(name: string, path = name): Promise<void> {
    await this.palette.pick(path, name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    // Coming a moment later, it would take the keyboard from what is used next.
    await this.#focusedEditor().waitFor();
  }

  /** Selects whole lines of the active editor by keyboard; lines count from 1, both ends are included. */
  async selectLines(first: number, last: number): Promise<void> {
    const { keyboard } = this.page;
    await this.palette.goToLine(first);
    await this.page.locator('[id="status.editor.selection"]', { hasText: `Ln ${first}, Col 1` }).waitFor();
    for (let line = first; line < last; line += 1) {
      await keyboard.press('Shift+ArrowDown');
    }
    await keyboard.press('Shift+End');
    await this.page.locator('[id="status.editor.selection"]', { hasText: 'selected' }).waitFor();
  }

  /** Shows the chat panel by a click on its icon in the activity bar, unless it is shown. */
  async showPanel(): Promise<FrameLocator> {
    if (!(await this.page.locator(PANEL_FRAME).isVisible())) {
      await this.#activityBarIcon().click();
    }
    return this.panel();
  }

  /** Shows the explorer in the place of the chat panel, and waits until that is hidden. */
  async hidePanel(): Promise<void> {
    await this.runCommand('View: Show Explorer');
    await this.page.locator(PANEL_FRAME).waitFor({ state: 'hidden' });
  }

  /** The document of the chat panel. */
  panel(): FrameLocator {
    return this.page.frameLocator(PANEL_FRAME).frameLocator('iframe#active-frame');
  }

  /** The document of the chat that is open as an editor, in this window or in one that came out of it. */
  chatTab(page = this.page): FrameLocator {
    return page.frameLocator(TAB_FRAME).frameLocator('iframe#active-frame');
  }

  /**
   * Changes the user's settings as a person does, in the settings file's editor, which is closed again. (VS Code in
   * the browser does not notice when the file is changed on disk.)
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
    // The closing bracket that the editor put in by itself.
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

  /** Drags the border of the side bar until the bar has this width in px (VS Code's own minimum is 170). */
  async setPanelWidth(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (!box) {
      throw new Error('The side bar is not shown');
    }
    const { mouse } = this.page;
    const middle = box.y + box.height / 2;
    await mouse.move(box.x + box.width, middle);
    await mouse.down();
    await mouse.move(box.x + width, middle, { steps: 5 });
    await mouse.up();
    // Off the border, which lights up under the mouse.
    await mouse.move(box.x + width + 200, middle);
    await this.page.waitForFunction(
      (wanted) => Math.abs((document.querySelector('.part.sidebar')?.clientWidth ?? 0) - wanted) <= 2,
      width,
    );
  }

  /**
   * Takes a picture of the window, or of a part of it, kept in `artefacts/<version>/` of the test folder; returns its
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
   * Keeps what explains a failed test: a picture of the window, the console of its pages, and the logs of VS Code's
   * server and extension hosts. Returns the folder.
   */
  async saveDiagnostics(name: string): Promise<string> {
    const folder = join(testFolder(), 'artefacts', this.#vscode.version.name, `failed ${fileNameOf(name)}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'console.txt'), this.#consoleLines.join('\n'));
    await cp(join(this.#vscode.dataDir, 'data/logs'), join(folder, 'logs'), { recursive: true }).catch(() => {
      // VS Code did not come as far as to write any.
    });
    await this.page.screenshot({ path: join(folder, 'window.png') }).catch(() => {
      // The page crashed or was closed: the rest has to do.
    });
    return folder;
  }

  /** The lines of the active editor that are in view, joined by line feeds. */
  async editorText(): Promise<string> {
    const lines = await this.#editor()
      .locator('.view-line')
      .evaluateAll((elements) =>
        elements
          .map((element) => ({
            top: Number.parseFloat((element as HTMLElement).style.top),
            text: element.textContent,
          }))
          .sort((a, b) => a.top - b.top)
          .map(({ text }) => text.replaceAll('\u00a0', ' ')),
      );
    return lines.join('\n');
  }

  /** Waits until what is in view of the active editor is accepted. */
  async waitForEditorText(accept: (text: string) => boolean): Promise<void> {
    await this.waitUntil(async () => accept(await this.editorText()));
  }

  /** Looks once a frame until it is so. Throws after a minute. */
  async waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + ACTION_TIMEOUT;
    while (!(await isSo())) {
      if (Date.now() > deadline) {
        throw new Error(`Timed out waiting for: ${isSo}`);
      }
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  /** Puts the keyboard into the active editor. Not by a click: where the side bar is wide, it may lie over the text. */
  async focusEditor(): Promise<void> {
    await this.runCommand('View: Focus Active Editor Group');
    await this.#focusedEditor().waitFor();
  }

  /** Undoes one step in the active editor, by the key. */
  async undo(): Promise<void> {
    await this.#editor().click();
    await this.page.keyboard.press(`${MODIFIER}+Z`);
  }

  /** Waits for a new notification with this text and returns all of its text. */
  async notification(text: string): Promise<string> {
    const message = this.page
      .locator('.notification-list-item-message', { hasText: text })
      .filter({ visible: true });
    const bell = this.page.locator('[id="status.notifications"]');
    await message.or(bell.locator('.codicon-bell-dot')).first().waitFor();
    // Where VS Code takes tests, notifications are in the list behind the bell alone.
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

  /** The keyboard goes to another window, and comes back. */
  async leaveAndComeBack(): Promise<void> {
    await this.page.evaluate(() => {
      const turn = (hasFocus: boolean): void => {
        document.hasFocus = () => hasFocus;
        document.dispatchEvent(new Event('visibilitychange'));
      };
      turn(false);
      turn(true);
    });
  }

  /** Closes this window; its browser profile stays as long as the browser. */
  async close(): Promise<void> {
    await this.page.close();
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

  #keepMessage(message: ConsoleMessage): void {
    const text = `${message.text()} (${message.location().url})`;
    const isViolation = text.includes('Content Security Policy');
    if ((message.type() === 'error' || isViolation) && !WORKBENCH_NOISE.test(text)) {
      this.#consoleErrors.push(text);
    }
    this.#keepLine(`${message.type()} ${text}`);
  }

  #keepLine(line: string): void {
    this.#consoleLines.push(line);
    this.#consoleLines.splice(0, this.#consoleLines.length - MAX_CONSOLE_LINES);
  }
}

function fileNameOf(name: string): string {
  return name.replace(/\W+/g, ' ').trim().slice(0, 100);
}
