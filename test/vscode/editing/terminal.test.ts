import type { ConfirmedText } from '../../../src/vscode/editing/documentWriter.ts';
import {
  insertInTerminal as insertConfirmed,
  type TerminalDeps,
} from '../../../src/vscode/editing/terminal.ts';
import { equal, ok, until } from '../assert.ts';
import { openStubTerminal, type StubTerminal } from './stubTerminal.ts';

const insertInTerminal = (code: string, deps: TerminalDeps) => insertConfirmed(code as ConfirmedText, deps);

/** Stands in for a user who always gives the same answer, and for a shell with this name. Records the questions. */
function stubDeps(shell: string, answer = true): TerminalDeps & { questions: string[] } {
  const questions: string[] = [];
  return {
    questions,
    shellIn: () => shell,
    ask: async (message, detail) => {
      questions.push(`${message}\n${detail}`);
      return answer;
    },
  };
}

describe('insertion into the terminal', () => {
  let terminal: StubTerminal;

  beforeEach(async () => {
    terminal = await openStubTerminal();
  });

  afterEach(() => terminal.close());

  async function typed(expected: string): Promise<void> {
    await until(terminal.typed, (text) => text.length >= expected.length);
    equal(terminal.typed(), expected);
  }

  it('inserts one line without asking, and without running it', async () => {
    const deps = stubDeps('');
    equal(await insertInTerminal('\n  npm ci && npm test  \n', deps), undefined);
    await typed('npm ci && npm test');
    equal(deps.questions.length, 0);
  });

  it('inserts several lines as one bracketed paste after confirmation', async () => {
    const deps = stubDeps('zsh');
    equal(await insertInTerminal('cd a\n\tls\n', deps), undefined);
    // VS Code's terminal converts line breaks to what Enter sends. Inside the brackets the shell treats them as text.
    await typed('\u001b[200~cd a\r\tls\u001b[201~');
    equal(deps.questions.length, 1);
    ok(
      deps.questions[0]?.startsWith('Insert 2 lines into the terminal?\ncd a\n→ ls\n'),
      `Said: ${deps.questions[0]}`,
    );
  });

  it('inserts nothing if the user cancels', async () => {
    const deps = stubDeps('bash', false);
    const long = 'a'.repeat(1000);
    const error = await insertInTerminal(`${long}\nb`, deps);
    ok(deps.questions[0]?.includes(long), 'The question shows only a part of a line');
    ok(error?.includes('Nothing was inserted'), `Said: ${error}`);
    await insertInTerminal('after', stubDeps('bash'));
    await typed('after');
  });

  it('rejects several lines without asking if the shell would run each line', async () => {
    for (const shell of ['', 'sh', 'cmd', 'pwsh']) {
      const deps = stubDeps(shell);
      const error = await insertInTerminal('a\nb', deps);
      ok(error?.includes('run several lines immediately'), `Said: ${error}`);
      equal(deps.questions.length, 0);
    }
    await insertInTerminal('after', stubDeps(''));
    await typed('after');
  });

  it('inserts nothing if the shell changes while the dialog is open', async () => {
    let shell = 'zsh';
    const error = await insertInTerminal('a\nb', {
      shellIn: () => shell,
      ask: async () => {
        shell = 'sh';
        return true;
      },
    });
    ok(error?.includes('changed in the meantime'), `Said: ${error}`);
    await insertInTerminal('after', stubDeps(''));
    await typed('after');
  });

  it('rejects control characters, which could end the bracketed paste', async () => {
    for (const control of ['\u001b[201~\n', '\u0003', '\u009b', '\u0008']) {
      const error = await insertInTerminal(`a${control}rm -r b`, stubDeps('zsh'));
      ok(error?.includes('control characters'), `Said: ${error}`);
    }
    await insertInTerminal('after', stubDeps(''));
    await typed('after');
  });

  it('reports that there is nothing to run', async () => {
    ok(
      (await insertInTerminal(' \n\n', stubDeps('zsh')))?.includes('This code block is empty'),
      'It was inserted',
    );
  });
});
