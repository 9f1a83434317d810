import * as vscode from 'vscode';
import type { CaptureResult } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import {
  captureLastCommand,
  captureTerminal,
} from '../../../src/vscode/attachments/kinds/captureTerminal.ts';
import { type SeenExecution, ShellExecutions } from '../../../src/vscode/shellExecutions.ts';
import { equal, ok, until } from '../assert.ts';
import { errorOf, expectCaptured } from '../captured.ts';
import { openStubTerminal, type StubTerminal } from '../editing/stubTerminal.ts';

describe('captureTerminal', () => {
  const IMAGE = Symbol('image');

  /** A stub clipboard, and what the terminal copies to it. */
  function stubDeps(initial: string | typeof IMAGE, selected: string | undefined, isConfirmed = false) {
    let content = initial;
    return {
      clipboard: {
        readText: async () => (content === IMAGE ? '' : content),
        writeText: async (next: string) => {
          content = next;
        },
      },
      copy: async () => {
        content = selected ?? content;
      },
      confirmReplacing: async () => isConfirmed,
      clipboardContent: () => content,
    };
  }

  it('asks before it replaces an image, of which extensions see nothing, and leaves it if nothing is selected', async () => {
    const terminal = await openStubTerminal();
    try {
      const kept = stubDeps(IMAGE, 'error 1');
      equal([await captureTerminal(kept), kept.clipboardContent()], [undefined, IMAGE]);
      const replaced = stubDeps(IMAGE, 'error 1', true);
      equal(expectCaptured(await captureTerminal(replaced)).text, 'error 1');
      const nothing = stubDeps(IMAGE, undefined, true);
      ok(errorOf(await captureTerminal(nothing)).startsWith('Nothing is selected'), 'It was captured');
      equal(nothing.clipboardContent(), IMAGE);
    } finally {
      await terminal.close();
    }
  });

  it('returns what the terminal copies and restores the clipboard', async () => {
    const terminal = await openStubTerminal();
    try {
      for (const before of ['mine', 'error 1\n\n\n']) {
        const stub = stubDeps(before, 'error 1\n\n\n');
        const { kind, path, text } = expectCaptured(await captureTerminal(stub));
        equal([kind, path, text], ['terminal', 'stub', 'error 1']);
        equal(stub.clipboardContent(), before);
      }
    } finally {
      await terminal.close();
    }
  });

  it('returns an error message if nothing is selected, even if the clipboard contains text', async () => {
    const terminal = await openStubTerminal();
    try {
      const stub = stubDeps('mine', undefined);
      const error = errorOf(await captureTerminal(stub));
      equal(error, 'Nothing is selected in the terminal. Select the text to ask about.');
      equal(stub.clipboardContent(), 'mine');
    } finally {
      await terminal.close();
    }
  });

  it('returns an error message if no terminal is open', async () => {
    await until(
      () => vscode.window.activeTerminal,
      (terminal) => terminal === undefined,
    );
    equal(errorOf(await captureTerminal(stubDeps('mine', 'x'))), 'No terminal is open.');
  });
});

describe('captureLastCommand', () => {
  /** Runs with the real clipboard and its own record of what terminals have run. */
  async function withTerminal(
    run: (terminal: StubTerminal, capture: () => Promise<CaptureResult | undefined>) => Promise<void>,
  ): Promise<void> {
    const executions = new ShellExecutions();
    const terminal = await openStubTerminal();
    await vscode.env.clipboard.writeText('mine');
    try {
      await run(terminal, () => captureLastCommand(executions));
      equal(await vscode.env.clipboard.readText(), 'mine');
    } finally {
      await terminal.close();
      executions.dispose();
    }
  }

  it('returns the last command with its output and, if the shell told, its exit code, and restores the clipboard', async () => {
    await withTerminal(async ({ showRun }, capture) => {
      await showRun('npm run build', 'built\n', 0);
      await showRun('npm test', '2 tests failed\n', 1);
      const { kind, path, text, command } = expectCaptured(await capture());
      equal([kind, path, text, command], ['terminal', 'stub', 'npm test\n2 tests failed', { exitCode: 1 }]);
      await showRun('npm start', 'stopped\n');
      equal(expectCaptured(await capture()).command, {});
    });
  });

  it('says nothing of an exit code that was not seen, or of another command', async () => {
    await withTerminal(async ({ showRun }) => {
      await showRun('npm test', '2 tests failed\n', 1);
      const unseen = expectCaptured(await captureLastCommand({ lastIn: () => undefined }));
      equal([unseen.text, unseen.command], ['npm test\n2 tests failed', {}]);
      const other = {
        execution: { commandLine: { value: 'npm' } },
        hasEnded: true,
        exitCode: 2,
      } as SeenExecution;
      equal(expectCaptured(await captureLastCommand({ lastIn: () => other })).command, {});
    });
  });

  it('returns an error message if no command has ended, or the last one has no output', async () => {
    await withTerminal(async ({ showRun }, capture) => {
      ok(errorOf(await capture()).startsWith('There is no command with output'), 'It was captured');
      await showRun('npm test', '2 tests failed\n', 1);
      await showRun('true', '', 0);
      ok(errorOf(await capture()).startsWith('There is no command with output'), 'It was captured');
    });
  });
});
