import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { FaultyService } from '../faults/faultyService.ts';
import { type EndToEnd, type EndToEndOptions, endToEnd, replyNext } from './fixture.ts';
import { Person } from './person.ts';
import { VIRTUAL_SCHEME, writeVirtualFiles } from './virtualFiles.ts';

/** Of the sample's `duration.ts`. */
const FIRST_LINE = 4;
const LAST_LINE = 11;

/** In place of these lines. */
const SHORTER = ['export function parseDuration(text: string): number {', '  return Number(text);', '}'];

const MODEL = 'assistant-haiku';

interface Surrounding extends EndToEndOptions {
  readonly name: string;
  /** Shows the code to ask about. By default, its file is opened by its name. */
  readonly openCode?: (e2e: EndToEnd) => Promise<void>;
  /** What is in the title of a reply's button instead of the file's name. */
  readonly document?: string;
  /** Adds tests of what differs, after the main job. */
  readonly others?: (e2e: EndToEnd, person: Person) => void;
}

/** Where a person opens the chat. In a folder on a server, `mainJob.test.ts` does the same and more. */
const SURROUNDINGS: readonly Surrounding[] = [
  {
    name: 'no folder at all',
    open: () => undefined,
    openCode: async ({ workbench, folder }) => {
      await workbench.runCommand('File: New Untitled Text File');
      await workbench.focusEditor();
      await workbench.page.keyboard.insertText(await readFile(join(folder, 'duration.ts'), 'utf8'));
    },
    document: 'Untitled-1',
  },
  {
    name: 'a virtual file system in a browser without a server',
    open: () => `${VIRTUAL_SCHEME}:/sample`,
    withoutServer: async (dataDir, folder) => [await writeVirtualFiles(dataDir, folder)],
    openCode: ({ workbench }) => workbench.openFile('duration.ts', '/sample/duration.ts'),
  },
  {
    name: 'beside VS Code’s own chat, signed out',
    withChat: true,
    settings: () => ({ 'workbench.secondarySideBar.defaultVisibility': 'visible' }),
  },
];

for (const { name, openCode, document = 'duration.ts', others, ...options } of SURROUNDINGS) {
  describe(name, () => {
    const e2e = endToEnd({ dialogs: true, ...options });
    const person = new Person(e2e);

    test(`${name}: a person connects, selects a model, asks about code and puts the reply into it`, async () => {
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
  const before = await workbench.editorText();
  replyNext(service, ['Shorter:', '```ts', ...SHORTER, '```'].join('\n'));
  await person.askAboutLines(FIRST_LINE, LAST_LINE, 'Simplify this.');
  await person.replyFinished(1);
  const request = lastChat(service);
  const question = request.messages.at(-1)?.content ?? '';
  assert.equal(request.model, MODEL);
  assert.ok(question.startsWith(document), question);
  assert.match(question, /throw new RangeError.*Simplify this\.$/s);

  await person.lastReply
    .getByRole('button', { name: `Replace lines ${FIRST_LINE}–${LAST_LINE} of ${document}` })
    .click();
  // Of much less code, which is reviewed.
  await workbench.page.getByRole('button', { name: /^Accept Proposed Change/ }).click();
  await person.lastReply.getByText(/^Accepted\. Replaced lines 5–10 of /).waitFor();
  const lines = before.split('\n');
  lines.splice(FIRST_LINE - 1, LAST_LINE - FIRST_LINE + 1, ...SHORTER);
  await workbench.waitForEditorText((text) => text === lines.join('\n'));
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
}

function lastChat({ requests }: FaultyService): ChatBody {
  const request = requests.findLast(({ path }) => path.endsWith('/chat'));
  assert.ok(request, 'No chat request arrived');
  return request.body as ChatBody;
}
