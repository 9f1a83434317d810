import * as vscode from 'vscode';
import { toChipViews } from '../../../src/vscode/attachments/chipViews.ts';
import { refreshAttachment } from '../../../src/vscode/attachments/kinds/attachmentSource.ts';
import { LiveAttachments } from '../../../src/vscode/attachments/liveAttachments.ts';
import { Composer } from '../../../src/vscode/composer/composer.ts';
import { withoutLiveText } from '../../../src/vscode/composer/composerAttachment.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, sendQuestion } from '../extensionAccess.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('Live attachments', () => {
  afterEach(async () => {
    const { composer } = await connect();
    composer.removeSent(
      composer.draft,
      composer.attachments.map(({ id }) => id),
    );
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  it('are sent with the current content of their sources', async () => {
    const found = await connect();
    const { pipeline, composer, conversations, attachments } = found;
    const uri = await files.write('live/notes.txt', 'before');
    equal(
      await (await attachments.reader()).addFiles(
        [uri, vscode.Uri.joinPath(workspaceRoot(), 'live')],
        composer.owner,
      ),
      undefined,
    );
    await files.write('live/notes.txt', 'after');
    await files.write('live/second.txt', 'x');
    equal(
      await sendQuestion(pipeline, { text: 'What is it?', attachments: composer.attachments }),
      undefined,
    );
    const [turn] = conversations.current.conversation.turns;
    ok(turn?.kind === 'user', 'No question was asked');
    equal(
      turn.attachments.map(({ text }) => text),
      ['after', 'notes.txt\nsecond.txt'],
    );
    equal(
      turn.attachments.map((one) => 'uri' in one),
      [false, false],
    );
    await replyText(found);
  });

  it('are read again when they are restored, since their text is not stored', async () => {
    const { composer, attachments } = await connect();
    const uri = await files.write('live/restored.txt', 'a\nb\nc\n');
    await (await attachments.reader()).addFiles([uri], composer.owner);
    const [whole] = composer.attachments;
    ok(whole, 'The file was not attached');
    for (const [before, text] of [
      [whole, 'a\nb\nc\n'],
      [{ ...whole, text: 'a\nb\n', leftOutLines: 1 }, 'a\nb\n'],
    ] as const) {
      composer.detach(whole.id);
      const id = crypto.randomUUID();
      const stored = withoutLiveText({ ...before, id });
      ok(!/\w/.test(stored.text), 'The text is stored');
      composer.restoreDraft('', [stored]);
      await until(
        () => composer.attachments.find((one) => one.id === id)?.text,
        (now) => now === text,
      );
      composer.detach(id);
    }
  });

  it('block the question and stay attached if a source no longer exists, and their chips say so until it is back', async () => {
    const found = await connect();
    const { pipeline, composer, conversations, attachments } = found;
    const uri = await files.write('live/gone.txt', 'here');
    await (await attachments.reader()).addFiles([uri], composer.owner);
    await files.remove();
    equal(
      await sendQuestion(pipeline, { text: 'What is it?', attachments: composer.attachments }),
      'live/gone.txt no longer exists. Nothing was sent.',
    );
    equal(conversations.current.conversation.turns.length, 0);
    const chips = (): unknown[] => toChipViews(found).map(({ path, problem }) => [path, problem]);
    equal(chips(), [['live/gone.txt', 'live/gone.txt no longer exists.']]);
    await files.write('live/gone.txt', 'here');
    equal(
      await sendQuestion(pipeline, { text: 'What is it?', attachments: composer.attachments }),
      undefined,
    );
    equal(chips(), [['live/gone.txt', undefined]]);
    await replyText(found);
  });

  it('are truncated again after a refresh if they were truncated to fit', async () => {
    const uri = await files.write('live/long.txt', 'a\nb\nc\nd');
    const truncated = { id: 'x', kind: 'file', path: 'live/long.txt', languageId: 'plaintext' } as const;
    const read = await refreshAttachment({
      ...truncated,
      text: '1\n2\n',
      leftOutLines: 7,
      uri: uri.toString(),
    });
    ok(!('error' in read), 'It was not read');
    equal([read.text, read.leftOutLines], ['a\nb\n', 2]);
    await files.write('live/long.txt', 'a');
    const whole = await refreshAttachment(read);
    ok(!('error' in whole), 'It was not read');
    equal([whole.text, whole.leftOutLines], ['a', undefined]);
  });

  it('contain redacted secrets again after a refresh, so that these are detected again', async () => {
    const uri = await files.write('live/key.txt', 'token=abc');
    const redacted = { id: 'x', kind: 'file', path: 'live/key.txt', languageId: 'plaintext' } as const;
    const read = await refreshAttachment({
      ...redacted,
      text: 'token=[redacted]',
      redacted: 1,
      uri: uri.toString(),
    });
    ok(!('error' in read), 'It was not read');
    equal([read.text, read.redacted], ['token=abc', undefined]);
  });

  it('are refreshed in the composer when their documents change', async () => {
    const { composer, attachments } = await connect();
    const uri = await files.write('live/typed.txt', 'one');
    await (await attachments.reader()).addFiles([uri], composer.owner);
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 3), ' two'));
    await until(
      () => composer.attachments[0]?.text,
      (text) => text === 'one two',
    );
  });

  it('are refreshed when problems change, and keep the last problems if there are none but say so', async () => {
    const { composer, pipeline, attachments } = await connect();
    const uri = await files.write('live/wrong.txt', 'one');
    const collection = vscode.languages.createDiagnosticCollection('live');
    const problem = (message: string): vscode.Diagnostic =>
      new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message);
    try {
      collection.set(uri, [problem('First')]);
      equal(await (await attachments.reader()).add([{ kind: 'problems', uri }], composer.owner), undefined);
      collection.set(uri, [problem('Second')]);
      await until(
        () => composer.attachments[0]?.text,
        (text) => text === 'live/wrong.txt:1 error Second',
      );
      collection.clear();
      await until(
        () => composer.attachments[0],
        (chip) => chip?.problem === 'There are no problems in live/wrong.txt.' && chip.text !== '',
      );
      equal(
        await sendQuestion(pipeline, { text: 'Why?', attachments: composer.attachments }),
        'There are no problems in live/wrong.txt. Nothing was sent.',
      );
    } finally {
      collection.dispose();
    }
  });

  it('are refreshed once at a time, and again if they change meanwhile', async () => {
    const composer = new Composer();
    const documents = [
      await vscode.workspace.openTextDocument({ content: 'slow' }),
      await vscode.workspace.openTextDocument({ content: 'fast' }),
    ];
    const change = async (): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      for (const { uri } of documents) {
        edit.insert(uri, new vscode.Position(0, 0), 'x');
      }
      await vscode.workspace.applyEdit(edit);
    };
    const begun: string[] = [];
    const count = (path: string): number => begun.filter((one) => one === path).length;
    const reading = Promise.withResolvers<void>();
    const live = new LiveAttachments(composer, async (attachment) => {
      begun.push(attachment.path);
      await (attachment.path === 'slow' ? reading.promise : undefined);
      return attachment;
    });
    try {
      for (const document of documents) {
        const [path, uri] = [document.getText(), document.uri.toString()];
        composer.attach({ id: path, kind: 'file', path, languageId: 'plaintext', text: path, uri });
      }
      for (const times of [1, 2, 3]) {
        await change();
        await until(
          () => count('fast'),
          (fast) => fast === times,
        );
      }
      equal(count('slow'), 1);
      reading.resolve();
      await until(
        () => count('slow'),
        (slow) => slow === 2,
      );
    } finally {
      live.dispose();
      for (const document of documents) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    }
  });

  it('are attached only once each, and at most 100 of them', async () => {
    const { composer, attachments } = await connect();
    const uri = await files.write('live/once.txt', 'one');
    await (await attachments.reader()).addFiles([uri], composer.owner);
    await files.write('live/once.txt', 'another');
    await (await attachments.reader()).addFiles([uri], composer.owner);
    equal(
      composer.attachments.map(({ text }) => text),
      ['another'],
    );
    const others = Array.from({ length: 99 }, (_, index) => ({
      id: `id-${index}`,
      kind: 'terminal' as const,
      path: 't',
      languageId: 'plaintext',
      text: `${index}`,
    }));
    composer.restoreDraft('', others);
    const one = await files.write('live/more.txt', 'one');
    equal(
      await (await attachments.reader()).addFiles([one], composer.owner),
      'A question can have at most 100 attachments.',
    );
    equal(composer.attachments.length, 100);
  });
});
