import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { AssistantTurn, Turn, UserTurn } from '../../../../src/core/conversation/conversation.ts';
import { serviceId } from '../../../../src/core/conversation/sentTo.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';
import type { AskingWindow } from './askingWindow.ts';

useStubVsCode();
const {
  AskingWindow: Window,
  RecordingService,
  CHIP,
  MODEL,
  OTHER_MODEL,
  PURPOSE,
} = await import('./askingWindow.ts');
const { changeSetting, window: ui } = await import('../../../support/stubVsCode.ts');
const { deleteExchange, editQuestion, forkConversation, keepReply } = await import(
  '../../../../src/vscode/conversation/turnEdits.ts'
);

/** Letters that no font draws. */
const HIDDEN = '\u{e0041}\u{e0042}';
const TOKEN = ['gh', 'p_', '8fK2mQ9xT4vB7nL1cR6wY3zD5hJ0sGpA1b2C'].join('');
const PASSWORD = 'Xq7vT2mK9pLw4';
const SHORT = 'hunt3r2';
const ALL = [TOKEN, HIDDEN, PASSWORD, SHORT];
const REDACT = 'Redact, Remove, and Send';

const service = new RecordingService();
const otherService = new RecordingService();
before(() => Promise.all([service.start(), otherService.start()]));
after(() => Promise.all([service.stop(), otherService.stop()]));

/** What a conversation has that was imported; `sentTo` is absent in one of an earlier version. */
function turns(last: Partial<Extract<Turn, { kind: 'assistant' }>>, sentTo?: readonly string[]): Turn[] {
  const sent = sentTo === undefined ? {} : { sentTo };
  const reply = { kind: 'assistant', model: MODEL, status: 'finished', startedAt: 2, endedAt: 3 } as const;
  return [
    {
      kind: 'user',
      id: 'q1',
      text: `Earlier${HIDDEN}, or ${SHORT}?\nDB_PASSWORD=${PASSWORD}\npassword = '${SHORT}'`,
      attachments: [
        { ...CHIP, path: `a${HIDDEN}.ts`, languageId: `ts${HIDDEN}`, text: `const t = '${TOKEN}';` },
      ],
      at: 1,
      ...sent,
    },
    { ...reply, id: 'r1', text: `Use ${TOKEN}.${HIDDEN}`, ...sent },
    // What no rule finds.
    { kind: 'user', id: 'q1b', text: `Or ${PASSWORD}?`, attachments: [], at: 3, ...sent },
    { ...reply, id: 'r1b', text: 'No.', ...sent },
    { kind: 'user', id: 'q2', text: 'And?', attachments: [], at: 4, ...sent },
    { ...reply, id: 'r2', text: 'Early.', ...last, ...sent },
  ];
}

/** The ways in which a request is made that contains earlier turns. */
const WAYS: Record<
  string,
  { last?: Parameters<typeof turns>[0]; start(window: AskingWindow): Promise<unknown> }
> = {
  Enter: { start: (window) => window.enter('Why?') },
  edit: {
    start: ({ services, pipeline }) => editQuestion(services.conversations, pipeline, 'q2', 'Edited?'),
  },
  retry: { last: { status: 'failed', text: '' }, start: ({ pipeline }) => pipeline.retry('r2') },
  continue: { last: { status: 'cutAtLimit' }, start: ({ pipeline }) => pipeline.continueReply('r2') },
  compare: { start: ({ pipeline }) => pipeline.compare('r2', OTHER_MODEL) },
  background: {
    start: ({ background, session }) =>
      background.askIn(session, { text: 'Meanwhile?', attachments: [] }, { ...PURPOSE, typed: '' }),
  },
};

/** The dialogs that are shown. `answer` is pressed in each. */
function dialogs(context: TestContext): { texts: string[]; answer: string | undefined } {
  const shown: { texts: string[]; answer: string | undefined } = { texts: [], answer: undefined };
  context.mock.method(ui, 'showWarningMessage', async (text: string, { detail }: { detail: string }) => {
    shown.texts.push(`${text}\n${detail}`);
    return shown.answer;
  });
  return shown;
}

/** The messages of the request that is sent meanwhile; empty if none is. */
async function sentBy(
  window: AskingWindow,
  start: (window: AskingWindow) => Promise<unknown>,
): Promise<string> {
  const services = [service, otherService].map(({ requests }) => ({ requests, count: requests.length }));
  await start(window);
  await window.whenIdle();
  return services.flatMap(({ requests, count }) => requests.slice(count).map(({ all }) => all)).join('\n');
}

/** A window after a start of VS Code, with what is stored of a conversation. */
function open(context: TestContext, stored: readonly Turn[], at = service): AskingWindow {
  const window = new Window(at.baseUrl, JSON.parse(JSON.stringify(stored)));
  context.after(() => window.dispose());
  return window;
}

function storedIn({ services }: AskingWindow): readonly Turn[] {
  return services.conversations.current.conversation.turns;
}

describe('what the service does not have yet', () => {
  for (const [name, { last = {}, start }] of Object.entries(WAYS)) {
    test(`is asked about before it is sent by ${name}, replaced from then on, and not asked about again`, async (context) => {
      const shown = dialogs(context);
      const window = open(context, turns(last, []));
      assert.equal(await sentBy(window, start), '');
      assert.equal(shown.texts.length, 1);
      for (const entry of [
        'GitHub token: a',
        'in the earlier question “Earlier, or hunt3r2?”',
        'GitHub token: the earlier reply “Use [redacted: GitHub token].”, line 1',
        'Hidden characters (U+E0041, U+E0042): the earlier reply “Use [redacted: GitHub token].”, line 1',
        `${service.baseUrl} doesn’t have all of it yet`,
      ]) {
        assert.ok(shown.texts[0]?.includes(entry), `${entry}: ${shown.texts}`);
      }
      shown.answer = REDACT;
      const sent = await sentBy(window, start);
      assert.ok(sent.includes('Earlier, or [') && sent.includes('Use [redacted: GitHub token].'), sent);
      assert.deepEqual(
        ALL.filter((one) => sent.includes(one)),
        [],
      );
      assert.equal(shown.texts.length, 2);

      const reloaded = open(context, storedIn(window), otherService);
      const next = await sentBy(reloaded, (one) => one.enter('Next?'));
      reloaded.session.setLeftOut(['q1'], true);
      const final = await sentBy(reloaded, (one) => one.enter('Last?'));
      assert.ok(
        next.includes('Earlier, or [') && final.includes('Or [redacted: password]?'),
        `${next}${final}`,
      );
      assert.deepEqual(
        ALL.filter((one) => `${next}${final}`.includes(one)),
        [],
      );
      assert.equal(shown.texts.length, 2);
    });
  }

  const shownBy: Record<string, { in: 'question' | 'turn' | 'reply'; go?(window: AskingWindow): unknown }> = {
    'was only in the new question': { in: 'question' },
    'is deleted': { in: 'turn', go: ({ services }) => deleteExchange(services.conversations, 'q2') },
    'is not in the fork': {
      in: 'turn',
      go: ({ services }) => forkConversation(services.conversations, 'q1'),
    },
    'is after the question that is edited': {
      in: 'turn',
      go: ({ services, pipeline }) => editQuestion(services.conversations, pipeline, 'q2', 'Edited?'),
    },
    'is a reply that is not kept': {
      in: 'reply',
      go: ({ services }) => keepReply(services.conversations, 'r0'),
    },
  };
  for (const [name, { in: place, go }] of Object.entries(shownBy)) {
    test(`stays replaced if what shows that it is a secret ${name}`, async (context) => {
      const shown = dialogs(context);
      shown.answer = 'Redact and Send';
      const secret = `password = '${PASSWORD}'`;
      const [question, reply] = turns({ text: 'No.' }, []).slice(-2) as [UserTurn, AssistantTurn];
      const window = open(context, [
        { ...question, id: 'q1', text: `Or ${PASSWORD}?` },
        { ...reply, id: 'r1', ...(place === 'reply' && { text: secret }) },
        ...(place === 'reply' ? [{ ...reply, id: 'r0', alternativeTo: 'r1' }] : []),
        ...(place === 'turn' ? [{ ...question, text: secret }, reply] : []),
      ]);
      await sentBy(window, (one) => one.enter(place === 'question' ? `Why? ${secret}` : 'Why?'));
      await sentBy(window, async (one) => go?.(one));
      const reloaded = open(context, storedIn(window), otherService);
      const sent = await sentBy(reloaded, (one) => one.enter('Next?'));
      assert.ok(sent.includes('Or [redacted: password]?') && !sent.includes(PASSWORD), sent);
      assert.equal(shown.texts.length, 1);
    });
  }

  const later: Record<string, { shown: 'turn' | 'question'; open(window: AskingWindow): unknown }> = {
    'a question that was left out': {
      shown: 'turn',
      open: ({ session }) => session.setLeftOut(['q2'], false),
    },
    'a question that was left out, which only the new question showed': {
      shown: 'question',
      open: ({ session }) => session.setLeftOut(['q2'], false),
    },
    'another reply that is kept': {
      shown: 'turn',
      open: ({ services }) => keepReply(services.conversations, 'r0'),
    },
    'a turn that is imported': {
      shown: 'turn',
      open: (window) => {
        const imported = {
          kind: 'user',
          id: 'q9',
          text: `Or ${PASSWORD}?`,
          attachments: [],
          at: 1,
          sentTo: [],
        } as const;
        window.session.syncWith({ turns: [...storedIn(window), imported] });
        window.session.setLeftOut(['q9'], false);
      },
    },
    'an edited question with its attachments': {
      shown: 'turn',
      open: ({ services, pipeline }) => editQuestion(services.conversations, pipeline, 'q3', 'Edited?'),
    },
  };
  for (const [name, { shown: place, open: change }] of Object.entries(later)) {
    test(`stays replaced, after a reload, in ${name}`, async (context) => {
      const shown = dialogs(context);
      shown.answer = 'Redact and Send';
      const secret = `password = '${PASSWORD}'`;
      const [question, reply] = turns({ text: 'No.' }, []).slice(-2) as [UserTurn, AssistantTurn];
      const attachments = [{ ...CHIP, text: `Or ${PASSWORD}?` }];
      const window = open(context, [
        { ...question, id: 'q1', ...(place === 'turn' && { text: secret }) },
        { ...reply, id: 'r1' },
        { ...reply, id: 'r0', text: `Or ${PASSWORD}?`, alternativeTo: 'r1' },
        { ...question, id: 'q2', text: `Or ${PASSWORD}?`, isLeftOut: true },
        { ...reply, id: 'r2' },
        ...(place === 'turn'
          ? [
              { ...question, id: 'q3', attachments },
              { ...reply, id: 'r3' },
            ]
          : []),
      ]);
      await sentBy(window, (one) => one.enter(place === 'question' ? `Why? ${secret}` : 'Why?'));
      const reloaded = open(context, storedIn(window));
      const sent = await sentBy(reloaded, async (one) => {
        await change(one);
        await one.whenIdle();
        await one.enter('Next?');
      });
      assert.ok(sent.includes('Or [redacted: password]?') && !sent.includes(PASSWORD), sent);
      assert.equal(shown.texts.length, 1);
    });
  }

  test('is sent by Send Anyway to this service only, and asked about once', async (context) => {
    const shown = dialogs(context);
    shown.answer = 'Send Anyway';
    const window = open(context, turns({}, []));
    for (const question of ['Why?', 'And why?']) {
      assert.ok((await sentBy(window, (one) => one.enter(question))).includes(TOKEN));
    }
    const reloaded = open(context, storedIn(window));
    assert.ok((await sentBy(reloaded, (one) => one.enter('Next?'))).includes(TOKEN));
    assert.equal(shown.texts.length, 1);
    shown.answer = undefined;
    const elsewhere = open(context, storedIn(reloaded), otherService);
    assert.equal(await sentBy(elsewhere, (one) => one.enter('Elsewhere?')), '');
    assert.equal(shown.texts.length, 2);
  });

  test('is asked about again when the address changes in the same window', async (context) => {
    const shown = dialogs(context);
    shown.answer = 'Send Anyway';
    const window = open(context, []);
    const question = `Why ${TOKEN}${HIDDEN}?`;
    assert.ok((await sentBy(window, (one) => one.enter(question))).includes(TOKEN));
    shown.answer = undefined;
    changeSetting('assistant.baseUrl', service.baseUrl.replace('/api', '/other/api'));
    assert.equal(await sentBy(window, (one) => one.enter('Next?')), '');
    assert.equal(shown.texts.length, 2);
    assert.ok(shown.texts[1]?.includes('the earlier question “Why '), shown.texts[1]);
  });

  test('is not what an earlier version sent, until the address changes', async (context) => {
    const shown = dialogs(context);
    const window = open(context, turns({}));
    assert.ok((await sentBy(window, (one) => one.enter('Why?'))).includes(TOKEN));
    assert.deepEqual(shown.texts, []);
    const elsewhere = open(context, storedIn(window), otherService);
    assert.equal(await sentBy(elsewhere, (one) => one.enter('Why?')), '');
    assert.equal(shown.texts.length, 1);
  });

  test('is not sent if it came into the conversation while the user was asked', async (context) => {
    const window = open(context, turns({}, []));
    context.mock.method(ui, 'showWarningMessage', async () => {
      const [question, reply] = turns({}, []);
      const { turns: before } = window.session.conversation;
      window.session.syncWith({
        turns: [...before, { ...(question as Turn), id: 'q3' }, { ...(reply as Turn), id: 'r3' }],
      });
      return 'Send Anyway';
    });
    assert.equal(await sentBy(window, (one) => one.enter('Why?')), '');
  });

  test('is all replaced, however many texts it is in, and what was replaced before in a copy of one', async (context) => {
    const shown = dialogs(context);
    shown.answer = 'Remove and Send';
    const exchange = (name: string | number, text = name): Turn[] => [
      { kind: 'user', id: `q${name}`, text: `Q${text}${HIDDEN}`, attachments: [], at: 1, sentTo: [] },
      {
        kind: 'assistant',
        id: `r${name}`,
        model: MODEL,
        text: `R${text}${HIDDEN}`,
        status: 'finished',
        startedAt: 2,
        sentTo: [],
      },
    ];
    const window = open(context, exchange('known'));
    await sentBy(window, (one) => one.enter('Why?'));
    // Imported into the same conversation.
    const many = Array.from({ length: 300 }, (_, index) => exchange(index));
    window.session.syncWith({
      turns: [...storedIn(window), ...exchange('copy', 'known'), ...many.flat()],
    });
    const sent = await sentBy(window, (one) => one.enter('And why?'));
    assert.ok(sent.includes('Q0') && !sent.includes(HIDDEN));
    assert.equal(shown.texts.length, 2);
  });

  test('is the rest of a reply that another service has written', async (context) => {
    const shown = dialogs(context);
    const { sentTo } = { sentTo: [serviceId(service.baseUrl)] };
    const cut = turns({ status: 'cutAtLimit' }, sentTo).slice(-2);
    const window = open(context, cut, otherService);
    await sentBy(window, (one) => one.pipeline.continueReply('r2'));
    assert.deepEqual(storedIn(window).at(-1)?.sentTo, [serviceId(otherService.baseUrl)]);
    assert.deepEqual(shown.texts, []);
  });

  test('is not agreed to for a service that the user did not see', async (context) => {
    const shown: string[] = [];
    const window = open(context, turns({}, []));
    context.mock.method(ui, 'showWarningMessage', async (text: string) => {
      shown.push(text);
      changeSetting('assistant.baseUrl', service.baseUrl.replace('/api', '/other/api'));
      return shown.length === 1 ? 'Send Anyway' : undefined;
    });
    for (const question of ['Why?', 'And why?']) {
      assert.equal(await sentBy(window, (one) => one.enter(question)), '');
    }
    assert.equal(shown.length, 2);
  });

  test('is asked about if it was left out when an earlier version sent the rest', async (context) => {
    const shown = dialogs(context);
    const window = open(context, turns({}));
    window.session.setLeftOut(['q1', 'q1b'], true);
    assert.ok((await sentBy(window, (one) => one.enter('Why?'))).includes('And?'));
    window.session.setLeftOut(['q1', 'q1b'], false);
    changeSetting('assistant.baseUrl', service.baseUrl.replace('/api', '/other/api'));
    assert.equal(await sentBy(window, (one) => one.enter('Next?')), '');
    assert.equal(shown.texts.length, 1);
  });

  test('does not keep other replies from coming back by Undo', async (context) => {
    dialogs(context).answer = REDACT;
    const [question, reply] = turns({}, []);
    const other = { ...(reply as Extract<Turn, { kind: 'assistant' }>), id: 'r0', alternativeTo: 'r1' };
    const window = open(context, [question as Turn, reply as Turn, other]);
    const undo = window.session.keepReply('r0');
    await sentBy(window, (one) => one.enter('Why?'));
    undo?.();
    assert.deepEqual(
      storedIn(window)
        .slice(0, 3)
        .map(({ id, isMasked }) => [id, isMasked]),
      [
        ['q1', true],
        ['r1', undefined],
        ['r0', true],
      ],
    );
  });

  test('is not in what a stored turn says of where it went', () => {
    assert.ok(!serviceId(service.baseUrl).includes('127.0.0.1'));
  });
});
