import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { endToEnd, lastChat } from './fixture.ts';
import { Person } from './person.ts';

const WORKSPACE_SETTINGS = {
  'assistant.baseUrl': 'http://127.0.0.1:9/api/v1',
  'assistant.model': 'assistant-opus-4-8',
  'assistant.maxTokens': 77,
  'assistant.temperature': 0.25,
};

let hasGit = false;

/** The tests build on each other, in this order. The folder becomes trusted halfway. */
const e2e = endToEnd({
  dialogs: true,
  settings: () => ({
    'git.enabled': true,
    'security.workspace.trust.enabled': true,
    'security.workspace.trust.startupPrompt': 'never',
  }),
  prepare: async (dataDir, folder) => {
    await write(join(folder, '.vscode/settings.json'), JSON.stringify(WORKSPACE_SETTINGS));
    await write(join(folder, '.github/prompts/theirs.prompt.md'), 'Say it was theirs.');
    await write(join(folder, 'AGENTS.md'), 'Answer in verse.');
    await write(join(dataDir, 'data/User/prompts/mine.prompt.md'), 'Say it was mine.');
    hasGit = await makeRepository(folder);
  },
});
const person = new Person(e2e);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** @returns whether Git is installed */
async function makeRepository(folder: string): Promise<boolean> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
  try {
    await git('--version');
  } catch {
    return false;
  }
  await git('init', '--quiet');
  await git('add', 'units.ts');
  await git(
    '-c',
    'user.name=Tester',
    '-c',
    'user.email=tester@example.com',
    'commit',
    '--quiet',
    '-m',
    'First',
  );
  await appendFile(join(folder, 'units.ts'), '// One more line.\n');
  return true;
}

const lastQuestion = (): string => lastChat(e2e.service).messages.at(-1)?.content ?? '';

test('in Restricted Mode, questions are answered and the workspace’s settings are ignored', async () => {
  const { workbench } = e2e;
  await workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await person.connect();
  await person.ask('Why?');
  await person.replyFinished(1);
  const { model, max_tokens: maxTokens, temperature } = lastChat(e2e.service);
  assert.deepEqual(
    { model, maxTokens, temperature },
    {
      model: 'assistant-sonnet-4',
      maxTokens: undefined,
      temperature: undefined,
    },
  );
});

test('in Restricted Mode, the workspace’s prompts are not suggested and their names are sent as plain text', async () => {
  const { keyboard } = e2e.workbench.page;
  await person.composer.click();
  await keyboard.type('/');
  const offered = person.panel.locator('[role="option"]');
  await offered.filter({ hasText: 'mine' }).waitFor();
  assert.equal(await offered.filter({ hasText: 'theirs' }).count(), 0);
  await keyboard.press('Escape');
  await offered.first().waitFor({ state: 'hidden' });
  await person.ask('/theirs');
  await person.replyFinished(2);
  assert.equal(lastQuestion(), '/theirs');
  await person.askByName('mine');
  await person.replyFinished(3);
  assert.equal(lastQuestion(), 'Say it was mine.');
});

test('in Restricted Mode, attaching Git changes shows that they are not available', async () => {
  const { workbench } = e2e;
  await workbench.runCommand('Assistant: Add Context…');
  await person.inputBoxWith('Files & Folders…').waitFor();
  await workbench.page.keyboard.type('Git');
  await workbench.page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: 'Git' }).waitFor();
  await workbench.page.keyboard.press('Enter');
  await workbench.notification('Git is not available in an untrusted workspace');
  await workbench.screenshot('restricted');
});

test('once the workspace is trusted, its settings, instructions and prompts apply at once', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await workbench.runCommand('Workspaces: Manage Workspace Trust');
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' });
  await person.newChat();
  await workbench.runCommand('Assistant: Toggle Instruction Files in This Workspace');
  await workbench.notification('Instruction files will be attached');
  await person.panel.locator('.composer .chip', { hasText: 'AGENTS.md' }).waitFor();
  await person.composer.pressSequentially('/theirs too');
  await person.send();
  await person.panel.getByText('/theirs is a prompt of this workspace').waitFor();
  await person.waitForDraft('Say it was theirs.\n\ntoo');
  await workbench.screenshot('workspace-prompt');
  await page.keyboard.press('ControlOrMeta+Z');
  await person.waitForDraft('/theirs too');
  await person.send();
  await person.waitForDraft('Say it was theirs.\n\ntoo');
  await person.send();
  await person.replyFinished(1);
  const { model, max_tokens: maxTokens, temperature } = lastChat(e2e.service);
  assert.deepEqual(
    { model, maxTokens, temperature },
    {
      model: 'assistant-opus-4-8',
      maxTokens: 77,
      temperature: 0.25,
    },
  );
  assert.ok(lastQuestion().includes('Answer in verse.'), lastQuestion());
  assert.ok(lastQuestion().includes('Say it was theirs.'), lastQuestion());
});

test('once the workspace is trusted, Git changes are attached by the menu of the Source Control view', async (t) => {
  if (!hasGit) {
    t.skip('Git is not installed');
    return;
  }
  const { workbench } = e2e;
  const { page } = workbench;
  // By shortcut, since the badge with the number of changes covers the icon.
  await page.keyboard.press('Control+Shift+G');
  await page.locator('.scm-view .monaco-list-row', { hasText: 'units.ts' }).waitFor();
  await page.locator('.pane-header', { hasText: 'Changes' }).locator('.codicon-toolbar-more').click();
  const entry = page.getByRole('menuitem', { name: 'Add Git Changes to Assistant' });
  // A menu ignores clicks right after it opens, since they could end the click that opened it.
  await entry.hover();
  await page.keyboard.press('Enter');
  await person.panel.locator('.composer .chip', { hasText: 'sample' }).waitFor();
  await person.ask('What has changed?');
  await person.replyFinished(2);
  assert.ok(lastQuestion().includes('+// One more line.'), lastQuestion());
});
