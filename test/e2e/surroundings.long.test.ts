import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { NEWEST } from '../harness/vscode/versions.ts';
import {
  type EndToEnd,
  type EndToEndOptions,
  endToEnd,
  lastChat,
  replyNext,
  secondWindow,
} from './fixture.ts';
import { filesIn } from './leftovers.ts';
import { Person } from './person.ts';
import { untilFoldersAreListed, workspaceFile, writeWorkspaceFile } from './severalRoots.ts';
import { VIRTUAL_SCHEME, writeVirtualFiles } from './virtualFiles.ts';

/** Of the sample's `duration.ts`. */
const FIRST_LINE = 4;
const LAST_LINE = 11;

/** In place of these lines. */
const SHORTER = ['export function parseDuration(text: string): number {', '  return Number(text);', '}'];

const MODEL = 'assistant-haiku';

const THEIR_DRAFT = 'For theirs.';

interface Surrounding extends EndToEndOptions {
  readonly name: string;
  /** Shows the code to ask about. By default, its file is opened by its name. */
  readonly openCode?: (e2e: EndToEnd) => Promise<void>;
  /** Name of its document instead of that of the file. */
  readonly document?: string;
  /** What is done before the chat is opened for the first time. */
  readonly before?: (e2e: EndToEnd) => Promise<void>;
  /** Adds tests of what differs, after the main job. */
  readonly others?: (e2e: EndToEnd, person: Person) => void;
}

/** Where a person opens the chat. In a folder on a server, `mainJob.test.ts` does the same and more. */
const SURROUNDINGS: readonly Surrounding[] = [
  {
    name: 'no folder at all',
    open: () => undefined,
    settings: () => ({ 'git.enabled': true }),
    openCode: async ({ workbench, folder }) => {
      await workbench.runCommand('File: New Untitled Text File');
      await workbench.focusEditor();
      await workbench.page.keyboard.insertText(await readFile(join(folder, 'duration.ts'), 'utf8'));
    },
    document: 'Untitled-1',
    others: testLimitsWithoutFolder,
  },
  {
    name: 'a virtual file system in a browser without a server',
    open: () => `${VIRTUAL_SCHEME}:/sample`,
    withoutServer: async (dataDir, folder) => [await writeVirtualFiles(dataDir, folder)],
    openCode: ({ workbench }) => workbench.openFile('duration.ts', '/sample/duration.ts'),
    others: testLimitsOfBrowser,
  },
  {
    name: 'a folder on a server, with the extension in a web worker',
    settings: () => ({ 'remote.extensionKind': { 'assistant.assistant-chat': ['web'] } }),
  },
  {
    name: 'Restricted Mode',
    settings: () => ({
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
    }),
    before: ({ workbench }) =>
      workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor(),
  },
  {
    name: 'a workspace of several folders',
    prepare: writeWorkspaceFile,
    open: workspaceFile,
    before: ({ workbench }) => untilFoldersAreListed(workbench, 'measures.ts'),
    openCode: ({ workbench, folder }) => workbench.openFile('duration.ts', join(folder, 'duration.ts')),
  },
  {
    name: 'beside VS Code’s own chat, signed out',
    withChat: true,
    settings: () => ({ 'workbench.secondarySideBar.defaultVisibility': 'visible' }),
    before: testTheirsWithoutOurs,
    others: testBothChats,
  },
  { name: 'two windows', others: testSecondWindow },
  { name: 'two profiles', others: testOtherProfile },
];

/** The oldest VS Code has no chat extension. */
const existing = SURROUNDINGS.filter(
  ({ withChat }) => withChat !== true || process.env['E2E_VSCODE'] === NEWEST.name,
);

for (const { name, before, openCode, document = 'duration.ts', others, ...options } of existing) {
  describe(name, () => {
    const e2e = endToEnd({ dialogs: true, ...options });
    const person = new Person(e2e);

    test(`${name}: a person connects, selects a model, asks about code and puts the reply into it`, async () => {
      await before?.(e2e);
      await person.connect();
      await person.selectModel(MODEL);
      await (openCode?.(e2e) ?? e2e.workbench.openFile('duration.ts'));
      await askAndReplace(e2e, person, document);
      await e2e.workbench.screenshot(`surroundings ${name}`);
    });

    others?.(e2e, person);
  });
}

/** With the code in the active editor. */
async function askAndReplace({ workbench, service }: EndToEnd, person: Person, document: string) {
  const original = await workbench.editorText();
  replyNext(service, ['Shorter:', '```ts', ...SHORTER, '```'].join('\n'));
  await person.askAboutLines(FIRST_LINE, LAST_LINE, 'Simplify this.');
  await person.replyFinished(1);
  const request = lastChat(service);
  const question = request.messages.at(-1)?.content ?? '';
  assert.equal(request.model, MODEL);
  assert.ok(question.includes(`${document} (`), question);
  assert.match(question, /throw new RangeError.*Simplify this\.$/s);

  await person.lastReply
    .getByRole('button', { name: `Replace lines ${FIRST_LINE}–${LAST_LINE} of ${document}` })
    .click();
  // Of much less code, which is reviewed.
  await workbench.page.getByRole('button', { name: /^Accept Proposed Change/ }).click();
  const lines = original.split('\n');
  lines.splice(FIRST_LINE - 1, LAST_LINE - FIRST_LINE + 1, ...SHORTER);
  await workbench.waitForEditorText((text) => text === lines.join('\n'));
}

function testLimitsWithoutFolder(e2e: EndToEnd, person: Person): void {
  test('without a folder, Git changes are listed with the reason why there are none', () =>
    testGitEntry(e2e, person, 'There is no Git repository in the workspace.'));

  test('without a folder, the list of files says so', async () => {
    const { workbench } = e2e;
    await workbench.runCommand('Assistant: Add Context…');
    await person.inputBoxWith('Files & Folders…').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page
      .locator('.quick-input-title:visible', { hasText: 'No folder is open, so only open files are listed' })
      .waitFor();
    await workbench.page.keyboard.press('Escape');
    await person.backInChat();
  });
}

async function testGitEntry({ workbench }: EndToEnd, person: Person, reason: string): Promise<void> {
  await workbench.runCommand('Assistant: Add Context…');
  await workbench.page
    .locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Git Changes' })
    .filter({ hasText: reason })
    .waitFor();
  await workbench.page.keyboard.press('Escape');
  await person.backInChat();
}

function testLimitsOfBrowser(e2e: EndToEnd, person: Person): void {
  test('in a browser without a server, Git changes are listed with the reason why there are none', () =>
    testGitEntry(e2e, person, 'Git is not available in the browser.'));

  test('in a browser without a server, a file is found and attached though VS Code can’t search', async () => {
    const { keyboard } = e2e.workbench.page;
    await person.composer.click();
    await keyboard.type('@shap');
    await person.suggested('shapes.py').waitFor();
    await keyboard.press('Enter');
    await person.panel.locator('.composer .chip', { hasText: 'shapes.py' }).waitFor();
    await person.ask('Which shapes?');
    await person.replyFinished(2);
    assert.match(lastChat(e2e.service).messages.at(-1)?.content ?? '', /class Rectangle.*Which shapes\?$/s);
  });

  test('in a browser without a server, key, model and conversation are there after a reload', async () => {
    const { workbench } = e2e;
    await workbench.page.reload();
    await workbench.ready();
    await workbench.runCommand('Assistant: Open Chat');
    await person.replies.nth(1).waitFor();
    await person.ask('Still there?');
    await person.replyFinished(3);
    assert.equal(lastChat(e2e.service).model, MODEL);
  });
}

/** VS Code names in its logs which extensions it activates. */
async function activatedExtensions({ vscode }: EndToEnd): Promise<string> {
  const logs = await filesIn(join(vscode.dataDir, 'data/logs'));
  const texts = logs.map(({ content }) => Buffer.from(content).toString());
  return texts.flatMap((text) => text.match(/_doActivateExtension .*/g) ?? []).join('\n');
}

function theirInput({ workbench }: EndToEnd): Locator {
  return workbench.page.locator('.part.auxiliarybar .interactive-input-part .monaco-editor').first();
}

async function testTheirsWithoutOurs(e2e: EndToEnd): Promise<void> {
  const { workbench } = e2e;
  await theirInput(e2e).click();
  await workbench.page.keyboard.type(THEIR_DRAFT);
  await theirInput(e2e).locator('.view-line', { hasText: THEIR_DRAFT }).waitFor();
  // After all that is activated with the window. Signed out, VS Code does not start the chat extension either.
  await workbench.waitUntil(async () => (await activatedExtensions(e2e)).includes('onStartupFinished'));
  assert.doesNotMatch(await activatedExtensions(e2e), /assistant\.assistant-chat/);
}

function testBothChats(e2e: EndToEnd, person: Person): void {
  test('both chats have their own drafts, and our command gives ours the keyboard', async () => {
    const { keyboard } = e2e.workbench.page;
    assert.match(await activatedExtensions(e2e), /assistant\.assistant-chat/);
    await theirInput(e2e).click();
    await keyboard.type(' More for theirs.');
    await person.openChat();
    await keyboard.type('For ours.');
    await person.waitForDraft('For ours.');
    await theirInput(e2e)
      .locator('.view-line', { hasText: `${THEIR_DRAFT} More for theirs.` })
      .waitFor();
  });
}

function testSecondWindow(e2e: EndToEnd, person: Person): void {
  test('a second window does the same with the key and model of the first, whose conversation stays', async () => {
    // What is not saved would be in the second window too.
    await e2e.workbench.undo();
    await e2e.workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    const second = await secondWindow(e2e);
    const other = new Person(second);
    await other.newChat();
    await second.workbench.openFile('duration.ts');
    await askAndReplace(second, other, 'duration.ts');
    assert.equal(await person.replies.count(), 1);
    await person.ask('And in the first window?');
    await person.replyFinished(2);
    assert.equal(await other.replies.count(), 1);
    await second.workbench.close();
  });
}

function testOtherProfile(e2e: EndToEnd, person: Person): void {
  test('after a switch to another profile, address, key and conversations are there', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    await workbench.runCommand('File: Save');
    await workbench.runCommand('Profiles: New Profile...');
    // The rows of the contents are inside a row of all of them.
    const extensions = page.locator('.monaco-list-row', { hasText: 'Extensions' }).last();
    await extensions.getByText('Default', { exact: true }).click();
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await create.waitFor({ state: 'hidden' });
    await workbench.runCommand('Profiles: Switch Profile...');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Untitled 1' }).click();
    await page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: /Reload/ })
      .click();
    await workbench.ready();
    await workbench.runCommand('Assistant: Open Chat');
    await person.replies.first().waitFor();
    await person.ask('In this profile?');
    await person.replyFinished(2);
    assert.equal(lastChat(e2e.service).model, MODEL);
    await workbench.screenshot('surroundings other profile');
  });
}
