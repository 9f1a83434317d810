import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import { isCaptured } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok } from '../assert.ts';
import { connect, removeKey, replyText, sendQuestion } from '../extensionAccess.ts';
import { readable } from '../readable.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { lastQuestion } from '../testService.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

function chip(path: string, text: string, startLine = 1): ComposerAttachment {
  return {
    id: crypto.randomUUID(),
    kind: 'selection',
    path,
    languageId: 'typescript',
    startLine,
    endLine: startLine + text.split('\n').length - 1,
    text,
  };
}

describe('hidden characters', () => {
  const files = new WorkspaceFiles();
  let services: TestAccess;
  let dialogs: StubDialogs;
  let dialogTexts: string[];
  /** Different in each test, since the user is asked once about a text. */
  let word: string;

  function press(button: string | undefined): void {
    dialogs.answer(
      'showWarningMessage',
      (text: string, { detail }: { detail: string }, ...buttons: string[]) => {
        dialogTexts.push([text, detail, buttons.join(' | ')].join('\n'));
        return button;
      },
    );
  }

  async function sent(text: string, attachments: readonly ComposerAttachment[]): Promise<string> {
    equal(await sendQuestion(services.pipeline, { text, attachments }), undefined);
    await replyText(services);
    return (await lastQuestion()).messages.at(-1)?.content ?? '';
  }

  beforeEach(async () => {
    services = await connect();
    dialogs = new StubDialogs();
    dialogTexts = [];
    word = crypto.randomUUID();
  });

  afterEach(async () => {
    dialogs.restore();
    await files.remove();
    await removeKey();
  });

  it('in questions, texts and names are listed by line and removed by Remove and Send, once', async () => {
    press('Remove and Send');
    const attachments = [
      chip('a\u202e.ts', `${word}\nb\u200b\u200b c`, 40),
      chip('b.ts', `${word} \u{e0041}\u{e0042}`),
    ];
    const text = `Why\u2066 ${word}?`;
    const content = await sent(text, attachments);
    ok(!/[\u202e\u200b\u2066\u{e0041}]/u.test(content) && content.includes('b c'), content);
    const [dialog = ''] = dialogTexts;
    for (const entry of [
      'contains hidden characters',
      'Hidden characters (U+2066): your question, line 1',
      'Hidden characters (U+200B): a',
      ', line 41',
      'Hidden characters (U+202E): the name of a',
      'Hidden characters (U+E0041, U+E0042): b.ts, line 1',
      'Remove and Send | Send Anyway',
    ]) {
      ok(dialog.includes(entry), `${entry}: ${dialog}`);
    }
    ok(!(await sent(text, attachments)).includes('\u200b'), 'They were sent the second time');
    equal(dialogTexts.length, 1);
  });

  it('are sent by Send Anyway, once asked, and nothing is sent if the dialog is closed', async () => {
    const text = `Why\u202e ${word}?`;
    press(undefined);
    equal(await sendQuestion(services.pipeline, { text, attachments: [] }), 'Nothing was sent.');
    press('Send Anyway');
    equal(await sent(text, []), text);
    equal(await sent(text, []), text);
    const hebrew = 'מה\u200f זה?';
    equal(await sent(hebrew, []), hebrew);
    equal(dialogTexts.length, 2);
  });

  it('are asked about together with secrets', async () => {
    press('Redact, Remove, and Send');
    const secret = ['gh', 'p_', word.replaceAll('-', ''), 'A1b2'].join('');
    // Inside of the token, where it would no longer match.
    const text = `Is ${secret.slice(0, 20)}\u200b${secret.slice(20)} ${word}\u202e a key?`;
    equal(await sent(text, []), `Is [redacted: GitHub token] ${word} a key?`);
    ok(dialogTexts[0]?.includes('a secret. It also contains hidden characters.'), `${dialogTexts}`);
  });

  it('in an instruction file are found when it has changed since it was attached', async () => {
    press('Remove and Send');
    const uri = await files.write('guarded/AGENTS.md', 'Be brief.');
    const captured = await captureFile(await readable(uri), 'instructions');
    ok(isCaptured(captured), 'The file can’t be read');
    await files.write('guarded/AGENTS.md', `Be brief.\nAnd\u{e0041} ${word}.`);
    const content = await sent('Why?', [captured]);
    ok(content.includes(`And ${word}.`), content);
    ok(dialogTexts[0]?.includes('(U+E0041): guarded/AGENTS.md, line 2'), `${dialogTexts}`);
  });

  it('are not emoji, scripts, colors of a log, form feeds or byte order marks', async () => {
    press(undefined);
    const marked = await captureFile(
      await readable(await files.write('guarded/marked.txt', '\ufeffNothing')),
    );
    ok(isCaptured(marked), 'The file can’t be read');
    const texts = ['👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष', '\u001b[31mred\u001b[0m', '\f\nint main'];
    await sent(texts.join('\n'), [...texts.map((text) => chip('a.txt', text)), marked]);
    equal(dialogTexts, []);
  });
});
