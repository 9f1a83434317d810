import * as vscode from 'vscode';
import { Attachments } from '../../../src/vscode/attachments/attachments.ts';
import { attachmentsFeature } from '../../../src/vscode/attachments/attachmentsFeature.ts';
import { Composer } from '../../../src/vscode/composer/composer.ts';
import type { AskError } from '../../../src/vscode/composer/question.ts';
import { whyNotWritable } from '../../../src/vscode/editing/writableDocument.ts';
import { captureTestFailure } from '../../../src/vscode/problems/testFailure.ts';
import { readPrompt } from '../../../src/vscode/prompts/prompt.ts';
import { PromptExpander } from '../../../src/vscode/prompts/promptExpander.ts';
import { promptsFeature } from '../../../src/vscode/prompts/promptsFeature.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { fileTypeOf } from '../../../src/vscode/workspaceFile.ts';
import { equal, ok, until } from '../assert.ts';
import { access, closeEditors, editorOn } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { StubFiles } from '../stubFiles.ts';
import { StubMemento } from '../stubStorage.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const SCHEME = 'assistant-slow';
const NO_RESPONSE = 'a.txt did not respond.';
const NOTHING_SENT = `${NO_RESPONSE} Nothing was sent.`;

/** A file system that stops responding. */
class StubSlowFiles extends StubFiles {
  isHanging = false;

  override stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat> {
    return this.isHanging ? new Promise(() => undefined) : super.stat(uri);
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return this.isHanging ? (new Promise(() => undefined) as never) : super.readFile(uri);
  }
}

describe('An attachment that takes long to read', () => {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: '/slow/a.txt' });
  const files = new WorkspaceFiles();
  const dialogs = new StubDialogs();
  let services: TestAccess;
  let slow: StubSlowFiles;
  let composer: Composer;
  let targetEditor: TargetEditor;
  let attachments: Attachments;
  let disposables: vscode.Disposable[] = [];

  /** @param readLimitMs if long, only what ends without it passes */
  async function start(readLimitMs: number): Promise<void> {
    services = await access();
    slow = new StubSlowFiles({ '/slow/a.txt': 'a' });
    composer = new Composer();
    composer.setConversation('one');
    targetEditor = new TargetEditor();
    attachments = new Attachments({
      ...services,
      composer,
      targetEditor,
      workspaceState: new StubMemento(),
      executions: { lastIn: () => undefined },
      whenRestored: async () => {},
      readLimitMs,
    });
    disposables = [vscode.workspace.registerFileSystemProvider(SCHEME, slow), targetEditor, attachments];
    await vscode.window.showTextDocument(uri);
    slow.isHanging = true;
  }

  afterEach(async () => {
    slow.isHanging = false;
    dialogs.restore();
    await closeEditors();
    await files.remove();
    vscode.Disposable.from(...disposables).dispose();
  });

  /** Without which the question could be sent. */
  function causesOf(refused: object | undefined): readonly string[] | undefined {
    const { error }: Partial<AskError> = refused ?? {};
    return error?.kind === 'error' ? error.attachmentIds : undefined;
  }

  function refresh() {
    return attachments.refreshLive({ text: 'Why?', attachments: composer.attachments });
  }

  it('is refused after a limit when it is attached, read again or the current file, and says so', async () => {
    await start(50);
    const reader = await attachments.reader();
    equal(await reader.addFiles([uri], composer.owner), NO_RESPONSE);
    equal(await reader.add([{ kind: 'file', file: uri }], composer.owner), NO_RESPONSE);
    equal(composer.attachments, []);
    slow.isHanging = false;
    // On a busy machine, the limit may pass even so.
    await until(
      () => reader.addFiles([uri], composer.owner),
      (error) => error === undefined,
    );
    slow.isHanging = true;
    const refused = await refresh();
    equal(refused, { error: NOTHING_SENT });
    equal(causesOf(refused), [composer.attachments[0]?.id]);
    equal(
      composer.attachments.map(({ text, problem }) => [text, problem]),
      [['a', NO_RESPONSE]],
    );
    composer.detach(composer.attachments[0]?.id ?? '');
    await attachments.toggleCurrentFile();
    const id = attachments.currentFile?.attachmentId ?? '';
    const notFound = await attachments.findShown([id]);
    equal(notFound, { error: NOTHING_SENT });
    equal(causesOf(notFound), [id]);
    equal(attachments.currentFile?.error, NO_RESPONSE);
  });

  it('is left out of what is asked about a failed test, which says so, and in which nothing is written', async () => {
    await start(50);
    const position = new vscode.Position(0, 0);
    const range = new vscode.Range(position, position);
    const failure = {
      test: { label: 'halves', uri, range },
      message: { message: 'wrong\n    at slow/b.txt:1:1' },
    };
    const captured = await captureTestFailure(failure, 50);
    equal([captured?.chips.map(({ kind }) => kind), captured?.errors], [['problems'], [NO_RESPONSE]]);
    const { document } = vscode.window.activeTextEditor ?? {};
    ok(document, 'No document is open');
    equal(await whyNotWritable(document, 50), 'a.txt did not respond, so nothing was changed. Try again.');
    const prompt = await readPrompt(uri, 50);
    equal(prompt, { error: NO_RESPONSE });
    equal(await fileTypeOf(uri, 50), undefined);
  });

  it('delays no question that it is not part of', async () => {
    await start(1_000_000);
    await attachments.toggleCurrentFile();
    equal(attachments.currentFile?.path, 'a.txt');
    equal(await attachments.findShown([]), []);
    const whenOff = attachments.whenCurrentFileRead();
    await attachments.toggleCurrentFile();
    await whenOff;
    await attachments.toggleCurrentFile();
    const whenClosed = attachments.whenCurrentFileRead();
    await closeEditors();
    await whenClosed;
    equal(attachments.currentFile, undefined);
  });

  it('goes to the conversation in which it was attached, and its error to none', async () => {
    await start(1_000_000);
    const said = dialogs.said;
    dialogs.hear('showInformationMessage');
    const ui = { hasPage: true, post: () => undefined, reveal: async () => undefined };
    const feature = attachmentsFeature({ ...services, composer, attachments, targetEditor, ui });
    disposables.push(feature);
    const attach = (...uris: string[]) =>
      feature.messages.attachDropped({ type: 'attachDropped', requestId: 1, conversationId: 'one', uris });
    const file = await files.write('slow/b.txt', 'b');
    const attached = [attach(file.toString()), attach('https://example.com')];
    composer.switchTo('two', true);
    equal(await Promise.all(attached), [undefined, undefined]);
    equal(said, ['Only files and folders can be dropped here.']);
    equal(composer.attachments, []);
    composer.switchTo('one', false);
    equal(
      composer.attachments.map(({ path }) => path),
      ['slow/b.txt'],
    );
  });

  it('goes with the text of a prompt to the conversation in which that was inserted', async () => {
    await start(1_000_000);
    slow.isHanging = false;
    await editorOn('const a = 1;\n', [0, 0, 1, 0]);
    await until(
      () => targetEditor.source?.document.languageId,
      (language) => language === 'typescript',
    );
    const prompts = new PromptExpander({ ...services, composer, targetEditor, globalStorageUri: uri });
    const posted: unknown[] = [];
    const post = (...message: unknown[]): void => void posted.push(message);
    const ui = { postTo: post, showDraft: post, reveal: async () => undefined };
    const feature = promptsFeature({ prompts, composer, ui });
    const [prompt] = await prompts.matching('explain');
    composer.draft = '/expl briefly';
    const inserted = feature.messages.insertPrompt(
      { type: 'insertPrompt', requestId: 1, conversationId: 'one', key: prompt?.key ?? '', typed: '/expl' },
      { post, setHistoryShown: () => undefined, restoreFocus: async () => undefined },
    );
    composer.switchTo('two', true);
    equal([await inserted, posted, composer.draft, composer.attachments], [undefined, [], '', []]);
    composer.switchTo('one', false);
    equal(
      [composer.draft.replace(/^.*\. (?=briefly)/s, ''), composer.attachments.map(({ kind }) => kind)],
      ['briefly', ['selection']],
    );
  });
});
