import * as vscode from 'vscode';
import { toChipViews } from '../../../src/vscode/attachments/chipViews.ts';
import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import { isCaptured } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, setBaseUrl, storeKey } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

/** Made up, and different in each test: what was once allowed is not asked about again in this window. */
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

describe('secrets in what is about to be sent', () => {
  let found: TestAccess;
  let dialogs: StubDialogs;
  /** What each window said, with its details. */
  let asked: string[];

  function press(button: string | undefined): void {
    dialogs.answer('showWarningMessage', (text: string, options: { detail: string; modal: boolean }) => {
      ok(options.modal, 'The window can be overlooked');
      asked.push(`${text}\n${options.detail}`);
      return button;
    });
  }

  /** What the service was sent for the last question: it says all of it again. */
  async function sent(): Promise<string> {
    const reply = await replyText(found);
    const question = found.conversations.current.conversation.turns.findLast((turn) => turn.kind === 'user');
    return JSON.stringify([reply, question]);
  }

  beforeEach(async () => {
    found = await connect();
    dialogs = new StubDialogs();
    asked = [];
  });

  afterEach(async () => {
    dialogs.restore();
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('are named with their kind, chip and line, and sent redacted by Redact and Send', async () => {
    const [one, other] = [token(), token()];
    press('Redact and Send');
    const code = `const a = 1;\nconst b = '${one}';\n`;
    equal(
      await found.pipeline.send({
        text: `Why is ${other} refused?`,
        attachments: [chip('deploy.ts', code, 10)],
      }),
      undefined,
    );
    ok(asked[0]?.includes('2 secrets'), `${asked}`);
    ok(asked[0]?.includes('GitHub token: deploy.ts, line 11'), `${asked}`);
    ok(asked[0]?.includes('GitHub token: your question, line 1'), `${asked}`);
    const all = await sent();
    ok(!all.includes(one) && !all.includes(other), all);
    const question = found.conversations.current.conversation.turns.at(-2);
    ok(question?.kind === 'user', 'No question');
    equal(question.text, 'Why is [redacted: GitHub token] refused?');
    equal(question.attachments[0]?.text, "const a = 1;\nconst b = '[redacted: GitHub token]';\n");
    equal(question.attachments[0]?.redacted, 1);
  });

  it('go out by Send As It Is, which is not asked again for the same text of the same chip, nor by Retry', async () => {
    const code = `const b = '${token()}';`;
    press('Send Anyway');
    equal(await found.pipeline.send({ text: 'Why?', attachments: [chip('a.ts', code)] }), undefined);
    ok((await sent()).includes(code), 'It was not sent as it is');
    equal(await found.pipeline.send({ text: 'And why?', attachments: [chip('a.ts', code)] }), undefined);
    await replyText(found);
    const last = found.conversations.current.conversation.turns.at(-1);
    equal(await found.pipeline.retry(last?.id ?? ''), undefined);
    await replyText(found);
    equal(asked.length, 1);
    equal(
      await found.pipeline.send({ text: 'And in another?', attachments: [chip('b.ts', code)] }),
      undefined,
    );
    await replyText(found);
    equal(asked.length, 2);
  });

  it('name the key of the service itself, whatever it looks like, in the question and in what is attached', async () => {
    const apiKey = 'correct.horse';
    await storeKey(apiKey);
    press('Redact and Send');
    const note = chip('notes.md', `one\nIt is ${apiKey}, I think.`);
    equal(await found.pipeline.send({ text: `Why is ${apiKey} refused?`, attachments: [note] }), undefined);
    ok(asked[0]?.includes('Your API key for the service: your question, line 1'), `${asked}`);
    ok(asked[0]?.includes('Your API key for the service: notes.md, line 2'), `${asked}`);
    const question = found.conversations.current.conversation.turns.findLast((turn) => turn.kind === 'user');
    equal(question?.text, 'Why is [redacted: your API key] refused?');
    equal(question?.attachments[0]?.text, 'one\nIt is [redacted: your API key], I think.');
  });

  it('are looked for again when the key is another, also in what was sent as it is', async () => {
    const text = `Why is ${token()} refused, unlike correct.horse?`;
    press('Send Anyway');
    equal(await found.pipeline.send({ text, attachments: [] }), undefined);
    await replyText(found);
    await storeKey('correct.horse');
    equal(await found.pipeline.send({ text, attachments: [] }), undefined);
    equal(asked.length, 2);
    ok(asked[1]?.includes('Your API key'), `${asked}`);
  });

  it('hold all back where the window is closed', async () => {
    press(undefined);
    const turns = found.conversations.current.conversation.turns.length;
    equal(
      await found.pipeline.send({ text: `Why is ${token()} refused?`, attachments: [] }),
      'Nothing was sent.',
    );
    equal(found.conversations.current.conversation.turns.length, turns);
    equal(asked.length, 1);
  });

  it('are counted where they are too many to be named', async () => {
    press(undefined);
    await found.pipeline.send({ text: Array.from({ length: 11 }, token).join('\n'), attachments: [] });
    equal(asked[0]?.match(/GitHub token/g)?.length, 8);
    ok(asked[0]?.includes('and 3 more'), `${asked}`);
  });

  it('are told of a chip as soon as it has been looked through, by their lines in the document', async () => {
    const attachment = chip('a.ts', `1\n2\nconst b = '${token()}';`, 40);
    const harmless = chip('a.ts', `const b = ${crypto.randomUUID().length};`);
    const { secretGuard } = found;
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

  describe('in a file that goes along with each question', () => {
    const files = new WorkspaceFiles();
    let uri: vscode.Uri;

    afterEach(() => files.remove());

    async function write(text: string): Promise<void> {
      uri = await files.write('guarded/deploy.ts', text);
    }

    /** Attaches it anew, and asks. */
    async function ask(question: string): Promise<string> {
      const read = await captureFile(uri);
      ok(isCaptured(read), 'It can’t be read');
      equal(await found.pipeline.send({ text: question, attachments: [read] }), undefined);
      return sent();
    }

    it('are taken out again without a question in this conversation, and their chip says so', async () => {
      const [one, other] = [token(), token()];
      press('Redact and Send');
      await write(`const a = '${one}';`);
      ok(!(await ask('Why?')).includes(one), 'It was sent');
      ok(!(await ask('And now?')).includes(one), 'It was sent with the second question');
      equal(asked.length, 1);
      const { composer } = found;
      const read = await captureFile(uri);
      ok(isCaptured(read), 'It can’t be read');
      composer.attach(read);
      const [view] = toChipViews(found);
      equal([view?.redacted, view?.secretLines], [1, undefined]);
      // One more is asked about by itself, and what was taken out stays out whatever is said to it.
      await write(`const a = '${one}';\nconst b = '${other}';`);
      press('Send Anyway');
      const all = await ask('And with another?');
      ok(all.includes(other) && !all.includes(one), all);
      equal(asked.length, 2);
      ok(asked[1]?.includes('deploy.ts, line 2') && !asked[1].includes('line 1'), asked[1] ?? '');
    });

    it('are not in what Show Request shows either', async () => {
      const one = token();
      press('Redact and Send');
      await write(`const a = '${one}';`);
      await ask('Why?');
      const { composer } = found;
      const read = await captureFile(uri);
      ok(isCaptured(read), 'It can’t be read');
      composer.attach(read);
      composer.draft = 'And now?';
      dialogs.hear('showInformationMessage');
      await vscode.commands.executeCommand('assistant.showRequest');
      const shown = await until(
        () => vscode.window.activeTextEditor?.document,
        (document) => document?.uri.scheme === 'assistant-request',
      );
      ok(shown?.getText().includes('[redacted: GitHub token]'), 'Nothing is redacted');
      ok(!shown?.getText().includes(one), 'It is shown');
      equal(dialogs.said, []);
      await closeEditors();
    });

    it('are asked about in another conversation, and in a copy of a piece of it', async () => {
      const code = `const a = '${token()}';`;
      press('Redact and Send');
      await write(code);
      await ask('Why?');
      equal(
        await found.pipeline.send({ text: 'And here?', attachments: [chip('guarded/deploy.ts', code, 1)] }),
        undefined,
      );
      await replyText(found);
      equal(asked.length, 2);
      found.conversations.startNew();
      await ask('Why?');
      equal(asked.length, 3);
    });
  });

  it('are not asked about where there are none', async () => {
    press(undefined);
    equal(
      await found.pipeline.send({
        text: 'What is process.env.TOKEN?',
        attachments: [chip('a.ts', 'const a = 1;')],
      }),
      undefined,
    );
    await replyText(found);
    equal(asked, []);
  });
});
