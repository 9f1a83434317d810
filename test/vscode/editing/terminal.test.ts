import { insertInTerminal, type TerminalDeps } from '../../../src/vscode/editing/terminal.ts';
import { equal, ok, until } from '../assert.ts';
import { openStubTerminal, type StubTerminal } from './stubTerminal.ts';

/** A person who answers every question alike, before a shell of this name; with what they were asked. */
function before(shell: string, answer = true): TerminalDeps & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    shellIn: () => shell,
    ask: async (message, detail) => {
      asked.push(`${message}\n${detail}`);
      return answer;
    },
  };
}

describe('placing code in the terminal', () => {
  let terminal: StubTerminal;

  beforeEach(async () => {
    terminal = await openStubTerminal();
  });

  afterEach(() => terminal.close());

  async function typed(expected: string): Promise<void> {
    await until(terminal.typed, (text) => text.length >= expected.length);
    equal(terminal.typed(), expected);
  }

  it('puts one line there without a question, and nothing that would run it', async () => {
    const person = before('');
    equal(await insertInTerminal('\n  npm ci && npm test  \n', person), undefined);
    await typed('npm ci && npm test');
    equal(person.asked.length, 0);
  });

  it('puts several lines there as one pasted text, after showing them', async () => {
    const person = before('zsh');
    equal(await insertInTerminal('cd a\n\tls\n', person), undefined);
    // The terminal of VS Code turns a line end into what the Enter key sends; inside the brackets it is text.
    await typed('\u001b[200~cd a\r\tls\u001b[201~');
    equal(person.asked.length, 1);
    ok(
      person.asked[0]?.startsWith('Insert 2 lines into the terminal?\ncd a\n→ ls\n'),
      `Said: ${person.asked[0]}`,
    );
  });

  it('puts nothing there when the question is put away', async () => {
    const problem = await insertInTerminal('a\nb', before('bash', false));
    ok(problem?.includes('Nothing was inserted'), `Said: ${problem}`);
    await insertInTerminal('after', before('bash'));
    await typed('after');
  });

  it('puts nothing there, and does not ask, where the shell would run each line', async () => {
    for (const shell of ['', 'sh', 'cmd', 'pwsh']) {
      const person = before(shell);
      const problem = await insertInTerminal('a\nb', person);
      ok(problem?.includes('run several lines immediately'), `Said: ${problem}`);
      equal(person.asked.length, 0);
    }
    await insertInTerminal('after', before(''));
    await typed('after');
  });

  it('puts nothing there when another shell was begun during the question', async () => {
    let shell = 'zsh';
    const problem = await insertInTerminal('a\nb', {
      shellIn: () => shell,
      ask: async () => {
        shell = 'sh';
        return true;
      },
    });
    ok(problem?.includes('changed in the meantime'), `Said: ${problem}`);
    await insertInTerminal('after', before(''));
    await typed('after');
  });

  it('never lets a control character through, which could end the paste', async () => {
    for (const control of ['\u001b[201~\n', '\u0003', '\u009b', '\u0008']) {
      const problem = await insertInTerminal(`a${control}rm -r b`, before('zsh'));
      ok(problem?.includes('control characters'), `Said: ${problem}`);
    }
    await insertInTerminal('after', before(''));
    await typed('after');
  });

  it('says so where there is nothing to run', async () => {
    ok(
      (await insertInTerminal(' \n\n', before('zsh')))?.includes('nothing to run in this code block'),
      'It was placed',
    );
  });
});
