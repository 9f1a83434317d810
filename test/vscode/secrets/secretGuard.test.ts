import * as vscode from 'vscode';
import { toChipViews } from '../../../src/vscode/attachments/chipViews.ts';
import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import { isCaptured } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, sendQuestion, storeKey } from '../extensionAccess.ts';
import { readable } from '../readable.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { lastQuestion } from '../testService.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

/** Returns a fake token, a new one for each test: what was decided about one holds for this window. */
function token(): string {
  return ['gh', 'p_', crypto.randomUUID().replaceAll('-', ''), 'A1b2'].join('');
}

function chip(path: string, text: string, startLine?: number): ComposerAttachment {
  return {
    id: crypto.randomUUID(),
    kind: 'selection',
    path,
    languageId: 'typescript',
    ...(startLine !== undefined && { startLine, endLine: startLine + text.split('\n').length - 1 }),
    text,
  };
}

describe('secrets', () => {
  let services: TestAccess;
  let dialogs: StubDialogs;
  /** Text and details of each dialog. */
  let dialogTexts: string[];

  function press(button: string | undefined): void {
    dialogs.answer('showWarningMessage', (text: string, options: { detail: string; modal: boolean }) => {
      ok(options.modal, 'The dialog is not modal');
      dialogTexts.push(`${text}\n${options.detail}`);
      return button;
    });
  }

  /** The latest question, as the service received it and as it is stored. */
  async function sentText(): Promise<string> {
    await replyText(services);
    const question = services.conversations.current.conversation.turns.findLast(
      (turn) => turn.kind === 'user',
    );
    return JSON.stringify([await lastQuestion(), question]);
  }

  beforeEach(async () => {
    services = await connect();
    dialogs = new StubDialogs();
    dialogTexts = [];
  });

  afterEach(async () => {
    dialogs.restore();
    await removeKey();
  });

  it('in questions and attachments are listed with kind, path and line, and redacted by Redact and Send', async () => {
    const [one, other] = [token(), token()];
    press('Redact and Send');
    const code = `const a = 1;\nconst b = '${one}';\n`;
    equal(
      await sendQuestion(services.pipeline, {
        text: `Why is ${other} refused?`,
        attachments: [chip('deploy.ts', code, 10)],
      }),
      undefined,
    );
    ok(dialogTexts[0]?.includes('2 secrets'), `${dialogTexts}`);
    ok(dialogTexts[0]?.includes('GitHub token: deploy.ts, line 11'), `${dialogTexts}`);
    ok(dialogTexts[0]?.includes('GitHub token: your question, line 1'), `${dialogTexts}`);
    const all = await sentText();
    ok(!all.includes(one) && !all.includes(other), all);
    const question = services.conversations.current.conversation.turns.at(-2);
    ok(question?.kind === 'user', 'No question');
    equal(question.text, 'Why is [redacted: GitHub token] refused?');
    equal(question.attachments[0]?.text, "const a = 1;\nconst b = '[redacted: GitHub token]';\n");
    equal(question.attachments[0]?.redacted, 1);
  });

  it('are sent by Send Anyway, and not asked about again anywhere', async () => {
    const code = `const b = '${token()}';`;
    press('Send Anyway');
    equal(
      await sendQuestion(services.pipeline, { text: 'Why?', attachments: [chip('a.ts', code)] }),
      undefined,
    );
    ok((await sentText()).includes(code), 'It was redacted');
    equal(
      await sendQuestion(services.pipeline, { text: `And why ${code}`, attachments: [chip('b.ts', code)] }),
      undefined,
    );
    await replyText(services);
    const last = services.conversations.current.conversation.turns.at(-1);
    equal(await services.pipeline.retry(last?.id ?? ''), undefined);
    await replyText(services);
    equal((await lastQuestion()).messages.filter(({ content }) => content.includes(code)).length, 3);
    equal(dialogTexts.length, 1);
  });

  it('are searched for again after the API key has changed, even in texts that were allowed', async () => {
    const text = `Why is ${token()} refused, unlike battery.horse?`;
    press('Send Anyway');
    equal(await sendQuestion(services.pipeline, { text, attachments: [] }), undefined);
    await replyText(services);
    await storeKey('battery.horse');
    equal(await sendQuestion(services.pipeline, { text, attachments: [] }), undefined);
    equal(dialogTexts.length, 2);
    ok(dialogTexts[1]?.includes('Your API key'), `${dialogTexts}`);
  });

  it('include the API key itself, in any format, in the question and in attachments', async () => {
    const apiKey = 'correct.horse';
    await storeKey(apiKey);
    press('Redact and Send');
    const note = chip('notes.md', `one\nIt is ${apiKey}, I think.`);
    equal(
      await sendQuestion(services.pipeline, { text: `Why is ${apiKey} refused?`, attachments: [note] }),
      undefined,
    );
    ok(dialogTexts[0]?.includes('Your API key for the service: your question, line 1'), `${dialogTexts}`);
    ok(dialogTexts[0]?.includes('Your API key for the service: notes.md, line 2'), `${dialogTexts}`);
    const question = services.conversations.current.conversation.turns.findLast(
      (turn) => turn.kind === 'user',
    );
    equal(question?.text, 'Why is [redacted: your API key] refused?');
    equal(question?.attachments[0]?.text, 'one\nIt is [redacted: your API key], I think.');
  });

  it('prevent sending if the dialog is closed', async () => {
    press(undefined);
    const turns = services.conversations.current.conversation.turns.length;
    equal(
      await sendQuestion(services.pipeline, { text: `Why is ${token()} refused?`, attachments: [] }),
      'Nothing was sent.',
    );
    equal(services.conversations.current.conversation.turns.length, turns);
    equal(dialogTexts.length, 1);
  });

  it('are counted but not listed beyond the first eight', async () => {
    press(undefined);
    await sendQuestion(services.pipeline, {
      text: Array.from({ length: 11 }, token).join('\n'),
      attachments: [],
    });
    equal(dialogTexts[0]?.match(/GitHub token/g)?.length, 8);
    ok(dialogTexts[0]?.includes('and 3 more'), `${dialogTexts}`);
  });

  it('are reported once an attachment was scanned, with the line numbers of its document', async () => {
    const attachment = chip('a.ts', `1\n2\nconst b = '${token()}';`, 40);
    const harmless = chip('a.ts', `const b = ${crypto.randomUUID().length};`);
    const { secretGuard } = services;
    equal(secretGuard.secretsIn(attachment).lines, []);
    equal(
      await until(
        () => secretGuard.secretsIn(attachment).lines,
        (lines) => lines.length > 0,
      ),
      [42],
    );
    equal(secretGuard.secretsIn(harmless).lines, []);
  });

  describe('in live attachments', () => {
    const files = new WorkspaceFiles();
    let uri: vscode.Uri;

    afterEach(() => files.remove());

    async function write(text: string): Promise<void> {
      uri = await files.write('guarded/deploy.ts', text);
    }

    /** Captures the file again, and asks. */
    async function ask(question: string): Promise<string> {
      const captured = await captureFile(await readable(uri));
      ok(isCaptured(captured), 'The file can’t be read');
      equal(await sendQuestion(services.pipeline, { text: question, attachments: [captured] }), undefined);
      return sentText();
    }

    it('are redacted again without asking in this conversation, as their chip says', async () => {
      const [one, other] = [token(), token()];
      press('Redact and Send');
      await write(`const a = '${one}';`);
      ok(!(await ask('Why?')).includes(one), 'The secret was sent');
      ok(!(await ask('And now?')).includes(one), 'The secret was sent with the second question');
      equal(dialogTexts.length, 1);
      const { composer } = services;
      const captured = await captureFile(await readable(uri));
      ok(isCaptured(captured), 'The file can’t be read');
      composer.attach(captured);
      const [view] = toChipViews(services);
      equal([view?.redacted, view?.secretLines], [1, undefined]);
      // The user is asked only about the new secret. The other one stays redacted, even with Send Anyway.
      await write(`const a = '${one}';\nconst b = '${other}';`);
      press('Send Anyway');
      const all = await ask('And with another?');
      ok(all.includes(other) && !all.includes(one), all);
      equal(dialogTexts.length, 2);
      ok(
        dialogTexts[1]?.includes('deploy.ts, line 2') && !dialogTexts[1].includes('line 1'),
        dialogTexts[1] ?? '',
      );
    });

    it('are redacted in Show Request as well', async () => {
      const one = token();
      press('Redact and Send');
      await write(`const a = '${one}';`);
      await ask('Why?');
      const { composer } = services;
      const captured = await captureFile(await readable(uri));
      ok(isCaptured(captured), 'The file can’t be read');
      composer.attach(captured);
      composer.draft = 'And now?';
      dialogs.hear('showInformationMessage');
      await vscode.commands.executeCommand('assistant.showRequest');
      const shown = await until(
        () => vscode.window.activeTextEditor?.document,
        (document) => document?.uri.scheme === 'assistant-request',
      );
      ok(shown?.getText().includes('[redacted: GitHub token]'), 'Nothing is redacted');
      ok(!shown?.getText().includes(one), 'The secret is shown');
      equal(dialogs.said, []);
      await closeEditors();
    });
  });

  describe('that were redacted', () => {
    /** A password that is found only by its name. */
    let value: string;
    const password = (): string => `password = "${value}"`;

    beforeEach(() => {
      value = `Zq7+${crypto.randomUUID().slice(0, 13)}/Wx`;
      press('Redact and Send');
    });

    async function sentBody(text: string, attachments: ComposerAttachment[]): Promise<string> {
      equal(await sendQuestion(services.pipeline, { text, attachments }), undefined);
      await replyText(services);
      return JSON.stringify(await lastQuestion());
    }

    it('are redacted wherever they occur, also where no rule finds them', async () => {
      const body = await sentBody(`Why is ${value} refused?`, [
        chip('one.ts', `${password()};`),
        chip('two.ts', `connect(${JSON.stringify(value)}, "${encodeURIComponent(value)}");`),
        chip(`${value}.txt`, 'Nothing.'),
      ]);
      for (const form of [value, encodeURIComponent(value)]) {
        ok(!body.includes(form), body);
      }
      equal(dialogTexts.length, 1);
      const after = await sentBody(`And ${value}?`, [chip('three.ts', `// ${value}`)]);
      ok(!after.includes(value), after);
      equal(dialogTexts.length, 1);
    });

    it('are redacted in earlier questions when these are sent again', async () => {
      const before = await sentBody(`Why is ${value} refused?`, []);
      ok(before.includes(value), 'A rule finds it by itself');
      const after = await sentBody('And now?', [chip('one.ts', password())]);
      ok(!after.includes(value) && after.includes('Why is [redacted: password] refused?'), after);
      const [request] = services.conversations.current.lastReply?.requests ?? [];
      ok(request, 'No request is recorded');
      dialogs.hear('showInformationMessage');
      await vscode.commands.executeCommand('assistant.showSentRequest');
      equal(dialogs.said, []);
      await closeEditors();
    });

    it('are redacted in the title that the conversation of the question had before', async () => {
      const { conversations, history, pipeline } = services;
      const session = conversations.create({ turns: [], title: `Edit: ${value}` });
      const { id } = session.conversation;
      equal((await pipeline.ask({ text: password(), attachments: [] }, { session })).error, undefined);
      await until(
        () => session.isRunning,
        (isRunning) => !isRunning,
      );
      await conversations.flush();
      const stored = await history.open(id);
      equal([stored?.title, session.title], ['Edit: [redacted: password]', 'Edit: [redacted: password]']);
    });

    it('are redacted in other conversations, in snapshots and in recent questions', async () => {
      await sentBody('Why?', [chip('one.ts', password())]);
      services.conversations.startNew();
      const body = await sentBody('Why?', [chip('one.ts', `${password()} again`)]);
      ok(!body.includes(value), body);
      await services.recentQuestions.add(`Is ${value} right?`, 'c');
      equal(services.recentQuestions.texts[0], 'Is [redacted: password] right?');
      equal(dialogTexts.length, 1);
    });
  });

  it('in the names of terminals, files and symbols are found and redacted', async () => {
    const names = [token(), token(), token()] as const;
    press('Redact and Send');
    const symbol = { ...chip(`src/${names[1]}.ts`, 'x = 1'), symbol: `key_${names[2]}` };
    const terminal: ComposerAttachment = { ...chip(`ssh ${names[0]}`, 'x'), kind: 'terminal' };
    equal(
      await sendQuestion(services.pipeline, { text: 'Why?', attachments: [terminal, symbol] }),
      undefined,
    );
    ok(dialogTexts[0]?.includes(`GitHub token: the name of ssh ${names[0]}`), `${dialogTexts}`);
    await replyText(services);
    const body = JSON.stringify(await lastQuestion());
    ok(!names.some((name) => body.includes(name)), body);
    ok(body.includes('src/[redacted: GitHub token].ts'), body);
  });

  it('are not asked about if none are found', async () => {
    press(undefined);
    equal(
      await sendQuestion(services.pipeline, {
        text: 'What is process.env.TOKEN?',
        attachments: [chip('a.ts', 'const a = 1;')],
      }),
      undefined,
    );
    await replyText(services);
    equal(dialogTexts, []);
  });
});
