import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { AssistantTurn } from '../../../src/core/conversation/conversation.ts';
import type { ActionResult, ErrorResult } from '../../../src/vscode/actionResult.ts';
import type { ConfirmedText } from '../../../src/vscode/editing/documentWriter.ts';
import { editingFeature } from '../../../src/vscode/editing/editingFeature.ts';
import { lazyEditing } from '../../../src/vscode/editing/lazyEditing.ts';
import type { ReplyEditingDeps } from '../../../src/vscode/editing/replyEditing.ts';
import {
  insertInTerminal as insertConfirmed,
  type TerminalDeps,
} from '../../../src/vscode/editing/terminal.ts';
import { ShellExecutions } from '../../../src/vscode/shellExecutions.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';
import { openRealShell, type RealShell } from './realShell.ts';
import { openStubTerminal, type StubTerminal } from './stubTerminal.ts';

type Seen = ReturnType<TerminalDeps['executions']['lastIn']>;

const INSERT = 'Insert into Terminal';
const NOTHING_INSERTED = 'Nothing was inserted.';

/** Stands in for what VS Code reports of a shell that runs this command line. */
function stubSeen(commandLine: string, hasEnded: boolean): Seen {
  return { execution: { commandLine: { value: commandLine } }, hasEnded } as Seen;
}

describe('insertion into the terminal', () => {
  const dialogs = new StubDialogs();
  let questions: string[];

  afterEach(() => dialogs.restore());

  /** Answers each question by pressing a button, or by canceling, and records it. */
  function answerQuestions(answer: () => string | undefined): void {
    questions = [];
    dialogs.answer('showWarningMessage', (message: string, { detail }: vscode.MessageOptions) => {
      questions.push(`${message}\n${detail}`);
      return answer();
    });
  }

  describe('without shell integration', () => {
    let terminal: StubTerminal;

    beforeEach(async () => {
      terminal = await openStubTerminal();
      answerQuestions(() => INSERT);
    });

    afterEach(() => terminal.close());

    /** Inserts into a terminal with this shell. VS Code reports no commands of the stub terminal. */
    function insert(code: string, shell = 'bash', seen?: () => Seen): Promise<ErrorResult> {
      const executions = { lastIn: () => seen?.() };
      return insertConfirmed(code as ConfirmedText, { executions, shellIn: () => shell });
    }

    async function typed(expected: string): Promise<void> {
      await until(terminal.typed, (text) => text.length >= expected.length);
      equal(terminal.typed(), expected);
    }

    it('asks before it inserts one line, and does not run it', async () => {
      equal(await insert('\n  npm ci && npm test  \n', ''), undefined);
      await typed('npm ci && npm test');
      equal(questions, [
        'Insert this line into the terminal?\nnpm ci && npm test\n\n' +
          'It is not known whether the shell’s prompt is waiting there. A running program may act on each character.',
      ]);
    });

    it('inserts several lines as one bracketed paste after confirmation', async () => {
      equal(await insert('cd a\n\tls\n', 'zsh'), undefined);
      // VS Code's terminal converts line breaks to what Enter sends. Inside the brackets the shell treats them as text.
      await typed('\u001b[200~cd a\r\tls\u001b[201~');
      equal(questions.length, 1);
      const [question = ''] = questions;
      ok(question.startsWith('Insert 2 lines into the terminal?\ncd a\n→ ls\n'), `Said: ${question}`);
      ok(question.includes('prompt is waiting'), `Said: ${question}`);
    });

    it('takes prompts and output off the commands, and shows what it inserts', async () => {
      const feature = stubFeature();
      try {
        equal(await feature.run('$ npm ci\nadded 1 package', 'console'), undefined);
        await typed('npm ci');
        equal(await feature.run('# Install\n$ yarn'), undefined);
        await typed('npm ciyarn');
        equal(
          questions.map((question) => question.split('\n', 2)[1]),
          ['npm ci', 'yarn'],
        );
        equal(
          await feature.run('added 1 package', 'console'),
          'This code block is not a shell script, or it is not certain which of its lines are commands.',
        );
      } finally {
        feature.dispose();
      }
    });

    it('inserts nothing if the user cancels', async () => {
      let answer: string | undefined;
      answerQuestions(() => answer);
      const long = 'a'.repeat(1000);
      for (const code of [long, `${long}\nb`]) {
        equal(await insert(code), NOTHING_INSERTED);
        ok(questions.at(-1)?.includes(long), 'The question shows only a part of a line');
      }
      answer = INSERT;
      await insert('after');
      await typed('after');
    });

    it('rejects several lines without asking if the shell would run each line', async () => {
      for (const shell of ['', 'sh', 'cmd', 'pwsh']) {
        const error = await insert('a\nb', shell);
        ok(said(error)?.includes('run several lines immediately'), `Said: ${error}`);
      }
      equal(questions.length, 0);
      await insert('after');
      await typed('after');
    });

    it('inserts nothing if another shell, command or terminal is there after the dialog', async () => {
      let shell = 'zsh';
      let seen: Seen;
      const deps = { shellIn: () => shell, executions: { lastIn: () => seen } };
      const insertWhile = async (code: string, change: () => unknown) => {
        dialogs.answer('showWarningMessage', async () => {
          await change();
          return INSERT;
        });
        return insertConfirmed(code as ConfirmedText, deps);
      };
      const changed = 'The terminal changed in the meantime. Nothing was inserted. Try again.';
      for (const code of ['a', 'a\nb']) {
        [shell, seen] = ['zsh', undefined];
        equal(await insertWhile(code, () => (shell = 'sh')), changed);
        shell = 'zsh';
        equal(await insertWhile(code, () => (seen = stubSeen('vim', false))), changed);
      }
      const other: StubTerminal[] = [];
      equal(await insertWhile('a', async () => other.push(await openStubTerminal())), changed);
      equal([terminal.typed(), other[0]?.typed()], ['', '']);
      await other[0]?.close();
      seen = stubSeen('npm ci', false);
      // What was running has ended, so now the prompt waits.
      equal(
        await insertWhile('after', () => (seen = { ...(seen as NonNullable<Seen>), hasEnded: true })),
        undefined,
      );
      await typed('after');
    });

    it('shows the command that is running as text, on one line', async () => {
      const seen = stubSeen(`vim\n\u202e${'x'.repeat(1000)}`, false);
      equal(await insert('a', 'bash', () => seen), undefined);
      const [question = ''] = questions;
      const line = question.split('\n').at(-1) ?? '';
      ok(line.startsWith('A command is running there, which may act on each character: vim'), question);
      ok(line.includes('…') && line.length < 400 && !line.includes('\u202e'), question);
      await typed('a');
    });

    it('rejects control characters, which could end the bracketed paste', async () => {
      for (const control of ['\u001b[201~\n', '\u0003', '\u009b', '\u0008']) {
        const error = await insert(`a${control}rm -r b`, 'zsh');
        ok(said(error)?.includes('control characters'), `Said: ${error}`);
      }
      equal(questions.length, 0);
      await insert('after');
      await typed('after');
    });

    it('reports that there is nothing to run', async () => {
      equal(await insert(' \n\n', 'zsh'), 'This code block is empty.');
    });
  });

  it('asks before it opens a terminal, whose shell may start with anything', async () => {
    equal(vscode.window.activeTerminal, undefined);
    answerQuestions(() => undefined);
    const executions = { lastIn: () => stubSeen('true', true) };
    equal(await insertConfirmed('ls' as ConfirmedText, { executions }), NOTHING_INSERTED);
    equal([questions.length, vscode.window.terminals.length], [1, 0]);
  });

  // VS Code's server from npm has no binary of node-pty in 1.104, so no shell starts there.
  if (!vscode.version.startsWith('1.104.')) {
    it('asks while a command runs in a real shell, and not at its prompt after a command', async () => {
      const files = new WorkspaceFiles();
      await files.write('shell/empty', '');
      const feature = stubFeature();
      let shell: RealShell | undefined;
      let answer: string | undefined;
      answerQuestions(() => answer);
      try {
        shell = await openRealShell();
        await shell.start('true');
        await shell.ended(1);
        equal(await feature.run('echo inserted > shell/key'), undefined);
        equal(questions, []);
        shell.enter();
        await shell.ended(2);
        equal(shell.started(), ['true', 'echo inserted > shell/key']);

        await shell.start('read -rsn 1 key; echo "$key" > shell/key');
        equal(await feature.run('yarn install'), NOTHING_INSERTED);
        ok(
          questions[0]?.endsWith('character: read -rsn 1 key; echo "$key" > shell/key'),
          `Said: ${questions}`,
        );
        shell.type('z');
        await shell.ended(3);
        equal(await read('shell/key'), 'z\n');

        await shell.start('cat > shell/lines');
        const refusal = await feature.run('a\nb');
        ok(said(refusal)?.endsWith('open another terminal. Running: cat > shell/lines'), `Said: ${refusal}`);
        equal(questions.length, 1);
        answer = INSERT;
        equal(await feature.run('yarn install'), undefined);
        equal(questions.length, 2);
        shell.type('!');
        shell.enter();
        // Ctrl+D.
        shell.type('\u0004');
        await shell.ended(4);
        equal(await read('shell/lines'), 'yarn install!\n');
      } finally {
        await shell?.close();
        feature.dispose();
        await files.remove();
      }
    });
  }
});

async function read(path: string): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(workspaceRoot(), path));
  return new TextDecoder().decode(bytes);
}

/** The real feature, with a stub for the conversation: its only reply is a block of shell code. */
function stubFeature(): {
  run(code: string, language?: string): Promise<ActionResult>;
  dispose(): void;
} {
  let text = '';
  const findReply = () => ({ kind: 'assistant', id: 'reply', text, status: 'finished' }) as AssistantTurn;
  const unused = () => Promise.reject(new Error('Not needed'));
  const conversations = { current: { findReply, conversation: { turns: [] } } as unknown as ChatSession };
  const executions = new ShellExecutions();
  const feature = editingFeature({
    conversations,
    askedSelections: { anchors: unused },
    reviewFiles: { onDidRestore: () => undefined },
    outcomes: { follow: (_: unknown, act: () => Promise<ActionResult>) => act() },
    editing: lazyEditing({ conversations, anchors: unused, executions } as unknown as ReplyEditingDeps),
    applied: lazy(unused),
    ui: { post: () => undefined },
  } as unknown as Parameters<typeof editingFeature>[0]);
  return {
    run: async (code, language = 'sh') => {
      text = `\`\`\`${language}\n${code}\n\`\`\`\n`;
      return feature.messages.codeBlockAction({ turnId: 'reply', blockIndex: 0, action: 'run' });
    },
    dispose: () => {
      feature.dispose();
      executions.dispose();
    },
  };
}
