import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PAGE_SHOWN } from '../../src/protocol/panelPage.ts';
import type { OpenedPage } from '../../src/vscode/panel/openPage.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/temporaryFolder.ts';

const load = createRequire(import.meta.url);
const { build } = load('../../esbuild.js') as { build(options: object): Promise<unknown> };

/** Stands for VS Code: what `main.ts` registers is in `registered`, the commands that it runs are in `executed`. */
const VSCODE = `
  const registered = {};
  const executed = [];
  const take = (id, value) => { registered[id] = value; return { dispose() {} }; };
  module.exports = {
    registered,
    executed,
    Uri: { joinPath: (uri, name) => uri + '/' + name },
    commands: { registerCommand: take, executeCommand: async (id) => void executed.push(id) },
    env: { language: 'en' },
    l10n: {},
    workspace: { getConfiguration: () => ({ get: (name) => (name === 'model' ? 'a-model' : undefined) }) },
    window: { registerWebviewViewProvider: take, registerWebviewPanelSerializer: take, tabGroups: { all: [] } },
  };`;

/** Stands for the rest of the extension. */
const REST = `
  exports.adopted = [];
  exports.pages = [];
  exports.start = () => ({
    ui: {
      shownAtOnce: () => ({ draft: 'unsent', model: 'another-model' }),
      view: { adopt: (view, page, focus) => { exports.pages.push(page); exports.adopted.push(focus); page.listen((message) => exports.adopted.push(message)); } },
    },
    restore: () => exports.adopted.push('restore'),
    commands: new Map([['assistant.newChat', async (argument) => void exports.adopted.push(argument)]]),
  });`;

interface StubVsCode {
  readonly registered: {
    readonly 'assistant.chat': { resolveWebviewView(view: unknown): void };
    readonly 'assistant.openChat': () => Promise<void>;
    readonly 'assistant.newChat': (argument: unknown) => Promise<void>;
  };
  readonly executed: string[];
}

/** A view that VS Code opens. */
class StubView {
  send = (_message: unknown): void => undefined;
  close = (): void => undefined;
  readonly webview = {
    html: '',
    options: {},
    cspSource: '',
    asWebviewUri: (uri: string) => uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      this.send = listener;
    },
  };
  readonly onDidDispose = (listener: () => void): void => {
    this.close = listener;
  };
}

describe('the first file of the extension', () => {
  let folder: TemporaryFolder;
  let vscode: StubVsCode;
  const file = (name: string): string => join(folder.path, name);
  const isRestLoaded = (): boolean => file('extension.js') in load.cache;
  const adopted = (): unknown[] => (load(file('extension.js')) as { adopted: unknown[] }).adopted;
  const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  const whenLoaded = async (): Promise<void> => {
    while (!isRestLoaded()) {
      await nextTask();
    }
    await nextTask();
  };

  before(async () => {
    folder = await makeTemporaryFolder();
    const built = await makeTemporaryFolder();
    await build({ production: true, outdir: built.path });
    await cp(join(built.path, 'main.js'), file('main.js'));
    await built.remove();
    await mkdir(file('node_modules/vscode'), { recursive: true });
    await writeFile(file('node_modules/vscode/index.js'), VSCODE);
    await writeFile(file('extension.js'), REST);
  });

  after(() => folder.remove());

  beforeEach(() => {
    for (const path of Object.keys(load.cache).filter((name) => name.startsWith(folder.path))) {
      delete load.cache[path];
    }
    vscode = load(file('node_modules/vscode/index.js')) as StubVsCode;
    const commands = [{ command: 'assistant.openChat' }, { command: 'assistant.newChat' }];
    (load(file('main.js')) as { activate(context: object): void }).activate({
      extensionUri: 'file:///extension',
      subscriptions: [],
      extension: { packageJSON: { contributes: { commands } } },
    });
  });

  it('loads the rest and restores the window when the page is shown, and passes on what the page has sent meanwhile, in order', async () => {
    await vscode.registered['assistant.openChat']();
    assert.deepEqual(vscode.executed, ['assistant.chat.focus']);
    const view = new StubView();
    vscode.registered['assistant.chat'].resolveWebviewView(view);
    assert.match(view.webview.html, /^<!DOCTYPE html>/);
    for (let step = 0; step < 50; step++) {
      await nextTask();
    }
    assert.equal(isRestLoaded(), false, 'loaded before the page is shown');
    view.send(PAGE_SHOWN);
    view.send('first');
    view.send('second');
    await whenLoaded();
    view.send('third');
    assert.deepEqual(adopted(), ['restore', { type: 'focusComposer' }, 'first', 'second', 'third']);
  });

  it('leaves the focus alone in a page that is opened without the command, also after one that was', async () => {
    await vscode.registered['assistant.openChat']();
    const [first, second] = [new StubView(), new StubView()];
    vscode.registered['assistant.chat'].resolveWebviewView(first);
    vscode.registered['assistant.chat'].resolveWebviewView(second);
    first.send(PAGE_SHOWN);
    second.send(PAGE_SHOWN);
    await whenLoaded();
    assert.deepEqual(adopted(), ['restore', { type: 'focusComposer' }, 'restore', undefined]);
  });

  it('shows in a page what is known, and loads the rest if the page never says that it is shown: the model of the settings at first, then what the rest has', async () => {
    const [first, second] = [new StubView(), new StubView()];
    vscode.registered['assistant.chat'].resolveWebviewView(first);
    assert.match(first.webview.html, />a-model</);
    await whenLoaded();
    vscode.registered['assistant.chat'].resolveWebviewView(second);
    assert.match(second.webview.html, /data-draft="unsent".*>another-model</s);
    second.send(PAGE_SHOWN);
    await nextTask();
    const { pages } = load(file('extension.js')) as { pages: OpenedPage[] };
    const before = second.webview.html;
    pages[1]?.update({ draft: 'unsent', model: 'another-model' });
    // VS Code would load it again.
    assert.equal(second.webview.html, before);
    pages[1]?.update({ draft: 'later', model: 'another-model' });
    assert.match(second.webview.html, /data-draft="later".*>another-model</s);
  });

  it('does not pass on a page that is closed by then', async () => {
    const view = new StubView();
    vscode.registered['assistant.chat'].resolveWebviewView(view);
    view.close();
    view.send(PAGE_SHOWN);
    await whenLoaded();
    assert.deepEqual(adopted(), []);
  });

  it('runs any other command, with its arguments, as soon as the rest is loaded', async () => {
    assert.equal(isRestLoaded(), false);
    await vscode.registered['assistant.newChat']('argument');
    assert.deepEqual(adopted(), ['argument']);
  });
});
