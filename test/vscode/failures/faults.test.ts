import type { AssistantTurn, Turn } from '../../../src/core/conversation/conversation.ts';
import { toAssistantTurnView } from '../../../src/vscode/conversation/turnViews.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok } from '../assert.ts';
import { connect, isWebWorker, removeKey, replyText, sendQuestion, setBaseUrl } from '../extensionAccess.ts';
import { countQuestions, testService } from '../testService.ts';
import { FAULT_CASES, type FaultCase, type Outcome } from './faultCases.ts';

const QUESTION = 'And what is it good for?';
const { origin } = new URL(testService.baseUrl);

async function setFault(body: object): Promise<void> {
  const response = await fetch(`${origin}/control/faults`, { method: 'POST', body: JSON.stringify(body) });
  ok(response.ok, await response.text());
}

/** Asks in the current conversation and waits for the end of the reply. Checks each wait on the way. */
async function ask(
  services: TestAccess,
  question: string,
): Promise<{ turn: AssistantTurn; waits: string[] }> {
  const { conversations, pipeline } = services;
  const waits: string[] = [];
  const last = (): Turn | undefined => conversations.current.conversation.turns.at(-1);
  const listener = conversations.onChanged(() => {
    const turn = last();
    const wait = turn?.kind === 'assistant' ? turn.wait : undefined;
    if (turn?.kind === 'assistant' && wait !== undefined) {
      // The wait is shown before the request is sent again.
      const shown = toAssistantTurnView(turn, conversations.current.conversation.turns, () => undefined).wait;
      ok(shown?.message.includes('{0}'), 'The wait is not shown');
      waits.push(wait.reason);
    }
  });
  try {
    equal(await sendQuestion(pipeline, { text: question, attachments: [] }), undefined);
    await replyText(services);
  } finally {
    listener.dispose();
  }
  const turn = last();
  ok(turn?.kind === 'assistant', 'There is no reply');
  return { turn, waits };
}

/** Starts a conversation with one successful exchange. */
async function startConversation(): Promise<TestAccess> {
  const services = await connect();
  // An earlier suite may have selected another model.
  services.conversations.current.chooseModel('assistant-sonnet-4');
  const { turn } = await ask(services, 'What is this?');
  equal(turn.status, 'finished');
  return services;
}

function checkText(turn: AssistantTurn, { text }: Outcome, normalText: string): void {
  if (text === 'whole' || text === 'none') {
    const actual = `${turn.text.length} characters: ${turn.text.slice(0, 200)}`;
    ok(turn.text === (text === 'whole' ? normalText : ''), `Unexpected text: ${actual}`);
  } else {
    ok(turn.text !== '', 'There is no text');
  }
  if (text === 'part') {
    ok(
      normalText.startsWith(turn.text) && turn.text !== normalText,
      'The text is not the start of the reply',
    );
  }
}

function checkShown(
  services: TestAccess,
  turn: AssistantTurn,
  { failure, leftOut: expectedLeftOut }: Outcome,
): void {
  const { notice, leftOut } = toAssistantTurnView(
    turn,
    services.conversations.current.conversation.turns,
    () => undefined,
  );
  ok(
    expectedLeftOut === undefined ? leftOut === undefined : expectedLeftOut.test(leftOut ?? ''),
    `Left out: ${leftOut}`,
  );
  const kind = failure?.kind ?? null;
  equal([turn.status, turn.failure?.kind ?? null], [failure ? 'failed' : 'finished', kind]);
  if (failure === undefined) {
    equal(notice, undefined);
    return;
  }
  ok(failure.says.test(notice?.message ?? ''), `Message: ${notice?.message}`);
  equal(notice?.actions[0]?.action, failure.action);
  const shownText = `${notice?.message} ${notice?.detail}`;
  ok((notice?.detail ?? '').length <= 300, 'The detail is too long');
  ok(!shownText.includes(testService.keys.active.slice(-12)), 'The key is shown');
  ok(!/[\p{Cc}\p{Bidi_Control}]/u.test(shownText), 'Control characters are shown');
}

function expectedOf({ outcome, inBrowser }: FaultCase): Outcome | 'leftOut' {
  return (isWebWorker ? inBrowser : undefined) ?? outcome;
}

describe('question that meets a fault of the service', () => {
  let normalText = '';

  before(async () => {
    await setFault({ clear: true });
    ({ text: normalText } = (await ask(await startConversation(), QUESTION)).turn);
  });

  afterEach(async () => {
    await setFault({ clear: true });
    const { limits } = await connect();
    for (const name of Object.keys(limits) as (keyof typeof limits)[]) {
      delete limits[name];
    }
  });

  after(async () => {
    (await connect()).conversations.startNew();
    await removeKey();
    await setBaseUrl(undefined);
  });

  for (const testCase of FAULT_CASES) {
    const expected = expectedOf(testCase);
    if (expected !== 'leftOut') {
      it(`has the expected outcome: ${testCase.fault}`, () => check(testCase, expected));
    }
  }

  async function check(testCase: FaultCase, usualOutcome: Outcome): Promise<void> {
    const { fault, times, limits } = testCase;
    const services = await startConversation();
    const before = structuredClone(services.conversations.current.conversation.turns);
    // Long enough that the test sees the wait on a busy machine.
    Object.assign(services.limits, { initialBackoffMs: 40, ...limits });
    const [, id, parameter] = /^([^:]+)(?::(.*))?$/.exec(fault) ?? [];
    await setFault({
      id,
      ...(parameter !== undefined && { parameter }),
      ...(times !== undefined && { times }),
    });
    const requestsBefore = await countQuestions();
    const { turn, waits } = await ask(services, QUESTION);
    const { inNodeAtTimes = [] } = testCase;
    const kind = turn.failure?.kind;
    const expected =
      inNodeAtTimes.find(({ failure }) => failure !== undefined && failure.kind === kind) ?? usualOutcome;

    checkText(turn, expected, normalText);
    checkShown(services, turn, expected);
    equal((await countQuestions()) - requestsBefore, expected.requests, 'Requests');
    equal([...new Set(waits)], [...new Set(expected.waits)], 'Waits');
    const { turns } = services.conversations.current.conversation;
    equal(turns.slice(0, -2), before, 'Earlier turns changed');
    equal(turns.at(-2)?.text, QUESTION, 'The question is missing');
    equal(turns.length, before.length + 2, 'Expected one more question and reply');
  }
});
