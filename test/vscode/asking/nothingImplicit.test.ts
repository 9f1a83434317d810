import * as fc from 'fast-check';
import * as vscode from 'vscode';
import { userMessageContent } from '../../../src/core/conversation/buildMessages.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { holds } from '../../support/property.ts';
import { equal, ok, until } from '../assert.ts';
import { openStubTerminal, type StubTerminal } from '../editing/stubTerminal.ts';
import {
  closeEditors,
  connect,
  isWebWorker,
  removeKey,
  replyText,
  sendQuestion,
} from '../extensionAccess.ts';
import { startGit, stopGit } from '../gitRepositories.ts';
import { runWithInput, StubDialogs } from '../stubDialogs.ts';
import { lastQuestion } from '../testService.ts';
import {
  ATTACHED,
  BYSTANDERS,
  expected,
  FOLDER,
  fillWorkspace,
  INSTRUCTIONS,
  markersIn,
  nextMarker,
  PROMPT,
  PROMPT_MODEL,
  PROMPT_TEXT,
  uriOf,
} from './markedWorkspace.ts';
import { arbitraryQuestion, pick, type Question, type Step } from './randomQuestions.ts';

/** Long enough for all random states on a busy machine. */
const TIMEOUT_MS = 120_000;

describe('Request body', () => {
  let terminal: StubTerminal;
  const dialogs = new StubDialogs();
  const diagnostics = vscode.languages.createDiagnosticCollection('implicit');
  /** Says that every name is defined in one line. */
  const definitions = vscode.languages.registerDefinitionProvider(
    { pattern: `**/${FOLDER}/**` },
    { provideDefinition: () => new vscode.Location(uriOf(ATTACHED[1] ?? ''), new vscode.Range(3, 0, 3, 4)) },
  );

  async function open(path: string): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument(uriOf(path));
    return vscode.window.showTextDocument(document, { preview: false });
  }

  let isCurrentFileOn = false;

  async function toggleCurrentFile(): Promise<void> {
    await vscode.commands.executeCommand('assistant.toggleCurrentFile');
    isCurrentFileOn = !isCurrentFileOn;
  }

  async function runStep(step: Step, found: TestAccess): Promise<void> {
    const { composer } = found;
    const path = 'file' in step ? pick(ATTACHED, step.file) : '';
    switch (step.do) {
      case 'open':
        await open(pick([...ATTACHED, ...BYSTANDERS, PROMPT], step.file));
        return;
      case 'edit': {
        const editor = await open(path);
        await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), `unsaved ${nextMarker()}\n`));
        return;
      }
      case 'save':
        await (await open(path)).document.save();
        return;
      case 'attachFile':
        await vscode.commands.executeCommand('assistant.addToChat', uriOf(path));
        return;
      case 'fixProblem': {
        const editor = await open(path);
        editor.selection = new vscode.Selection(1, 0, 1, 0);
        await vscode.commands.executeCommand('assistant.fixProblem');
        const [problem, code] = composer.attachments.slice(-2);
        equal([problem?.kind, code?.text], ['problems', editor.document.getText()]);
        return;
      }
      case 'attachProblems':
        await vscode.commands.executeCommand('assistant.addProblems');
        return;
      case 'attachSelection': {
        const editor = await open(path);
        const [from = 0, to = 0] = [step.from % 6, step.to % 6].sort();
        editor.selection = new vscode.Selection(from, 0, to + 1, 0);
        await vscode.commands.executeCommand('assistant.addSelectionToChat');
        // The current file may be attached later: it is read when another editor becomes active.
        const chip = composer.attachments.findLast(({ kind }) => kind === 'selection');
        equal(
          chip?.text,
          editor.document.getText(editor.selection),
          'The chip does not have the selected text',
        );
        return;
      }
      case 'editSelection':
        await editSelection(await open(path), step, found);
        return;
      case 'usePrompt':
        await usePrompt(found);
        return;
      case 'askAndLeave':
        await send(found, `Elsewhere? ${nextMarker()} !long 3000`);
        found.conversations.startNew();
        return;
      case 'addDefinitions':
        await vscode.commands.executeCommand('assistant.addDefinitions');
        return;
      case 'attachFolder':
        await vscode.commands.executeCommand('assistant.addToChat', uriOf(`${FOLDER}/deep`));
        return;
      case 'toggleCurrentFile':
        await toggleCurrentFile();
        return;
      case 'newUntitled': {
        const document = await vscode.workspace.openTextDocument({ content: `draft of ${nextMarker()}` });
        await vscode.window.showTextDocument(document);
        return;
      }
      case 'copy':
        await vscode.env.clipboard.writeText(`copied ${nextMarker()}`);
        return;
      case 'runInTerminal':
        await terminal.showRun('npm test', `output of ${nextMarker()}\n`, 1);
        return;
      case 'attachLastCommand':
        await vscode.commands.executeCommand('assistant.addLastCommand');
        return;
      case 'detach':
        if (composer.attachments.length > 0) {
          composer.detach(pick(composer.attachments, step.chip).id);
        }
        return;
    }
  }

  /** Edits the selection, and compares the received request with it. Whatever the composer shows stays there. */
  async function editSelection(
    editor: vscode.TextEditor,
    lines: { from: number; to: number },
    { conversations }: TestAccess,
  ): Promise<void> {
    const [from = 0, to = 0] = [lines.from % 6, lines.to % 6].sort();
    editor.selection = new vscode.Selection(from, 1, to, 3);
    const instruction = `Change ${nextMarker()}`;
    await runWithInput('editSelection', instruction);
    await vscode.commands.executeCommand('assistant.discardReview');
    const [question] = conversations.loaded[0]?.conversation.turns ?? [];
    ok(question?.kind === 'user', 'Nothing was asked');
    const range = editor.document.validateRange(new vscode.Range(from, 0, to, Number.MAX_SAFE_INTEGER));
    equal(
      question.attachments.map(({ kind, text }) => [kind, text]),
      [['selection', editor.document.getText(range)]],
    );
    equal([markersIn(question.text), question.text.endsWith(instruction)], [markersIn(instruction), true]);
    const { messages } = await lastQuestion();
    equal(
      messages.map(({ content }) => content),
      [userMessageContent(question)],
    );
  }

  /** Chooses the prompt in the list, which puts its text into the composer and selects its model. */
  async function usePrompt({ composer, models }: TestAccess): Promise<void> {
    dialogs.answer('showQuickPick', (prompts: vscode.QuickPickItem[]) =>
      prompts.find(({ label }) => label === '/look'),
    );
    await vscode.commands.executeCommand('assistant.runPrompt');
    equal([composer.draft, models.current], [PROMPT_TEXT, PROMPT_MODEL]);
  }

  /**
   * Sends what the composer shows, with a text after what stands in it, as the panel does. Compares the received request
   * with that. The reply may still run.
   */
  async function send(
    { composer, conversations, pipeline, models }: TestAccess,
    typed: string,
  ): Promise<void> {
    const { current } = conversations;
    const before = current.conversation.turns.flatMap((turn) =>
      turn.kind === 'user' ? [userMessageContent(turn)] : [turn.text],
    );
    const text = [composer.draft, typed].filter((part) => part !== '').join(' ');
    composer.draft = text;
    const chips = composer.attachments;
    const seen = await Promise.all(chips.map(expected));
    equal(await sendQuestion(pipeline, { text, attachments: chips }), undefined);
    composer.removeSent(
      text,
      chips.map(({ id }) => id),
    );
    await until(
      () => current.conversation.turns.at(-1),
      (reply) => !current.isRunning || (reply?.kind === 'assistant' && reply.text !== ''),
    );
    const { messages, ...rest } = await lastQuestion();
    // For a base URL that rejected streaming before, `stream` is absent.
    const { stream: _, ...settings } = rest;
    equal(settings, { model: models.current });
    equal(
      messages.map(({ content }) => content),
      [...before, userMessageContent({ text, attachments: seen })],
    );
  }

  /** Asks after what a user may do before. */
  async function ask(found: TestAccess, { steps, text }: Question): Promise<void> {
    for (const step of steps) {
      await runStep(step, found);
    }
    await send(found, text);
    await replyText(found);
  }

  before(async () => {
    await fillWorkspace(diagnostics);
    // With an empty clipboard, the user would be asked.
    await vscode.env.clipboard.writeText('copied');
    terminal = await openStubTerminal();
    dialogs.hear('showInformationMessage');
  });

  after(async () => {
    diagnostics.dispose();
    definitions.dispose();
    await terminal.close();
    dialogs.restore();
    await closeEditors();
    for (const path of [FOLDER, '.github', INSTRUCTIONS]) {
      await vscode.workspace.fs.delete(uriOf(path), { recursive: true });
    }
    await removeKey();
  });

  it('contains only the question and what the composer shows, whatever else is open, selected, unsaved, copied or reported as a problem', async () => {
    await holds(
      fc.asyncProperty(fc.array(arbitraryQuestion, { minLength: 1, maxLength: 2 }), async (questions) => {
        const found = await connect();
        for (const question of questions) {
          await ask(found, question);
        }
        if (isCurrentFileOn) {
          await toggleCurrentFile();
        }
        await closeEditors();
      }),
      { runs: 10, gateRuns: 3, withoutShrinking: true },
    );
  }).timeout(TIMEOUT_MS);

  it('contains nothing of an edit, of what a prompt says besides its text, or of a question that runs elsewhere, nor do they of each other', async () => {
    const found = await connect();
    await ask(found, {
      steps: [
        { do: 'attachFile', file: 0 },
        { do: 'usePrompt' },
        { do: 'askAndLeave' },
        { do: 'attachFile', file: 1 },
        { do: 'edit', file: 2 },
        { do: 'editSelection', file: 2, from: 0, to: 1 },
      ],
      text: 'Here?',
    });
    await closeEditors();
  });

  it('contains definitions of what is selected only once they are added, and no more than their lines', async () => {
    const found = await connect();
    const kinds = (): unknown => {
      const turn = found.conversations.current.conversation.turns.findLast(({ kind }) => kind === 'user');
      return turn?.kind === 'user' && turn.attachments.map(({ kind }) => kind);
    };
    const select: Step = { do: 'attachSelection', file: 0, from: 0, to: 0 };
    await ask(found, { steps: [select], text: 'Without?' });
    equal(kinds(), ['selection']);
    await ask(found, { steps: [select, { do: 'addDefinitions' }], text: 'With?' });
    equal(kinds(), ['selection', 'symbol']);
    await closeEditors();
  });

  it('contains instruction files only if they are turned on for the workspace and their chips are not removed', async () => {
    const found = await connect();
    const { composer } = found;
    const instructions = (): readonly ComposerAttachment[] =>
      composer.attachments.filter(({ kind }) => kind === 'instructions');
    await vscode.commands.executeCommand('assistant.openChat');
    equal(instructions(), []);
    await ask(found, { steps: [], text: 'Without?' });

    await vscode.commands.executeCommand('assistant.useInstructionFiles');
    found.conversations.startNew();
    await until(instructions, ({ length }) => length === 2);
    await ask(found, { steps: [], text: 'With both?' });

    found.conversations.startNew();
    const [first] = await until(instructions, ({ length }) => length === 2);
    ok(first, 'No chip is attached');
    composer.detach(first.id);
    await ask(found, { steps: [], text: 'With one?' });

    await vscode.commands.executeCommand('assistant.useInstructionFiles');
    found.conversations.startNew();
    equal(instructions(), []);
    await ask(found, { steps: [], text: 'With none?' });
  });

  // Without Git, there is nothing to write a message for.
  (isWebWorker ? it.skip : it)(
    'of a commit message contains only the staged changes and the text in the box',
    async () => {
      const found = await connect();
      const repository = await (await startGit()).init(uriOf(FOLDER));
      ok(repository, 'No repository was created');
      const [staged = '', ...others] = ATTACHED;
      await repository.add([uriOf(staged).fsPath]);
      for (const step of [
        { do: 'edit', file: ATTACHED.indexOf(staged) },
        { do: 'attachFile', file: ATTACHED.indexOf(others[0] ?? '') },
        { do: 'copy' },
        { do: 'newUntitled' },
      ] as const) {
        await runStep(step, found);
      }
      const instruction = `about ${nextMarker()}`;
      repository.inputBox.value = instruction;
      await vscode.commands.executeCommand('assistant.writeCommitMessage', { rootUri: repository.rootUri });
      await stopGit();
      const { messages } = await lastQuestion();
      const onDisk = new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(staged)));
      equal(
        messages.map(({ content }) => markersIn(content)),
        [markersIn(onDisk + instruction)],
      );
    },
  );
});
