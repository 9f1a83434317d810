import * as vscode from 'vscode';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import { messageInReply } from '../../../src/core/commitMessage/messageInReply.ts';
import { type AssistantTurn, titleOf, type UserTurn } from '../../../src/core/conversation/conversation.ts';
import { CommitMessageWriter } from '../../../src/vscode/commitMessage/commitMessageWriter.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { MODEL, setWindows } from '../contextWindow/overflowSupport.ts';
import { closeEditors, connect, isWebWorker, removeKey, setSetting } from '../extensionAccess.ts';
import { startGit, stopGit, type TestRepository } from '../gitRepositories.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { countQuestions } from '../testService.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const PROMPT = 'Write a message for a commit with these changes';

/** Presses the button of a repository, or runs the command as in the palette. */
async function write(repository?: { rootUri: vscode.Uri }): Promise<void> {
  await vscode.commands.executeCommand(
    'assistant.writeCommitMessage',
    ...(repository === undefined ? [] : [{ id: 'git', label: 'Git', rootUri: repository.rootUri }]),
  );
}

// Elsewhere, other suites have started Git, which goes on until VS Code is closed.
(isWebWorker ? describe : describe.skip)('writeCommitMessage without Git', () => {
  it('says so, and asks nothing', async () => {
    await connect();
    const dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
    const before = await countQuestions();
    try {
      await write();
      await write({ rootUri: workspaceRoot() });
    } finally {
      dialogs.restore();
      await removeKey();
    }
    const said = 'Git is not available in the browser.';
    equal([dialogs.said, await countQuestions()], [[said, said], before]);
  });
});

// A web worker host has no Git extension.
(isWebWorker ? describe.skip : describe)('writeCommitMessage', () => {
  const files = new WorkspaceFiles();
  let api: Awaited<ReturnType<typeof startGit>>;
  let services: TestAccess;
  let dialogs: StubDialogs;
  let first: TestRepository;
  let second: TestRepository;

  async function createRepository(name: string): Promise<TestRepository> {
    const tracked = await files.write(`${name}/tracked.txt`, 'one\n');
    const repository = await api.init(vscode.Uri.joinPath(workspaceRoot(), name));
    ok(repository, 'No repository was created');
    await repository.setConfig('user.name', 'Tester');
    await repository.setConfig('user.email', 'tester@example.com');
    await repository.add([tracked.fsPath]);
    await repository.commit(`Begin ${name}`);
    return repository;
  }

  /** Back to the last commit. */
  async function reset(): Promise<void> {
    second.inputBox.value = '';
    first.inputBox.value = '';
    for (const [name] of await vscode.workspace.fs.readDirectory(first.rootUri)) {
      if (name !== '.git') {
        await vscode.workspace.fs.delete(vscode.Uri.joinPath(first.rootUri, name), { recursive: true });
      }
    }
    await files.write('first/tracked.txt', 'one\n');
    await first.revert([]);
  }

  function latest(): { session: ChatSession; question: UserTurn; reply: AssistantTurn } {
    const [session] = services.conversations.loaded;
    const [question, reply] = session?.conversation.turns ?? [];
    ok(session && question?.kind === 'user' && reply?.kind === 'assistant', 'Nothing was asked');
    return { session, question, reply };
  }

  function sentText(): string {
    const { attachments } = latest().question;
    equal(
      attachments.map(({ kind }) => kind),
      ['diff'],
    );
    return attachments[0]?.text ?? '';
  }

  /**
   * Writes a message for the first repository whose question has the latest reply, changed.
   * @param meanwhile what happens before it arrives
   * @returns what is said
   */
  async function writeReply(
    change: Partial<AssistantTurn>,
    meanwhile?: () => Promise<unknown>,
  ): Promise<string | undefined> {
    const { session, reply: before } = latest();
    const { failure: _, ...turn } = before;
    const writer = new CommitMessageWriter({
      ...services,
      targetEditor: { source: undefined },
      backgroundQuestions: {
        ask: async () => {
          await meanwhile?.();
          return { reply: { ...turn, ...change }, session };
        },
        show: async () => undefined,
      },
    });
    return said(await writer.write(first.rootUri));
  }

  before(async () => {
    api = await startGit();
    first = await createRepository('first');
    second = await createRepository('second');
  });

  after(async () => {
    await stopGit();
    await files.remove();
    await removeKey();
  });

  beforeEach(async () => {
    services = await connect();
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
  });

  afterEach(async () => {
    dialogs.restore();
    await closeEditors();
    await reset();
  });

  it('asks about what is staged, in a conversation that is not shown, and writes the reply into the box of the pressed repository', async () => {
    const shown = services.conversations.current;
    const staged = await Promise.all([
      files.write('first/tracked.txt', 'two\n'),
      files.write('first/tief ü/yarn.lock', 'locked\n'),
      files.write('first/logo.png', new Uint8Array([0, 1, 2])),
    ]);
    await first.add(staged.map(({ fsPath }) => fsPath));
    await files.write('first/tracked.txt', 'three\n');
    first.inputBox.value = 'Mention the tests.';
    second.inputBox.value = 'untouched';
    await write(first);
    const { session, question, reply } = latest();
    ok(question.text.startsWith(PROMPT), question.text);
    ok(question.text.endsWith('\n\nMention the tests.'), question.text);
    const text = sentText();
    ok(text.startsWith('Staged:\ndiff --git a/tracked.txt b/tracked.txt\n'), text);
    ok(text.endsWith('+two\n\nAlso changed, only the names:\nlogo.png (new)\ntief ü/yarn.lock (new)'), text);
    equal(first.inputBox.value, messageInReply(reply.text));
    equal([second.inputBox.value, dialogs.said], ['untouched', []]);
    equal(titleOf(session.conversation), 'Commit message: first');
    equal(services.conversations.current === shown, true, 'Another conversation is shown');
  });

  it('asks about all changes and new text files if nothing is staged', async () => {
    await files.write('first/tracked.txt', 'two\n');
    await files.write('first/new.txt', 'fresh\n');
    await files.write('first/logo.png', new Uint8Array([0, 1, 2]));
    await write(first);
    const text = sentText();
    ok(text.startsWith('Not staged:\ndiff --git a/tracked.txt b/tracked.txt\n'), text);
    ok(text.includes('+two\ndiff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n'), text);
    ok(text.endsWith('\n\nAlso changed, only the names:\nlogo.png (new)'), text);
    ok(first.inputBox.value !== '', 'Nothing was written');
  });

  it('leaves the box alone if a part of the changes is staged meanwhile, but not if all are', async () => {
    const changed = await files.write('first/tracked.txt', 'two\n');
    const added = await files.write('first/new.txt', 'fresh\n');
    await write(first);
    first.inputBox.value = '';
    const stage = (...uris: readonly vscode.Uri[]): Promise<string | undefined> =>
      writeReply({ text: 'Message' }, () => first.add(uris.map(({ fsPath }) => fsPath)));
    const outdated = 'What is staged has changed, so the commit message was not written into the box.';
    equal([await stage(added), first.inputBox.value], [outdated, '']);
    await first.revert([]);
    equal([await stage(added, changed), first.inputBox.value], [undefined, 'Message']);
  });

  it('asks nothing if another program prints the changes, and says which setting is the cause', async () => {
    await files.write('first/tracked.txt', 'two\n');
    const before = await countQuestions();
    await first.setConfig('diff.external', 'echo');
    await write(first);
    await first.unsetConfig('diff.external');
    const refused =
      'The changes in first were not read, because Git’s setting diff.external has another program print them. Remove it and try again.';
    equal([dialogs.said, await countQuestions()], [[refused], before]);
  });

  it('asks nothing if nothing has changed, if the repository is not open, or if the argument is another one', async () => {
    const before = await countQuestions();
    await write(first);
    for (const argument of [
      { rootUri: vscode.Uri.joinPath(workspaceRoot(), 'closed') },
      { rootUri: 'first' },
      7,
    ]) {
      await vscode.commands.executeCommand('assistant.writeCommitMessage', argument);
    }
    const refused = 'Nothing was done: the only argument of this command is SourceControl.';
    equal(dialogs.said, [
      'Nothing has changed in first since the last commit.',
      'The Git repository closed is not open.',
      refused,
      refused,
    ]);
    equal(await countQuestions(), before);
  });

  it('asks about secrets first, and leaves the box alone if its text changes meanwhile, or if there is a new commit', async () => {
    // What was decided about a secret holds for this window.
    const secret = (): string => ['gh', 'p_', crypto.randomUUID().replaceAll('-', ''), 'A1b2'].join('');
    const sent = secret();
    await files.write('first/tracked.txt', `${sent}\n`);
    const questions: string[] = [];
    const meanwhile = (change: () => unknown): void =>
      dialogs.answer('showWarningMessage', async (text: string, { detail }: { detail: string }) => {
        questions.push(`${text} ${detail}`);
        await change();
        return 'Redact and Send';
      });
    meanwhile(() => {
      first.inputBox.value = 'typed meanwhile';
    });
    await write(first);
    ok(questions[0]?.includes('GitHub token: first'), `${questions}`);
    ok(!sentText().includes(sent), sentText());
    equal(first.inputBox.value, 'typed meanwhile');
    // The change is committed by then.
    const { fsPath } = await files.write('second/tracked.txt', `${secret()}\n`);
    meanwhile(async () => {
      await second.add([fsPath]);
      await second.commit('By hand');
      await second.status();
    });
    dialogs.hear('showInformationMessage', 'Show Conversation');
    await write(second);
    equal([questions.length, second.inputBox.value], [2, '']);
    equal(dialogs.said, [
      'The text in the box has changed, so the commit message was not written into it.',
      'There is a new commit, so the commit message was not written into the box.',
    ]);
    await until(
      () => services.conversations.current,
      (current) => current === latest().session,
    );
  });

  it('leaves the box alone if it is canceled, and refuses to begin twice', async () => {
    await files.write('first/tracked.txt', 'two\n');
    const box = '!long 2000';
    first.inputBox.value = box;
    const cancel = dialogs.cancelProgress();
    const writing = write(first);
    await until(
      () => services.conversations.isAnyFetching,
      (running) => running,
    );
    await write(first);
    equal(dialogs.said, ['A commit message for first is already being written.']);
    cancel();
    await writing;
    equal([first.inputBox.value, latest().reply.status], [box, 'stopped']);
    equal(dialogs.said.length, 1);
  });

  it('ends at once if it is canceled while Git does not answer, before and after the reply, and asks nothing more', async () => {
    await files.write('first/tracked.txt', 'two\n');
    await write(first);
    first.inputBox.value = '';
    const before = await countQuestions();
    const cancel = dialogs.cancelProgress();
    const repository = Object.getPrototypeOf(first) as { status(): Promise<void> };
    const { status } = repository;
    const hang = (reached: () => void): void => {
      repository.status = () => {
        reached();
        return new Promise(() => undefined);
      };
    };
    try {
      hang(cancel);
      await write(first);
      repository.status = status;
      equal(await writeReply({ text: 'Message' }, async () => hang(cancel)), undefined);
    } finally {
      repository.status = status;
    }
    equal([first.inputBox.value, dialogs.said, await countQuestions()], ['', [], before]);
  });

  it('says why there is no message, and leaves the box alone', async () => {
    await files.write('first/tracked.txt', 'two\n');
    first.inputBox.value = '!status 500';
    await write(first);
    equal([first.inputBox.value, latest().reply.status], ['!status 500', 'failed']);
    equal(dialogs.said.length, 1);
    equal(
      [
        await writeReply({ status: 'finished', text: '```\n\n```' }),
        await writeReply({ status: 'cutAtLimit', text: 'Half a' }),
        await writeReply({ status: 'stopped', text: 'Half a' }),
      ],
      ['has no text', 'was cut off', 'was stopped'].map(
        (what) => `The reply ${what}, so there is no commit message.`,
      ),
    );
    equal(first.inputBox.value, '!status 500');
  });

  it('asks about hidden characters, and leaves the box alone if the user cancels', async () => {
    await files.write('first/tracked.txt', 'two\n');
    await write(first);
    first.inputBox.value = 'Before';
    const reply = { text: 'Fix\u202e it' };
    dialogs.hear('showWarningMessage');
    equal([await writeReply(reply), first.inputBox.value], [undefined, 'Before']);
    dialogs.hear('showWarningMessage', 'Remove and Insert');
    equal([await writeReply(reply), first.inputBox.value], [undefined, 'Fix it']);
    const asked = 'The text contains a hidden character.';
    equal(dialogs.said, [asked, asked]);
  });

  it('leaves out the biggest file if not all fit into half of the context window, and says so', async () => {
    await setWindows(services, 4000);
    services.models.chooseForConversation(MODEL);
    await files.write('first/big.txt', 'one more line\n'.repeat(1000));
    await files.write('first/small.txt', 'small\n');
    await write(first);
    const text = sentText();
    ok(text.includes('+small\n\n1 file left out because of the size:\nbig.txt'), text);
    ok(first.inputBox.value !== '', 'Nothing was written');
    equal(dialogs.said, [
      '1 file is too large for the model, so the commit message was written without it: big.txt',
    ]);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(first.rootUri, 'small.txt'));
    await write(first);
    equal(dialogs.said[1], 'The changes in first are too large for the model. Stage a part of them.');
    await setWindows(services, 200_000);
  });

  it('sends the last messages along only if the setting is on', async () => {
    await files.write('first/tracked.txt', 'two\n');
    await write(first);
    ok(!sentText().includes('Begin first'), sentText());
    await setSetting('assistant.commitMessageStyle', true);
    await write(first);
    await setSetting('assistant.commitMessageStyle', undefined);
    const [, style] = sentText().split('The last commit messages, only as a reference for the style:\n\n');
    ok(style?.endsWith('Begin first'), sentText());
  });

  it('takes the repository of the active editor in the palette, and else asks', async () => {
    const file = await files.write('first/tracked.txt', 'two\n');
    await vscode.window.showTextDocument(file);
    await write();
    ok(first.inputBox.value !== '', 'Nothing was written');
    await closeEditors();
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[], { title }: { title: string }) => {
      equal(title, 'Write Commit Message');
      return items.find(({ label }) => label === '$(repo) second');
    });
    await write();
    equal(dialogs.said, ['Nothing has changed in second since the last commit.']);
  });
});
