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
import { lastBody } from '../receivedBody.ts';

/** Every part of the workspace contains a unique marker, so that it is recognized if it is sent. */
const MARKER = /marker\d+end/g;

/** Long enough for all random states on a busy machine. */
const TIMEOUT_MS = 120_000;

const FOLDER = 'implicit';
/** Files that the steps may attach, and others that merely exist. */
const ATTACHED = [`${FOLDER}/first.ts`, `${FOLDER}/second.py`, `${FOLDER}/deep/third.md`];
const BYSTANDERS = [`${FOLDER}/.env`, '.github/prompts/review.prompt.md', '.github/copilot-instructions.md'];
const INSTRUCTIONS = 'AGENTS.md';

/** What a user may do before asking. Numbers are indices into the files or chips that exist at that moment. */
type Step =
  | { do: 'open' | 'edit' | 'save' | 'attachFile' | 'fixProblem'; file: number }
  | { do: 'attachSelection'; file: number; from: number; to: number }
  | {
      do: 'attachFolder' | 'attachProblems' | 'addDefinitions' | 'toggleCurrentFile' | 'newUntitled' | 'copy';
    }
  | { do: 'runInTerminal' | 'attachLastCommand' }
  | { do: 'detach'; chip: number };

const number = fc.nat({ max: 20 });
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('open', 'edit', 'save', 'attachFile', 'fixProblem' as const),
    file: number,
  }),
  fc.record({ do: fc.constant('attachSelection' as const), file: number, from: number, to: number }),
  fc.record({
    do: fc.constantFrom(
      'attachFolder',
      'attachProblems',
      'addDefinitions',
      'toggleCurrentFile',
      'newUntitled',
      'copy',
      'runInTerminal',
      'attachLastCommand' as const,
    ),
  }),
  fc.record({ do: fc.constant('detach' as const), chip: number }),
);

interface Question {
  steps: Step[];
  text: string;
}

const question: fc.Arbitrary<Question> = fc.record({
  steps: fc.array(arbitraryStep, { maxLength: 8 }),
  text: fc.string({ minLength: 1, maxLength: 40 }).map((text) => `Why? ${text}`),
});

let markerCount = 0;
function nextMarker(): string {
  markerCount += 1;
  return `marker${markerCount}end`;
}

function markersIn(text: string): string[] {
  return [...new Set(text.match(MARKER))].sort();
}

function pick<T>(among: readonly T[], index: number): T {
  const one = among[index % among.length];
  ok(one !== undefined, 'Nothing to choose from');
  return one;
}

describe('Request body', () => {
  const root = (): vscode.Uri => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    ok(folder, 'No folder is open');
    return folder.uri;
  };
  const uriOf = (path: string): vscode.Uri => vscode.Uri.joinPath(root(), path);
  let terminal: StubTerminal;
  const diagnostics = vscode.languages.createDiagnosticCollection('implicit');
  /** Says that every name is defined in one line. */
  const definitions = vscode.languages.registerDefinitionProvider(
    { pattern: `**/${FOLDER}/**` },
    { provideDefinition: () => new vscode.Location(uriOf(ATTACHED[1] ?? ''), new vscode.Range(3, 0, 3, 4)) },
  );

  /** Writes files with unique lines, and a diagnostic for each. */
  async function fillWorkspace(): Promise<void> {
    for (const path of [...ATTACHED, ...BYSTANDERS, INSTRUCTIONS]) {
      const lines = Array.from({ length: 6 }, () => `line of ${nextMarker()}`);
      await vscode.workspace.fs.writeFile(uriOf(path), new TextEncoder().encode(`${lines.join('\n')}\n`));
      const range = new vscode.Range(1, 0, 1, 4);
      diagnostics.set(uriOf(path), [new vscode.Diagnostic(range, `trouble with ${nextMarker()}`)]);
    }
  }

  async function open(path: string): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument(uriOf(path));
    return vscode.window.showTextDocument(document, { preview: false });
  }

  let isCurrentFileOn = false;

  async function toggleCurrentFile(): Promise<void> {
    await vscode.commands.executeCommand('assistant.toggleCurrentFile');
    isCurrentFileOn = !isCurrentFileOn;
  }

  async function runStep(step: Step, { composer }: TestAccess): Promise<void> {
    const path = 'file' in step ? pick(ATTACHED, step.file) : '';
    switch (step.do) {
      case 'open':
        await open(pick([...ATTACHED, ...BYSTANDERS], step.file));
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

  /** The current text of a file, including unsaved changes. */
  async function textNow(uri: vscode.Uri): Promise<string> {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    return document?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }

  /** What a chip promises to send, taken from the workspace instead of the composer. */
  async function expected(chip: ComposerAttachment): Promise<ComposerAttachment> {
    switch (chip.kind) {
      case 'file':
      case 'instructions': {
        const uri = vscode.Uri.parse(chip.uri ?? '');
        equal(chip.path, vscode.workspace.asRelativePath(uri));
        return { ...chip, text: await textNow(uri) };
      }
      case 'selection':
        return chip;
      case 'terminal':
        ok(chip.text.startsWith('npm test\noutput of '), `Unexpected text: ${chip.text}`);
        equal(markersIn(chip.text).length, 1);
        return { ...chip, command: { exitCode: 1 } };
      case 'folder':
        equal(markersIn(chip.text), [], 'The list of names contains text of the files');
        ok(
          chip.text.includes('third.md') && !chip.text.includes('first.ts'),
          `Unexpected names: ${chip.text}`,
        );
        return chip;
      case 'symbol':
        equal(chip.path, ATTACHED[1], 'It is not where the definition is');
        ok((await textNow(uriOf(chip.path))).includes(chip.text), 'It is not the text of the definition');
        equal(markersIn(chip.text).length, 1, 'It is more than one line');
        return chip;
      case 'problems': {
        // Without a URI, it is those at the cursor.
        const diagnosticsNow =
          chip.uri === undefined
            ? vscode.languages.getDiagnostics(uriOf(chip.path))
            : vscode.languages.getDiagnostics().flatMap(([, problems]) => problems);
        const messages = diagnosticsNow.map(({ message }) => message).join('\n');
        equal(markersIn(chip.text), markersIn(messages), 'The problems are not those of the workspace');
        return chip;
      }
      default:
        throw new Error(`No step attaches ${chip.kind}`);
    }
  }

  /** Asks as the panel does, and compares the received request with what the composer showed. */
  async function ask(found: TestAccess, { steps, text }: Question): Promise<void> {
    for (const step of steps) {
      await runStep(step, found);
    }
    const { composer, conversations, pipeline, models } = found;
    const before = conversations.current.conversation.turns.flatMap((turn) =>
      turn.kind === 'user' ? [userMessageContent(turn)] : [turn.text],
    );
    const chips = composer.attachments;
    const seen = await Promise.all(chips.map(expected));
    equal(await sendQuestion(pipeline, { text, attachments: chips }), undefined);
    composer.removeSent(
      text,
      chips.map(({ id }) => id),
    );
    await replyText(found);
    const { messages, ...rest } = await lastBody();
    // For a base URL that rejected streaming before, `stream` is absent.
    const { stream: _, ...settings } = rest;
    equal(settings, { model: models.current });
    equal(
      messages.map(({ content }) => content),
      [...before, userMessageContent({ text, attachments: seen })],
    );
  }

  before(async () => {
    await fillWorkspace();
    // With an empty clipboard, the user would be asked.
    await vscode.env.clipboard.writeText('copied');
    terminal = await openStubTerminal();
  });

  after(async () => {
    diagnostics.dispose();
    definitions.dispose();
    await terminal.close();
    await closeEditors();
    for (const path of [FOLDER, '.github', INSTRUCTIONS]) {
      await vscode.workspace.fs.delete(uriOf(path), { recursive: true });
    }
    await removeKey();
  });

  it('contains only the question and what the composer shows, whatever else is open, selected, unsaved, copied or reported as a problem', async () => {
    await holds(
      fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 2 }), async (questions) => {
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
      const { messages } = await lastBody();
      const onDisk = new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(staged)));
      equal(
        messages.map(({ content }) => markersIn(content)),
        [markersIn(onDisk + instruction)],
      );
    },
  );
});
