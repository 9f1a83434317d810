import * as vscode from 'vscode';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { reviewTabs } from '../editing/openReview.ts';
import { closeEditors, connect, editorOn, removeKey, select } from '../extensionAccess.ts';
import { runWithInput, StubDialogs } from '../stubDialogs.ts';
import { StubFiles } from '../stubFiles.ts';
import { countQuestions, fault, lastQuestion } from '../testService.ts';

const CODE = 'function half(n: number): number {\n  return n / 2;\n}\n\nexport default half;\n';
/** What the local service adds to code. */
const ADDED = '// Returned by the local service\n';

describe('edit of a selection', () => {
  let dialogs: StubDialogs;
  let services: TestAccess;

  beforeEach(async () => {
    services = await connect();
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
  });

  afterEach(async () => {
    dialogs.restore();
    await vscode.commands.executeCommand('assistant.discardReview');
    await closeEditors();
    await removeKey();
  });

  function proposal(): string | undefined {
    const { activeTextEditor } = vscode.window;
    return activeTextEditor?.document.uri.scheme === REVIEW_SCHEME
      ? activeTextEditor.document.getText()
      : undefined;
  }

  /** Does something in place of the user right before each question is asked. */
  function whileAsking(act: () => Thenable<unknown>): void {
    dialogs.answer(
      'withProgress',
      async (_options: unknown, task: (progress: unknown, token: vscode.CancellationToken) => unknown) => {
        await act();
        return task({}, new vscode.CancellationTokenSource().token);
      },
    );
  }

  /** The conversation of the last edit. */
  const edited = () => services.conversations.loaded[0];

  it('asks in a titled conversation that is not shown, grows to whole lines, and opens a review of exactly those', async () => {
    const { conversations, composer } = services;
    const shown = conversations.current;
    composer.draft = 'Not yet';
    const { document } = await editorOn(CODE, [0, 9, 1, 8]);
    const prompt = await runWithInput('editSelection', 'Name it better');
    ok(/^Edits .*, lines 1–2$/.test(`${prompt}`), `${prompt}`);
    equal(await until(proposal, (text) => text !== undefined), ADDED + CODE);
    equal(conversations.current, shown);
    equal(composer.draft, 'Not yet');
    equal(document.getText(), CODE);
    equal(edited()?.conversation.title, 'Edit: Name it better');
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    ok(content.includes('```typescript\nfunction half(n: number): number {\n  return n / 2;\n```'), content);
    ok(/Reply with one code block for each selection.*\n\nName it better$/s.test(content), content);
    await vscode.commands.executeCommand('assistant.acceptReview');
    equal(document.getText(), ADDED + CODE);
    equal(dialogs.said, []);
    composer.draft = '';
  });

  it('leaves everything as it was after Escape, and after Stop', async () => {
    const editor = await editorOn(CODE, [0, 9, 1, 8]);
    const count = await countQuestions();
    await runWithInput('editSelection', undefined);
    equal(editor.selections, [new vscode.Selection(0, 9, 1, 8)]);
    equal(await countQuestions(), count);
    const stop = dialogs.cancelProgress();
    // Pauses after the first words.
    await fault('F49', { times: 1 });
    const running = runWithInput('editSelection', 'Slowly');
    await until(
      () => edited()?.conversation.turns.at(-1)?.text ?? '',
      (text) => edited()?.isRunning === true && text !== '',
    );
    stop();
    await running;
    equal(edited()?.isRunning, false);
    equal(editor.selections, [new vscode.Selection(0, 9, 1, 8)]);
    equal([reviewTabs().length, editor.document.getText(), dialogs.said], [0, CODE, []]);
  });

  it('offers the review if the user is elsewhere by then', async () => {
    const editor = await editorOn(CODE, [0, 0, 2, 1]);
    await fault('F49', { times: 1, parameter: 500 });
    const running = runWithInput('editSelection', 'Slowly');
    await until(
      () => edited()?.isRunning,
      (isRunning) => isRunning === true,
    );
    await select(editor, new vscode.Selection(4, 0, 4, 0));
    dialogs.hear('showInformationMessage', 'Open Review');
    await running;
    equal(dialogs.said.length, 1);
    ok(/^The edit of .* is ready\.$/.test(dialogs.said[0] ?? ''), dialogs.said.join());
    await until(proposal, (text) => text !== undefined);
  });

  it('is of the selected lines, wherever an edit moved them while the box was open', async () => {
    // The same lines above and below, so that the place can only be followed, not found.
    const part = `${CODE}\n`;
    const editor = await editorOn(part.repeat(5), [12, 0, 14, 1]);
    dialogs.hear('showInformationMessage', 'Open Review');
    await runWithInput('editSelection', 'Name it better', () =>
      editor.edit((edit) => edit.insert(new vscode.Position(0, 0), part)),
    );
    const text = await until(proposal, (shown) => shown !== undefined);
    equal(text, part.repeat(3) + ADDED + part.repeat(3));
  });

  it('offers the review if a dialog has to ask about hidden characters first', async () => {
    const { document } = await editorOn(CODE, [0, 0, 2, 1]);
    await fault('F71', { times: 1 });
    await runWithInput('editSelection', 'Name it better');
    equal([dialogs.said.length, reviewTabs().length, document.getText()], [1, 0, CODE]);
    ok(/is ready\.$/.test(dialogs.said[0] ?? ''), dialogs.said.join());
  });

  it('asks one question about several selections, and opens one review', async () => {
    const editor = await editorOn(CODE, [0, 0, 2, 1]);
    const [whole] = editor.selections;
    ok(whole, 'Nothing is selected');
    editor.selections = [new vscode.Selection(4, 7, 4, 3), whole];
    const count = await countQuestions();
    const prompt = await runWithInput('editSelection', 'Name it better !each');
    ok(/^Edits 2 selections in /.test(`${prompt}`), `${prompt}`);
    await until(proposal, (text) => text !== undefined);
    equal(
      [proposal(), reviewTabs().length, await countQuestions()],
      [CODE.replace(/^(?=function|export)/gm, ADDED), 1, count + 1],
    );
    await vscode.commands.executeCommand('assistant.discardReview');

    await vscode.window.showTextDocument(editor.document);
    editor.selections = [new vscode.Selection(4, 0, 4, 3), whole];
    await runWithInput('editSelection', 'Name it better');
    equal(dialogs.said, [
      'The reply has one code block for 2 selections, so it is not certain where it belongs.',
    ]);
    equal(reviewTabs().length, 0);
  });

  it('inserts at an empty line, which is sent as a place between the lines around, without asking to change these', async () => {
    const { document } = await editorOn(CODE, [3, 0, 3, 0]);
    const prompt = await runWithInput('editSelection', 'Add a check');
    equal(prompt, `Inserts at line 4 of ${document.uri.path}`);
    // The reply has the line below, too.
    equal(await until(proposal, (text) => text !== undefined), CODE.replace('\n\n', `\n${ADDED}`));
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    const { path } = document.uri;
    const place = `${path} (typescript), line 4: empty line, a place to insert code at`;
    const above = `${path} (typescript), lines 1-3:\n\n\`\`\`typescript\n${CODE.split('\n\n')[0]}\n\`\`\``;
    const below = `${path} (typescript), line 5:\n\n\`\`\`typescript\nexport default half;\n\`\`\``;
    ok(content.startsWith(`${above}\n\n${place}\n\n${below}\n\n`), content);
    await vscode.commands.executeCommand('assistant.acceptReview');
    equal(document.getText(), CODE.replace('\n\n', `\n${ADDED}`));
    equal(dialogs.said.length, 1);
    ok(/^The code covers more than the lines that you asked about\./.test(`${dialogs.said[0]}`), 'Not said');
  });

  it('counts an empty line among several selections, and says if there is nothing to edit', async () => {
    const editor = await editorOn(CODE, [0, 0, 0, 0]);
    const count = await countQuestions();
    await vscode.commands.executeCommand('assistant.editSelection');
    equal(dialogs.said, [
      'Nothing is selected. Select the code to edit, or put the cursor on an empty line.',
    ]);
    equal(await countQuestions(), count);
    editor.selections = [new vscode.Selection(0, 0, 0, 5), new vscode.Selection(3, 0, 3, 0)];
    const prompt = await runWithInput('editSelection', undefined);
    ok(/^Edits 2 selections in /.test(`${prompt}`), `${prompt}`);
  });

  it('asks again for one more change in the same lines, and regenerates, from the review, without taking the focus', async () => {
    whileAsking(() => vscode.commands.executeCommand('workbench.view.search.focus'));
    const shownReview = () => vscode.window.activeTextEditor?.document.uri.query;
    let lastReview: string | undefined;
    const untilReviewed = async (): Promise<void> => {
      // Another review each time, with the same text.
      await until(
        () => [reviewTabs().length, proposal(), shownReview() !== lastReview],
        ([count, text, isOther]) => count === 1 && text === ADDED + CODE && isOther === true,
      );
      lastReview = shownReview();
      // Types into the editor that has the focus, if any.
      await vscode.commands.executeCommand('type', { text: 'typed' });
      equal([proposal(), document.getText()], [ADDED + CODE, CODE]);
    };
    const { document } = await editorOn(CODE, [0, 0, 2, 1]);
    await runWithInput('editSelection', 'Name it better');
    await untilReviewed();
    await runWithInput('askAgain', 'And shorter');
    const turns = () => edited()?.conversation.turns ?? [];
    equal(
      turns().map(({ kind }) => kind),
      ['user', 'assistant', 'user', 'assistant'],
    );
    const { messages } = await lastQuestion();
    equal(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    await untilReviewed();
    const last = turns().at(-1)?.id;
    await vscode.commands.executeCommand('assistant.regenerate');
    ok(turns().length === 5 && turns().at(-1)?.id !== last, 'There is no other reply');
    await untilReviewed();
  });

  it('offers the other review if the user has typed into this one meanwhile', async () => {
    await editorOn(CODE, [0, 0, 2, 1]);
    await runWithInput('editSelection', 'Name it better');
    await until(proposal, (text) => text === ADDED + CODE);
    whileAsking(async () =>
      vscode.window.activeTextEditor?.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed')),
    );
    await vscode.commands.executeCommand('assistant.regenerate');
    equal([proposal(), reviewTabs().length, dialogs.said.length], [`typed${ADDED}${CODE}`, 1, 1]);
    ok(/is ready\.$/.test(dialogs.said[0] ?? ''), dialogs.said.join());
  });

  it('sends with Ask Again what was typed into the proposal, and leaves that review open', async () => {
    const { document } = await editorOn(CODE, [0, 0, 2, 1]);
    await runWithInput('editSelection', 'Name it better');
    await until(proposal, (text) => text === ADDED + CODE);
    const review = vscode.window.activeTextEditor;
    await review?.edit((edit) => edit.replace(new vscode.Range(2, 9, 2, 14), 'n >> 1'));
    await until(proposal, (text) => text?.includes('n >> 1') === true);
    await runWithInput('askAgain', 'And shorter');
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    const typed = `${ADDED}function half(n: number): number {\n  return n >> 1;\n}`;
    const said = `And shorter\n\nThe code is now:\n\n\`\`\`typescript\n${typed}\n\`\`\``;
    ok(content.endsWith(said), content);
    equal([reviewTabs().length, services.recentQuestions.texts[0]], [2, '/edit And shorter']);
    equal(document.getText(), CODE);
    await vscode.commands.executeCommand('assistant.discardReview');
    await vscode.commands.executeCommand('assistant.discardReview', review?.document.uri);
  });

  it('sends with Ask Again the lines that were asked about, also if the document has changed since', async () => {
    const { document } = await editorOn(`const top = 1;\n${CODE}`, [1, 0, 3, 1]);
    await runWithInput('editSelection', 'Name it better');
    await until(proposal, (text) => text === `const top = 1;\n${ADDED}${CODE}`);
    const review = vscode.window.activeTextEditor;
    await review?.edit((edit) => edit.replace(new vscode.Range(3, 9, 3, 14), 'n >> 1'));
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(0, 0), '// One\n// Two\n// Three\n// Four\n// Five\n');
    await vscode.workspace.applyEdit(change);
    const typed = `${ADDED}function half(n: number): number {\n  return n >> 1;\n}`;
    await runWithInput('askAgain', 'And shorter');
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    ok(content.endsWith(`The code is now:\n\n\`\`\`typescript\n${typed}\n\`\`\``), content);
    await vscode.commands.executeCommand('assistant.discardReview');
    await vscode.commands.executeCommand('assistant.discardReview', review?.document.uri);
  });

  it('sends with Ask Again also what was deleted in the proposal', async () => {
    await editorOn(CODE, [0, 0, 2, 1]);
    await runWithInput('editSelection', 'Name it better');
    await until(proposal, (text) => text === ADDED + CODE);
    const review = vscode.window.activeTextEditor;
    await review?.edit((edit) => edit.delete(new vscode.Range(0, 0, 4, 0)));
    await runWithInput('askAgain', 'And shorter');
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    ok(content.endsWith('The code is now:\n\n```typescript\n\n```'), content);
    await vscode.commands.executeCommand('assistant.discardReview');
    await vscode.commands.executeCommand('assistant.discardReview', review?.document.uri);
  });

  it('sends nothing if what was selected is gone when the box is answered, and keeps the question', async () => {
    const { composer } = services;
    for (const range of [new vscode.Range(0, 0, 3, 0), new vscode.Range(2, 1, 4, 0)]) {
      const isPlace = range.start.line > 0;
      const editor = await editorOn(CODE, isPlace ? [3, 0, 3, 0] : [0, 0, 2, 1]);
      const { path } = editor.document.uri;
      const count = await countQuestions();
      await runWithInput('editSelection', 'Name it better', () => editor.edit((edit) => edit.delete(range)));
      equal(dialogs.said.splice(0), [
        `It is not certain any more which lines of ${path} are meant, so nothing was sent. Select them again. Your question is in the chat input.`,
      ]);
      equal([composer.draft, await countQuestions()], ['/edit Name it better', count]);
      composer.removeSent(
        composer.draft,
        composer.attachments.map(({ id }) => id),
      );
      await closeEditors();
    }
  });

  it('opens the box at once, also while the file system does not say if it could be written', async () => {
    const isBoxOpen = Promise.withResolvers<void>();
    let isSlow = false;
    const stub = new (class extends StubFiles {
      override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
        await (isSlow && isBoxOpen.promise);
        return super.stat(uri);
      }
    })({ '/slow.ts': CODE });
    const registration = vscode.workspace.registerFileSystemProvider('slow', stub);
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('slow:/slow.ts'));
      const editor = await vscode.window.showTextDocument(document);
      await select(editor, new vscode.Selection(0, 9, 1, 8));
      isSlow = true;
      await runWithInput('editSelection', undefined, async () => isBoxOpen.resolve());
      equal([editor.selections, dialogs.said], [[new vscode.Selection(0, 9, 1, 8)], []]);
    } finally {
      isBoxOpen.resolve();
      registration.dispose();
    }
  });

  it('opens the review at once, also if the box was open already', async () => {
    await editorOn(CODE, [0, 9, 1, 8]);
    await runWithInput('editSelection', 'Name it better', async () => {
      // Takes the place of the first box, which ends as after Escape.
      await runWithInput('editSelection', 'Name it best');
    });
    equal([await until(proposal, (text) => text !== undefined), dialogs.said], [ADDED + CODE, []]);
  });

  it('sends nothing if it could not be written, or its conversation was deleted', async () => {
    const { conversations } = services;
    await editorOn(CODE, [0, 0, 2, 1]);
    await runWithInput('editSelection', 'Name it better');
    await until(proposal, (text) => text === ADDED + CODE);
    const review = vscode.window.activeTextEditor?.document.uri;
    const count = await countQuestions();
    const id = edited()?.conversation.id ?? '';
    conversations.remove(id);
    for (const command of ['askAgain', 'regenerate']) {
      await vscode.commands.executeCommand(`assistant.${command}`, review);
    }
    await conversations.restore(id);
    equal(dialogs.said.splice(0), [
      'This conversation was deleted, so nothing was sent. Restore it from the trash to continue it.',
      'This conversation was deleted, so nothing was sent. Restore it from the trash to continue it.',
    ]);
    await vscode.commands.executeCommand('assistant.discardReview', review);
    const output = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('assistant-request:/read-only.ts'),
    );
    const editor = await vscode.window.showTextDocument(output);
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    await vscode.commands.executeCommand('assistant.editSelection');
    equal(dialogs.said, ['This editor is read-only.']);
    equal([editor.selection, await countQuestions()], [new vscode.Selection(0, 0, 0, 3), count]);
  });

  for (const [name, why] of [
    ['F32', 'The service did not accept the API key (401).'],
    ['F35', 'No chat service was found at the base URL'],
  ] as const) {
    it(`says why it failed: ${name}`, async () => {
      const { document } = await editorOn(CODE, [0, 0, 2, 1]);
      await fault(name, { times: 1 });
      await runWithInput('editSelection', 'Name it better');
      const [said = ''] = dialogs.said;
      ok(said.includes(` was not edited. ${why}`), said);
      equal([dialogs.said.length, reviewTabs().length, document.getText()], [1, 0, CODE]);
    });
  }

  it('keeps the text in the chat if it can not be sent', async () => {
    const { composer } = services;
    await removeKey();
    await editorOn(CODE, [0, 0, 1, 1]);
    await runWithInput('editSelection', 'Name it better');
    equal(composer.draft, '/edit Name it better');
    equal(
      composer.attachments.map(({ text }) => text),
      ['function half(n: number): number {\n  return n / 2;'],
    );
    equal(dialogs.said, ['Set the base URL and the API key first. Your question is in the chat input.']);
    equal(
      services.conversations.loaded.filter(({ conversation }) => conversation.turns.length === 0),
      [],
    );
  });
});
