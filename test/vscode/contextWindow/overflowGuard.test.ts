import * as vscode from 'vscode';
import type { OverflowChoice } from '../../../src/protocol/contextWindow.ts';
import { toNotSentView } from '../../../src/vscode/conversation/turnViews.ts';
import { readChatSettings } from '../../../src/vscode/settings.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, editorOn, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { lastQuestion, setWindow } from '../testService.ts';
import {
  asked,
  choose,
  gone,
  kinds,
  LARGER,
  LINES,
  LONG,
  leftOut,
  MODEL,
  press,
  questionsSent,
  setAllWindows,
  setWindows,
  shown,
  USUAL_WINDOW,
} from './overflowSupport.ts';

async function setMaxTokens(maxTokens: number | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('assistant')
    .update('maxTokens', maxTokens, vscode.ConfigurationTarget.Global);
}

describe('what does not fit into the window of the model', () => {
  afterEach(async () => {
    const found = await connect();
    await setAllWindows(found, USUAL_WINDOW);
    await setWindow('assistant-fable-5', 1_000_000);
    await closeEditors();
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('is said before it is sent, is not sent, and is sent without the oldest questions when the user chooses so', async () => {
    const found = await asked(3);
    const { composer, conversations, pipeline, overflowGuard } = found;
    await setWindows(found, 5000, 5000);
    composer.draft = 'And now?';
    const { message, choices } = await shown(found);
    ok(message.startsWith(`This exceeds the context window of ${MODEL}`), message);
    ok(choices[0]?.detail.includes('“Question 1: '), 'The question is not named');
    const turns = conversations.current.conversation.turns.length;
    equal(await pipeline.send({ text: 'And now?', attachments: [] }), message);
    equal(conversations.current.conversation.turns.length, turns);
    await choose(found, 'Leave Out');
    await gone(found);
    equal(await pipeline.send({ text: 'And now?', attachments: [] }), undefined);
    await replyText(found);
    const sent = await questionsSent();
    equal(sent.at(-1), 'And now?');
    ok(sent.length < 4 && sent.includes('Question 3') && !sent.includes('Question 1'), sent.join());
    equal(conversations.current.conversation.turns.length, turns + 2);
    equal(overflowGuard.view, undefined);
  });

  it('sends again what was left out', async () => {
    const found = await asked(2);
    const { current: session } = found.conversations;
    const [first] = session.conversation.turns;
    session.setLeftOut([first?.id ?? ''], true);
    equal(await found.pipeline.send({ text: 'One?', attachments: [] }), undefined);
    await replyText(found);
    equal(await questionsSent(), ['Question 2', 'One?']);
    session.setLeftOut([first?.id ?? ''], false);
    equal(await found.pipeline.send({ text: 'Both?', attachments: [] }), undefined);
    await replyText(found);
    equal(await questionsSent(), ['Question 1', 'Question 2', 'One?', 'Both?']);
  });

  it('neither sends nor counts a question that got no reply, unless the user sends it along', async () => {
    const found = await asked(1);
    const { meter, conversations, models, pipeline } = found;
    const tokens = (): number =>
      meter.estimate('Next?', [], { model: MODEL, turns: conversations.current.conversation.turns }).total;
    const before = tokens();
    models.chooseForConversation('no-such-model');
    equal(await pipeline.send({ text: 'Refused?', attachments: [] }), undefined);
    await until(
      () => conversations.current.conversation.turns.at(-1),
      (turn) => turn?.kind === 'assistant' && turn.status === 'failed',
    );
    models.chooseForConversation(MODEL);
    equal(tokens(), before);
    equal(await pipeline.send({ text: 'Next?', attachments: [] }), undefined);
    await replyText(found);
    equal(await questionsSent(), ['Question 1', 'Next?']);
    const { turns } = conversations.current.conversation;
    const refused = turns.find(({ text }) => text === 'Refused?');
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
    conversations.current.setLeftOut([refused?.id ?? ''], false);
    equal(await pipeline.send({ text: 'Both?', attachments: [] }), undefined);
    await replyText(found);
    equal((await lastQuestion()).messages.map(({ content }) => content.slice(0, 10))[2], 'Refused?\n\n');
  });

  it('asks such a question again behind what was asked meanwhile', async () => {
    const found = await asked(1);
    const { models, pipeline, conversations } = found;
    models.chooseForConversation('no-such-model');
    equal(await pipeline.send({ text: 'Refused?', attachments: [] }), undefined);
    const failed = await until(
      () => conversations.current.conversation.turns.at(-1),
      (turn) => turn?.kind === 'assistant' && turn.status === 'failed',
    );
    models.chooseForConversation(MODEL);
    equal(await pipeline.send({ text: 'Next?', attachments: [] }), undefined);
    ok(
      (await pipeline.retry(failed?.id ?? ''))?.includes('still being written'),
      'It moved under a running reply',
    );
    await replyText(found);
    equal(await pipeline.retry(failed?.id ?? ''), undefined);
    await replyText(found);
    equal(await questionsSent(), ['Question 1', 'Next?', 'Refused?']);
    equal(
      conversations.current.conversation.turns
        .map(({ text }) => text.slice(0, 8))
        .filter((_, at) => at % 2 === 0),
      ['Question', 'Next?', 'Refused?'],
    );
  });

  it('cuts the largest attachment to the lines that fit, and says so in what is sent', async () => {
    const found = await asked(0);
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
    await choose(found, 'Cut values.ts to Its First');
    await gone(found);
    const [cut, other] = composer.attachments;
    const kept = cut?.text.trimEnd().split('\n') ?? [];
    ok(kept.length > 10 && kept.length < LINES.length, `It keeps ${kept.length} lines`);
    equal(kept, LINES.slice(0, kept.length));
    equal([cut?.leftOutLines, other?.text], [LINES.length - kept.length, short]);
    equal(await pipeline.send({ text: composer.draft, attachments: composer.attachments }), undefined);
    await replyText(found);
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    ok(
      content.startsWith(`src/values.ts (typescript), ${cut?.leftOutLines} more left out:`),
      content.slice(0, 99),
    );
    ok(!content.includes(LINES[kept.length] ?? '-'), 'A line that was left out was sent');
  });

  it('asks the model with the larger window, in this conversation alone', async () => {
    const found = await asked(1);
    const { composer, pipeline } = found;
    const before = readChatSettings().model;
    await setWindows(found, 1500);
    composer.draft = 'And now?';
    await choose(found, 'Ask ');
    await gone(found);
    equal(await pipeline.send({ text: 'And now?', attachments: [] }), undefined);
    await replyText(found);
    const { model, messages } = await lastQuestion();
    ok(model !== MODEL, 'The same model was asked');
    equal(messages.length, 3);
    equal(readChatSettings().model, before);
  });

  it('is sent as it is when the user wants it, once', async () => {
    const found = await asked(2);
    const { composer, pipeline } = found;
    await setWindows(found, 4200, 4200);
    // The service has a larger window than its list says.
    await setWindow(MODEL, USUAL_WINDOW);
    composer.draft = 'And now?\n'.repeat(300);
    await choose(found, 'Send Anyway');
    equal(await pipeline.send({ text: composer.draft, attachments: [] }), undefined);
    await replyText(found);
    equal((await questionsSent()).length, 3);
    ok(
      (await pipeline.send({ text: composer.draft, attachments: [] }))?.startsWith('This exceeds'),
      'It was sent once more',
    );
  });

  it('can be asked in a new chat where the last question alone is too much beside it', async () => {
    const found = await asked(1);
    const { composer, conversations } = found;
    await setAllWindows(found, 1500);
    composer.draft = 'And now?';
    await choose(found, 'Ask in a New Chat');
    await gone(found);
    equal([conversations.current.conversation.turns.length, composer.draft], [0, 'And now?']);
  });

  it('is offered what is left to do after each choice, which does one thing, until it fits', async () => {
    const found = await asked(3);
    const { models, composer, pipeline } = found;
    const { current: model } = models;
    await setAllWindows(found, 2400);
    const text = LINES.join('\n');
    composer.attach({ id: 'a', kind: 'selection', path: 'values.ts', languageId: 'typescript', text });
    composer.draft = 'What is it?';
    const lines = (): number => composer.attachments[0]?.text.trimEnd().split('\n').length ?? 0;
    const { message } = await shown(found);
    equal(kinds(found), ['leaveOut', 'cut', 'anyway']);
    const left = await press(found, 'Cut values.ts to Its First 200 Lines');
    ok(left?.startsWith('This exceeds') && left !== message, `${left}`);
    equal([left, lines(), leftOut(found)], [found.overflowGuard.view?.message, 200, []]);
    equal(await pipeline.send({ text: composer.draft, attachments: composer.attachments }), left);
    equal(await press(found, 'Leave Out the 2 Oldest'), found.overflowGuard.view?.message);
    equal([lines(), leftOut(found)], [200, ['Question 1', 'Question 2']]);
    equal(kinds(found), ['cut', 'newChat', 'anyway']);
    await choose(found, 'Cut values.ts');
    ok(lines() > 10 && lines() < 200, `It keeps ${lines()} lines`);
    equal([found.overflowGuard.view, models.current], [undefined, model]);
    equal(await pipeline.send({ text: composer.draft, attachments: composer.attachments }), undefined);
    await replyText(found);
    equal((await questionsSent())[0], 'Question 3');
  });

  it('is refused once more after a choice that is not enough for a retry, which goes after the next', async () => {
    const found = await asked(2);
    const { pipeline, conversations, models } = found;
    equal(await pipeline.send({ text: 'Half?', attachments: [] }), undefined);
    await replyText(found);
    await setAllWindows(found, 900, 2600);
    const before = conversations.current.conversation.turns.length;
    equal(
      await pipeline.retry(conversations.current.conversation.turns.at(-1)?.id ?? ''),
      (await shown(found)).message,
    );
    equal(kinds(found), ['leaveOut', 'model', 'anyway']);
    equal(await press(found, 'Leave Out the Oldest'), found.overflowGuard.view?.message);
    equal([kinds(found), leftOut(found), models.current], [['model', 'anyway'], ['Question 1'], MODEL]);
    equal(conversations.current.conversation.turns.length, before);
    await choose(found, `Ask ${LARGER}`);
    await replyText(found);
    equal(await questionsSent(), ['Question 2', 'Half?']);
    equal((await lastQuestion()).model, LARGER);
    await gone(found);
    await vscode.commands.executeCommand('assistant.newChat');
  });

  it('holds for Retry, a second model and Continue: each is done when there is room for it', async () => {
    for (const what of ['retry', 'compare', 'continueReply'] as const) {
      const found = await asked(2);
      const { pipeline, conversations } = found;
      await setMaxTokens(what === 'continueReply' ? 25 : undefined);
      equal(await pipeline.send({ text: 'Half?', attachments: [] }), undefined);
      await replyText(found);
      await setMaxTokens(undefined);
      await setWindows(found, 3400, 3400);
      const last = conversations.current.conversation.turns.at(-1)?.id ?? '';
      const again = (): Promise<string | undefined> =>
        what === 'compare' ? pipeline.compare(last, LARGER) : pipeline[what](last);
      const before = structuredClone(conversations.current.conversation.turns);
      const problem = await again();
      ok(problem?.startsWith('This exceeds the context window of'), `${what}: ${problem}`);
      equal(conversations.current.conversation.turns, before);
      equal((await shown(found)).message, problem);
      await choose(found, 'Leave Out');
      await replyText(found);
      const sent = await questionsSent();
      ok(!sent.includes('Question 1') && sent.some((each) => each.startsWith('Half?')), `${what}: ${sent}`);
      equal((await lastQuestion()).model, what === 'compare' ? LARGER : MODEL);
      await vscode.commands.executeCommand('assistant.newChat');
    }
  });

  it('waits in the composer with its notice when it was asked about the selection', async () => {
    const found = await asked(0);
    const { conversations, composer, pipeline } = found;
    await setWindows(found, 1000, 1000);
    await editorOn(LINES.join('\n'), [0, 0, 399, 0]);
    await vscode.commands.executeCommand('assistant.askAboutSelection', { question: 'What is it?' });
    equal(conversations.current.conversation.turns.length, 0);
    equal([composer.draft, composer.attachments.length], ['What is it?', 1]);
    await choose(found, 'Cut ');
    await gone(found);
    equal(await pipeline.send({ text: composer.draft, attachments: composer.attachments }), undefined);
    await replyText(found);
  });

  it('is said before anybody is asked about secrets in it, unless it fits without them', async () => {
    const found = await asked(0);
    const { pipeline, conversations } = found;
    const dialogs = new StubDialogs();
    await setWindows(found, 1000, 1000);
    try {
      dialogs.hear('showWarningMessage', 'Redact and Send');
      const token = ['gh', 'p_Rk5Tq8Zw2Xn7Lb4Vc9Jm3Hs6Pd1Fg0YeAa4U'].join('');
      const problem = await pipeline.send({ text: `${token} ${LONG}`, attachments: [] });
      ok(problem?.startsWith('This exceeds the context window of'), `${problem}`);
      equal([dialogs.said, conversations.current.conversation.turns.length], [[], 0]);
      const body = Array.from({ length: 80 }, () => crypto.randomUUID().replaceAll('-', '').repeat(2));
      const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
      const long = `${key}\n${body.join('\n')}\n${key.replace('BEGIN', 'END')}`;
      equal(await pipeline.send({ text: `Why is this refused?\n${long}`, attachments: [] }), undefined);
      await replyText(found);
      equal(dialogs.said.length, 1);
      const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
      equal(content.trimEnd(), 'Why is this refused?\n[redacted: private key]');
    } finally {
      dialogs.restore();
    }
  });

  it('refuses a choice of a notice that is gone', async () => {
    const found = await asked(0);
    await setWindows(found, 1000, 1000);
    const { composer, pipeline, overflowGuard } = found;
    const isRefused = async (notice: number, choice: OverflowChoice): Promise<void> => {
      const problem = await overflowGuard.choose(notice, choice);
      ok(problem?.startsWith('The options have changed'), `${choice} of ${notice} was taken`);
    };
    composer.draft = LONG;
    const { noticeId } = await shown(found);
    await isRefused(noticeId, 'newChat');
    composer.draft = LONG.repeat(2);
    await until(
      () => overflowGuard.view?.noticeId,
      (now) => now !== noticeId,
    );
    await isRefused(noticeId, 'anyway');
    composer.draft = '';
    await gone(found);
    await isRefused(noticeId + 1, 'anyway');
    equal((await pipeline.send({ text: LONG, attachments: [] }))?.startsWith('This exceeds'), true);
  });
});
