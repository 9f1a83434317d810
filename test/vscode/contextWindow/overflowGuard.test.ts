import * as vscode from 'vscode';
import type { OverflowChoice } from '../../../src/protocol/contextWindow.ts';
import { editQuestion } from '../../../src/vscode/conversation/turnEdits.ts';
import { toNotSentView } from '../../../src/vscode/conversation/turnViews.ts';
import { readSetting } from '../../../src/vscode/settings.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import {
  closeEditors,
  connect,
  editorOn,
  removeKey,
  replyText,
  sendQuestion,
  setBaseUrl,
} from '../extensionAccess.ts';
import { askAboutSelection, StubDialogs } from '../stubDialogs.ts';
import { lastQuestion, setWindow } from '../testService.ts';
import {
  askQuestions,
  choiceKinds,
  chooseAndFit,
  chooseRemedy,
  DEFAULT_WINDOW_TOKENS,
  LARGER_MODEL,
  LINES,
  LONG_TEXT,
  leftOutQuestions,
  MODEL,
  questionsSent,
  setAllWindows,
  setWindows,
  waitForNoNotice,
  waitForNotice,
} from './overflowSupport.ts';

async function setMaxTokens(maxTokens: number | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('assistant')
    .update('maxTokens', maxTokens, vscode.ConfigurationTarget.Global);
}

describe('QuestionPipeline with a small context window', () => {
  afterEach(async () => {
    const found = await connect();
    await setAllWindows(found, DEFAULT_WINDOW_TOKENS);
    await setWindow('assistant-fable-5', 1_000_000);
    await closeEditors();
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('blocks a question that does not fit, and sends it without the oldest questions if the user chooses so', async () => {
    const found = await askQuestions(3);
    const { composer, conversations, pipeline, overflowGuard } = found;
    await setWindows(found, 5000, 5000);
    composer.draft = 'And now?';
    const { message, choices } = await waitForNotice(found);
    ok(message.startsWith(`This exceeds the context window of ${MODEL}`), message);
    ok(choices[0]?.detail.includes('“Question 1: '), 'The question is not named');
    const turns = conversations.current.conversation.turns.length;
    equal(await sendQuestion(pipeline, { text: 'And now?', attachments: [] }), message);
    equal(conversations.current.conversation.turns.length, turns);
    await chooseAndFit(found, 'Leave Out');
    await waitForNoNotice(found);
    equal(await sendQuestion(pipeline, { text: 'And now?', attachments: [] }), undefined);
    await replyText(found);
    const sent = await questionsSent();
    equal(sent.at(-1), 'And now?');
    ok(sent.length < 4 && sent.includes('Question 3') && !sent.includes('Question 1'), sent.join());
    equal(conversations.current.conversation.turns.length, turns + 2);
    equal(overflowGuard.view, undefined);
  });

  it('checks an edited question with the turns before it only, and changes nothing if it does not fit', async () => {
    const found = await askQuestions(3);
    const { conversations, pipeline } = found;
    await setWindows(found, 5000, 5000);
    const [first, , second] = conversations.current.conversation.turns;
    const { id } = conversations.current.conversation;
    const refused = await editQuestion(conversations, pipeline, second?.id ?? '', LONG_TEXT.repeat(4));
    ok(said(refused)?.startsWith(`This exceeds the context window of ${MODEL}`), String(refused));
    equal(conversations.current.conversation.id, id);
    equal(await editQuestion(conversations, pipeline, first?.id ?? '', 'Less?'), undefined);
    await replyText(found);
    equal(await questionsSent(), ['Less?']);
  });

  it('neither sends nor counts a question without a reply, and moves it behind later ones when it is retried', async () => {
    const found = await askQuestions(1);
    const { meter, conversations, models, pipeline } = found;
    const tokens = (): number =>
      meter.estimate('Next?', [], { model: MODEL, turns: conversations.current.conversation.turns }).total;
    const before = tokens();
    models.chooseForConversation('no-such-model');
    equal(await sendQuestion(pipeline, { text: 'Refused?', attachments: [] }), undefined);
    const failed = await until(
      () => conversations.current.conversation.turns.at(-1),
      (turn) => turn?.kind === 'assistant' && turn.status === 'failed',
    );
    models.chooseForConversation(MODEL);
    equal(tokens(), before);
    equal(await sendQuestion(pipeline, { text: 'Next?', attachments: [] }), undefined);
    ok(
      said(await pipeline.retry(failed?.id ?? ''))?.includes('still being written'),
      'It moved under a running reply',
    );
    await replyText(found);
    equal(await questionsSent(), ['Question 1', 'Next?']);
    const { turns } = conversations.current.conversation;
    equal(
      turns.map(({ id }) => toNotSentView(turns, id)?.actions.map(({ action }) => action)),
      // Its own failure offers Retry.
      [
        undefined,
        undefined,
        ['editMessage', 'includeQuestion'],
        ['editMessage', 'includeQuestion'],
        undefined,
        undefined,
      ],
    );
    equal(await pipeline.retry(failed?.id ?? ''), undefined);
    await replyText(found);
    equal(await questionsSent(), ['Question 1', 'Next?', 'Refused?']);
  });

  it('cuts the largest attachment to the lines that fit, and states this in the request', async () => {
    const found = await askQuestions(0);
    const { composer, pipeline } = found;
    await setWindows(found, 2500, 2500);
    const text = LINES.join('\n');
    const short = 'b\n'.repeat(LINES.length);
    composer.attach({
      id: 'a',
      kind: 'selection',
      path: 'src/values.ts',
      languageId: 'typescript',
      text,
    });
    composer.attach({
      id: 'b',
      kind: 'selection',
      path: 'src/b.ts',
      languageId: 'typescript',
      text: short,
    });
    composer.draft = 'What is it?';
    await chooseAndFit(found, 'Cut values.ts to Its First');
    await waitForNoNotice(found);
    const [cut, other] = composer.attachments;
    const keptLines = cut?.text.trimEnd().split('\n') ?? [];
    ok(keptLines.length > 10 && keptLines.length < LINES.length, `It has ${keptLines.length} lines`);
    equal(keptLines, LINES.slice(0, keptLines.length));
    equal([cut?.leftOutLines, other?.text], [LINES.length - keptLines.length, short]);
    equal(
      await sendQuestion(pipeline, { text: composer.draft, attachments: composer.attachments }),
      undefined,
    );
    await replyText(found);
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    ok(
      content.startsWith(`src/values.ts (typescript), ${cut?.leftOutLines} more left out:`),
      content.slice(0, 99),
    );
    ok(!content.includes(LINES[keptLines.length] ?? '-'), 'A line that was left out was sent');
  });

  it('asks a model with a larger context window if the user chooses so, in this conversation only', async () => {
    const found = await askQuestions(1);
    const { composer, pipeline } = found;
    const before = readSetting('model');
    await setWindows(found, 1500);
    composer.draft = 'And now?';
    await chooseAndFit(found, 'Ask ');
    await waitForNoNotice(found);
    equal(await sendQuestion(pipeline, { text: 'And now?', attachments: [] }), undefined);
    await replyText(found);
    const { model, messages } = await lastQuestion();
    ok(model !== MODEL, 'The same model was asked');
    equal(messages.length, 3);
    equal(readSetting('model'), before);
  });

  it('allows Send Anyway for one request', async () => {
    const found = await askQuestions(2);
    const { composer, pipeline } = found;
    await setWindows(found, 4200, 4200);
    // The service has a larger window than its list says.
    await setWindow(MODEL, DEFAULT_WINDOW_TOKENS);
    composer.draft = 'And now?\n'.repeat(300);
    await chooseAndFit(found, 'Send Anyway');
    equal(await sendQuestion(pipeline, { text: composer.draft, attachments: [] }), undefined);
    await replyText(found);
    equal((await questionsSent()).length, 3);
    ok(
      said(await sendQuestion(pipeline, { text: composer.draft, attachments: [] }))?.startsWith(
        'This exceeds',
      ),
      'It was sent again',
    );
  });

  it('offers a new chat if even the last exchange leaves no room for the question', async () => {
    const found = await askQuestions(1);
    const { composer, conversations } = found;
    await setAllWindows(found, 1500);
    composer.draft = 'And now?';
    await chooseAndFit(found, 'Ask in a New Chat');
    await waitForNoNotice(found);
    equal([conversations.current.conversation.turns.length, composer.draft], [0, 'And now?']);
  });

  it('offers the remaining remedies after each choice until the question fits', async () => {
    const found = await askQuestions(3);
    const { models, composer, pipeline } = found;
    const { current: model } = models;
    await setAllWindows(found, 2400);
    const text = LINES.join('\n');
    composer.attach({ id: 'a', kind: 'selection', path: 'values.ts', languageId: 'typescript', text });
    composer.draft = 'What is it?';
    const lines = (): number => composer.attachments[0]?.text.trimEnd().split('\n').length ?? 0;
    const { message } = await waitForNotice(found);
    equal(choiceKinds(found), ['leaveOut', 'cut', 'anyway']);
    const remaining = await chooseRemedy(found, 'Cut values.ts to Its First 200 Lines');
    ok(remaining?.startsWith('This exceeds') && remaining !== message, `${remaining}`);
    equal([remaining, lines(), leftOutQuestions(found)], [found.overflowGuard.view?.message, 200, []]);
    equal(
      await sendQuestion(pipeline, { text: composer.draft, attachments: composer.attachments }),
      remaining,
    );
    equal(await chooseRemedy(found, 'Leave Out the 2 Oldest'), found.overflowGuard.view?.message);
    equal([lines(), leftOutQuestions(found)], [200, ['Question 1', 'Question 2']]);
    equal(choiceKinds(found), ['cut', 'newChat', 'anyway']);
    await chooseAndFit(found, 'Cut values.ts');
    ok(lines() > 10 && lines() < 200, `It has ${lines()} lines`);
    equal([found.overflowGuard.view, models.current], [undefined, model]);
    equal(
      await sendQuestion(pipeline, { text: composer.draft, attachments: composer.attachments }),
      undefined,
    );
    await replyText(found);
    equal((await questionsSent())[0], 'Question 3');
  });

  it('blocks a retry until the chosen remedies are enough', async () => {
    const found = await askQuestions(2);
    const { pipeline, conversations, models } = found;
    equal(await sendQuestion(pipeline, { text: 'Half?', attachments: [] }), undefined);
    await replyText(found);
    await setAllWindows(found, 900, 2600);
    const before = conversations.current.conversation.turns.length;
    equal(
      await pipeline.retry(conversations.current.conversation.turns.at(-1)?.id ?? ''),
      (await waitForNotice(found)).message,
    );
    equal(choiceKinds(found), ['leaveOut', 'model', 'anyway']);
    equal(await chooseRemedy(found, 'Leave Out the Oldest'), found.overflowGuard.view?.message);
    equal(
      [choiceKinds(found), leftOutQuestions(found), models.current],
      [['model', 'anyway'], ['Question 1'], MODEL],
    );
    equal(conversations.current.conversation.turns.length, before);
    await chooseAndFit(found, `Ask ${LARGER_MODEL}`);
    await replyText(found);
    equal(await questionsSent(), ['Question 2', 'Half?']);
    equal((await lastQuestion()).model, LARGER_MODEL);
    await waitForNoNotice(found);
    await vscode.commands.executeCommand('assistant.newChat');
  });

  it('blocks Compare and Continue, and runs them once they fit', async () => {
    for (const what of ['compare', 'continueReply'] as const) {
      const found = await askQuestions(2);
      const { pipeline, conversations } = found;
      await setMaxTokens(what === 'continueReply' ? 25 : undefined);
      equal(await sendQuestion(pipeline, { text: 'Half?', attachments: [] }), undefined);
      await replyText(found);
      await setMaxTokens(undefined);
      await setWindows(found, 3400, 3400);
      const last = conversations.current.conversation.turns.at(-1)?.id ?? '';
      const run = async (): Promise<string | undefined> =>
        said(
          await (what === 'compare' ? pipeline.compare(last, LARGER_MODEL) : pipeline.continueReply(last)),
        );
      const before = structuredClone(conversations.current.conversation.turns);
      const error = await run();
      ok(error?.startsWith('This exceeds the context window of'), `${what}: ${error}`);
      equal(conversations.current.conversation.turns, before);
      equal((await waitForNotice(found)).message, error);
      await chooseAndFit(found, 'Leave Out');
      await replyText(found);
      const sent = await questionsSent();
      ok(!sent.includes('Question 1') && sent.some((each) => each.startsWith('Half?')), `${what}: ${sent}`);
      equal((await lastQuestion()).model, what === 'compare' ? LARGER_MODEL : MODEL);
      await vscode.commands.executeCommand('assistant.newChat');
    }
  });

  it('keeps a question about the selection in the composer, with a notice', async () => {
    const found = await askQuestions(0);
    const { conversations, composer, pipeline } = found;
    await setWindows(found, 1000, 1000);
    await editorOn(LINES.join('\n'), [0, 0, 399, 0]);
    await askAboutSelection('What is it?');
    equal(conversations.current.conversation.turns.length, 0);
    equal([composer.draft, composer.attachments.length], ['What is it?', 1]);
    await chooseAndFit(found, 'Cut ');
    await waitForNoNotice(found);
    equal(
      await sendQuestion(pipeline, { text: composer.draft, attachments: composer.attachments }),
      undefined,
    );
    await replyText(found);
  });

  it('reports overflow before it asks about secrets, unless the question fits without them', async () => {
    const found = await askQuestions(0);
    const { pipeline, conversations } = found;
    const dialogs = new StubDialogs();
    await setWindows(found, 1000, 1000);
    try {
      dialogs.hear('showWarningMessage', 'Redact and Send');
      const token = ['gh', 'p_Rk5Tq8Zw2Xn7Lb4Vc9Jm3Hs6Pd1Fg0YeAa4U'].join('');
      const error = await sendQuestion(pipeline, { text: `${token} ${LONG_TEXT}`, attachments: [] });
      ok(said(error)?.startsWith('This exceeds the context window of'), `${error}`);
      equal([dialogs.said, conversations.current.conversation.turns.length], [[], 0]);
      const body = Array.from({ length: 80 }, () => crypto.randomUUID().replaceAll('-', '').repeat(2));
      const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
      const long = `${key}\n${body.join('\n')}\n${key.replace('BEGIN', 'END')}`;
      equal(
        await sendQuestion(pipeline, { text: `Why is this refused?\n${long}`, attachments: [] }),
        undefined,
      );
      await replyText(found);
      equal(dialogs.said.length, 1);
      const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
      equal(content.trimEnd(), 'Why is this refused?\n[redacted: private key]');
    } finally {
      dialogs.restore();
    }
  });

  it('refuses a choice from a notice that is no longer shown', async () => {
    const found = await askQuestions(0);
    await setWindows(found, 1000, 1000);
    const { composer, pipeline, overflowGuard } = found;
    const isRefused = async (notice: number, choice: OverflowChoice): Promise<void> => {
      const error = await overflowGuard.choose(notice, choice);
      ok(said(error)?.startsWith('The options have changed'), `${choice} of ${notice} was taken`);
    };
    composer.draft = LONG_TEXT;
    const { noticeId } = await waitForNotice(found);
    await isRefused(noticeId, 'newChat');
    composer.draft = LONG_TEXT.repeat(2);
    await until(
      () => overflowGuard.view?.noticeId,
      (now) => now !== noticeId,
    );
    await isRefused(noticeId, 'anyway');
    composer.draft = '';
    await waitForNoNotice(found);
    await isRefused(noticeId + 1, 'anyway');
    equal(
      said(await sendQuestion(pipeline, { text: LONG_TEXT, attachments: [] }))?.startsWith('This exceeds'),
      true,
    );
  });
});
