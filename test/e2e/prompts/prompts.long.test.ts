// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of prompt variables
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { endToEnd, lastChat } from '../fixture.ts';
import { Person } from '../person.ts';

const FIX = 'Find what is wrong with this code, say what causes it, and show the corrected code.';

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** The tests build on each other, in this order. */
const e2e = endToEnd({
  prepare: async (dataDir, folder) => {
    await write(
      join(folder, '.github/prompts/release.prompt.md'),
      '---\ndescription: Notes\n---\nNotes for ${input:version:such as 2.1}, by [the units](../../units.ts).',
    );
    await write(
      join(folder, '.github/prompts/long.prompt.md'),
      '---\ndescription: All of it\nmodel: [GPT-4 (copilot), assistant-fable-5]\n---\nRead all of it.',
    );
    await write(join(dataDir, 'data/User/prompts/greet.prompt.md'), 'Say hello.');
    await write(
      join(dataDir, 'data/User/prompts/brief.prompt.md'),
      '---\ndescription: In short\nmodel: assistant-haiku\n---\nSay it in short.',
    );
  },
});
const person = new Person(e2e);

function lastRequest(): string {
  return JSON.stringify(e2e.service.requests.at(-1)?.body);
}

test('a typed prompt name is sent as the text of the prompt with the selection', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.openFile('duration.ts');
  await workbench.selectLines(1, 3);
  await person.ask('/fix It is slow.');
  await person.replyFinished(1);
  const question = await person.lastQuestion.innerText();
  assert.ok(question.includes(`${FIX}\n\nIt is slow.`), question);
  assert.ok(question.includes('duration.ts'), question);
  assert.ok(lastRequest().includes('It is slow.'));
  assert.ok(!lastRequest().includes('/fix'));
  await person.waitForDraft('');
});

test('user prompts are read from VS Code’s prompts folder', async () => {
  await person.ask('/greet everybody');
  await person.replyFinished(2);
  assert.ok(lastRequest().includes('Say hello.\\n\\neverybody'), lastRequest());
});

test('Use Prompt… runs a prompt file, asks for its input and offers the files that it names', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await workbench.runCommand('Assistant: Use Prompt…');
  await person.inputBoxWith('Use Prompt').fill('release');
  await page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: 'release' }).waitFor();
  await page.keyboard.press('Enter');
  await person.inputBoxWith('version').waitFor();
  await person.submit('3.0');
  await page.getByPlaceholder('Select the files named in the prompt to attach').waitFor();
  await page.keyboard.press('Enter');
  await person.waitForDraft('Notes for 3.0, by [the units](../../units.ts).');
  await person.panel.getByRole('button', { name: 'Remove units.ts' }).waitFor();
  await workbench.screenshot('prompt-file');
  await person.panel.getByRole('button', { name: 'Remove units.ts' }).click();
});

test('a prompt chosen with / that asks for input is inserted into the composer', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  const { keyboard } = page;
  await person.newChat();
  await person.fill('');
  await keyboard.type('/rel');
  await person.suggested('release').waitFor();
  await keyboard.press('Tab');
  await person.inputBoxWith('version').waitFor();
  await person.submit('4.0');
  await page.getByPlaceholder('Select the files named in the prompt to attach').waitFor();
  await keyboard.press('Enter');
  await person.waitForDraft('Notes for 4.0, by [the units](../../units.ts). ');
  await person.panel.locator('textarea:focus').waitFor();
  await keyboard.type('Now.');
  await person.waitForDraft('Notes for 4.0, by [the units](../../units.ts). Now.');
  await person.panel.getByRole('button', { name: 'Remove units.ts' }).click();
});

/** Resolves when the chat's button and the status bar show this model. */
async function showsModel(model: string): Promise<void> {
  await person.panel
    .getByRole('button', { name: /^Select Model/ })
    .filter({ hasText: model })
    .waitFor();
  await e2e.workbench.page.locator('.statusbar-item[id$="assistant.model"]', { hasText: model }).waitFor();
}

/** Begins a chat, which has the model of new chats. */
async function newChat(): Promise<void> {
  await person.newChat();
  await person.fill('');
  await showsModel('assistant-sonnet-4');
}

/** The model and the text of the last question that has arrived. */
function lastAsked(): { model: string; text: string | undefined } {
  const { model, messages } = lastChat(e2e.service);
  return { model, text: messages.at(-1)?.content };
}

test('by keys, a prompt that names a model is asked with it, which is shown, and other chats keep theirs', async () => {
  const { keyboard } = e2e.workbench.page;
  await newChat();
  await keyboard.type('/brie');
  await person.suggested('brief').filter({ hasText: 'assistant-haiku · In short' }).waitFor();
  await e2e.workbench.screenshot('prompt with a model');
  // Typed and sent as it is, the model is that of the question.
  await person.askByName('brief');
  await person.replyFinished(1);
  assert.deepEqual(lastAsked(), { model: 'assistant-haiku', text: 'Say it in short.' });
  await showsModel('assistant-haiku');
  await newChat();
});

test('by mouse, a chosen prompt shows its model before it is sent', async () => {
  const { keyboard } = e2e.workbench.page;
  await newChat();
  await keyboard.type('/lon');
  await person.suggested('long').filter({ hasText: 'assistant-fable-5 · All of it' }).click();
  await person.waitForDraft('Read all of it. ');
  await showsModel('assistant-fable-5');
  await person.panel.locator('.send-button[aria-label="Send"][aria-disabled="false"]').click();
  await person.replyFinished(1);
  assert.deepEqual(lastAsked(), { model: 'assistant-fable-5', text: 'Read all of it. ' });
  await showsModel('assistant-fable-5');
});
