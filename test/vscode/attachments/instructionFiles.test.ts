import * as vscode from 'vscode';
import { InstructionFiles } from '../../../src/vscode/attachments/instructionFiles.ts';
import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import type { CaptureResult } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, until } from '../assert.ts';
import { closeEditors, connect, editorOn, removeKey, replyText, sendQuestion } from '../extensionAccess.ts';
import { readable } from '../readable.ts';
import { askAboutSelection, StubDialogs } from '../stubDialogs.ts';
import { StubMemento } from '../stubStorage.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();
const dialogs = new StubDialogs();

describe('Instruction files', () => {
  let found: TestAccess;
  let isOn = false;

  async function toggle(): Promise<void> {
    await vscode.commands.executeCommand('assistant.useInstructionFiles');
    isOn = !isOn;
  }

  beforeEach(async () => {
    dialogs.hear('showInformationMessage');
    dialogs.hear('showWarningMessage');
    dialogs.said.length = 0;
    found = await connect();
    await found.attachments.onChatShown();
  });

  afterEach(async () => {
    if (isOn) {
      await toggle();
    }
    dialogs.restore();
    await files.remove();
    found.conversations.startNew();
    await removeKey();
  });

  function chips(): string[] {
    return found.composer.attachments.map(({ kind, path }) => `${kind} ${path}`);
  }

  it('are not attached unless they are turned on for the workspace', async () => {
    await files.write('AGENTS.md', 'Be brief.');
    // `startNew` would return to an empty conversation, so a question is asked first.
    equal(await sendQuestion(found.pipeline, { text: 'Why?', attachments: [] }), undefined);
    await replyText(found);
    found.conversations.startNew();
    await found.attachments.onChatShown();
    equal(chips(), []);
  });

  it('are attached to the first question of each conversation, as removable chips', async () => {
    await files.write('AGENTS.md', 'Be brief.');
    await files.write('.github/copilot-instructions.md', 'Use tabs.');
    await toggle();
    const both = ['instructions AGENTS.md', 'instructions .github/copilot-instructions.md'];
    await until(chips, (now) => now.join() === both.join());
    const { composer } = found;
    composer.detach(composer.attachments[0]?.id ?? '');
    equal(chips(), both.slice(1));
    const ids = composer.attachments.map(({ id }) => id);
    equal(await sendQuestion(found.pipeline, { text: 'Why?', attachments: composer.attachments }), undefined);
    composer.removeSent('', ids);
    await replyText(found);
    equal(await sendQuestion(found.pipeline, { text: 'And?', attachments: composer.attachments }), undefined);
    await replyText(found);
    equal(chips(), []);
    found.conversations.startNew();
    await until(chips, (now) => now.join() === both.join());
  });

  it('stay removed from an empty conversation, even after a reload, but not from the next one', async () => {
    const state = new StubMemento();
    await files.write('AGENTS.md', 'Be brief.');
    await files.write('.github/copilot-instructions.md', 'Use tabs.');
    const { composer, pipeline, conversations } = found;
    const read = async (uri: vscode.Uri): Promise<CaptureResult> =>
      captureFile(await readable(uri), 'instructions');
    const both = ['instructions AGENTS.md', 'instructions .github/copilot-instructions.md'];
    const createInstructionFiles = (): InstructionFiles =>
      new InstructionFiles({ state, conversations, composer, read, whenRestored: async () => {} });
    const instances = [createInstructionFiles()];
    try {
      await instances[0]?.toggle();
      await instances[0]?.onChatShown();
      equal(chips(), both);
      composer.detach(composer.attachments[0]?.id ?? '');
      for (let reload = 0; reload < 2; reload++) {
        instances.at(-1)?.dispose();
        instances.push(createInstructionFiles());
        await instances.at(-1)?.onChatShown();
        equal(chips(), both.slice(1));
      }
      const ids = composer.attachments.map(({ id }) => id);
      equal(await sendQuestion(pipeline, { text: 'Why?', attachments: composer.attachments }), undefined);
      composer.removeSent('', ids);
      await replyText(found);
      instances.at(-1)?.dispose();
      conversations.startNew();
      instances.push(createInstructionFiles());
      // A question that is asked before the chat is shown takes them along.
      equal(
        (await instances.at(-1)?.ofFirstQuestion())?.map(({ path }) => `instructions ${path}`),
        both,
      );
      equal(chips(), both);
    } finally {
      for (const each of instances) {
        each.dispose();
      }
    }
  });

  it('of a conversation that is not shown are those that are on, whatever the chat shows and the user removed there', async () => {
    await files.write('AGENTS.md', 'Be brief.');
    const ofNew = async (): Promise<string[]> =>
      (await found.attachments.newInstructionFiles()).map(({ kind, path }) => `${kind} ${path}`);
    equal(await ofNew(), []);
    await toggle();
    const own = ['instructions AGENTS.md'];
    await until(chips, (now) => now.length === 1);
    equal(await ofNew(), own);
    found.composer.detach(found.composer.attachments[0]?.id ?? '');
    equal([await ofNew(), chips()], [own, []]);
    equal(await sendQuestion(found.pipeline, { text: 'Why?', attachments: [] }), undefined);
    await replyText(found);
    equal([await ofNew(), chips()], [own, []]);
  });

  it('are sent with the first question about the selection, and not with the second', async () => {
    await files.write('AGENTS.md', 'Be brief.');
    await toggle();
    await editorOn('const a = 1;\n', [0, 0, 1, 0]);
    try {
      for (const question of ['Why?', 'And?']) {
        await askAboutSelection(question);
        await replyText(found);
        equal(chips(), []);
      }
    } finally {
      await closeEditors();
    }
    equal(
      found.conversations.current.conversation.turns.flatMap((turn) =>
        turn.kind === 'user' ? [turn.attachments.map(({ kind }) => kind)] : [],
      ),
      [['instructions', 'selection'], ['selection']],
    );
  });

  it('are detached as soon as they are turned off', async () => {
    await files.write('AGENTS.md', 'Be brief.');
    await toggle();
    await until(chips, (now) => now.length === 1);
    await toggle();
    equal(chips(), []);
  });
});
