import type { AssistantTurn, Turn } from '../../../src/core/conversation/conversation.ts';
import { toAssistantTurnView } from '../../../src/vscode/conversation/turnViews.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { isLong } from '../../support/long.ts';
import { equal, ok } from '../assert.ts';
import { connect, isWebWorker, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { testService } from '../testService.ts';
import { FAULT_CASES, type FaultCase, type Outcome } from './faultCases.ts';

const QUESTION = 'And what is it good for?';
const { origin } = new URL(testService.baseUrl);

async function steer(body: object): Promise<void> {
  const response = await fetch(`${origin}/control/faults`, { method: 'POST', body: JSON.stringify(body) });
  ok(response.ok, await response.text());
}

interface Recorded {
  method: string;
  path: string;
}

/** Requests to `/chat` so far. */
async function chatRequests(): Promise<number> {
  const response = await fetch(`${origin}/control/requests`);
  const { requests } = (await response.json()) as { requests: Recorded[] };
  return requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/chat')).length;
}

/** Asks in the panel's conversation and waits for the end, in sight of every wait. */
async function ask(found: TestAccess, question: string): Promise<{ turn: AssistantTurn; waits: string[] }> {
  const { conversations, pipeline } = found;
  const waits: string[] = [];
  const last = (): Turn | undefined => conversations.current.conversation.turns.at(-1);
  const listener = conversations.onChanged(() => {
    const turn = last();
    const wait = turn?.kind === 'assistant' ? turn.wait : undefined;
    if (turn?.kind === 'assistant' && wait !== undefined) {
      // What holds the request back is in sight before it goes out again, with the time that is left.
      const shown = toAssistantTurnView(turn, conversations.current.conversation.turns, wait.until - 7).wait;
      ok(shown?.message.includes('{0}') && shown.remainingMs === 7, 'The wait is not shown');
      waits.push(wait.reason);
    }
  });
  try {
    equal(await pipeline.send({ text: question, attachments: [] }), undefined);
    await replyText(found);
  } finally {
    listener.dispose();
  }
  const turn = last();
  ok(turn?.kind === 'assistant', 'There is no reply');
  return { turn, waits };
}

/** An empty conversation with one exchange in it that went well. */
async function begin(): Promise<TestAccess> {
  const found = await connect();
  // Whatever was chosen before.
  found.conversations.current.chooseModel('assistant-sonnet-4');
  const { turn } = await ask(found, 'What is this?');
  equal(turn.status, 'finished');
  return found;
}

function checkText(turn: AssistantTurn, { text }: Outcome, usual: string): void {
  if (text === 'whole' || text === 'none') {
    const found = `${turn.text.length} characters: ${turn.text.slice(0, 200)}`;
    ok(turn.text === (text === 'whole' ? usual : ''), `Not the text that was expected, but ${found}`);
  } else {
    ok(turn.text !== '', 'There is no text');
  }
  if (text === 'part') {
    ok(usual.startsWith(turn.text) && turn.text !== usual, 'What is there is not the beginning of the reply');
  }
}

function checkShown(found: TestAccess, turn: AssistantTurn, { failure, leftOut: left }: Outcome): void {
  const { notice, leftOut } = toAssistantTurnView(
    turn,
    found.conversations.current.conversation.turns,
    Date.now(),
  );
  ok(left === undefined ? leftOut === undefined : left.test(leftOut ?? ''), `Left out: ${leftOut}`);
  const kind = failure?.kind ?? null;
  equal([turn.status, turn.failure?.kind ?? null], [failure ? 'failed' : 'finished', kind]);
  if (failure === undefined) {
    equal(notice, undefined);
    return;
  }
  ok(failure.says.test(notice?.message ?? ''), `It says: ${notice?.message}`);
  equal(notice?.actions[0]?.action, failure.action);
  const said = `${notice?.message} ${notice?.detail}`;
  ok((notice?.detail ?? '').length <= 300, 'The detail is too long');
  ok(!said.includes(testService.keys.active.slice(-12)), 'The key is shown');
  ok(!/[\p{Cc}\p{Bidi_Control}]/u.test(said), 'Control characters are shown');
}

function expectedOf({ outcome, inBrowser }: FaultCase): Outcome | 'leftOut' {
  return (isWebWorker ? inBrowser : undefined) ?? outcome;
}

/**
 * The client's tests go through all faults. Here it is enough that each way for a question to end comes as far as the
 * panel, and each of the few that differ in a browser.
 */
function firstOfEachOutcome(cases: readonly FaultCase[]): FaultCase[] {
  const seen = new Set<string>();
  return cases.filter((testCase) => {
    const outcome = expectedOf(testCase);
    if (outcome === 'leftOut') {
      return false;
    }
    const { text, failure, requests, waits = [] } = outcome;
    const key = JSON.stringify([text, failure?.kind, failure?.action, requests, waits, 'leftOut' in outcome]);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst || (isWebWorker && testCase.inBrowser !== undefined);
  });
}

describe('a question that meets a fault of the service', () => {
  let usual = '';

  before(async () => {
    await steer({ clear: true });
    ({ text: usual } = (await ask(await begin(), QUESTION)).turn);
  });

  afterEach(async () => {
    await steer({ clear: true });
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

  for (const testCase of isLong ? FAULT_CASES : firstOfEachOutcome(FAULT_CASES)) {
    const expected = expectedOf(testCase);
    if (expected !== 'leftOut') {
      it(`comes to what its row says: ${testCase.fault}`, () => check(testCase, expected));
    }
  }

  async function check(testCase: FaultCase, usually: Outcome): Promise<void> {
    const { fault, times, limits } = testCase;
    const found = await begin();
    const before = structuredClone(found.conversations.current.conversation.turns);
    // Long enough to be still ahead when the request is held back, where the machine is busy.
    Object.assign(found.limits, { initialBackoffMs: 40, ...limits });
    const [, id, parameter] = /^([^:]+)(?::(.*))?$/.exec(fault) ?? [];
    await steer({ id, ...(parameter !== undefined && { parameter }), ...(times !== undefined && { times }) });
    const requests = await chatRequests();
    const { turn, waits } = await ask(found, QUESTION);
    const { inNodeAtTimes = [] } = testCase;
    const kind = turn.failure?.kind;
    const expected =
      inNodeAtTimes.find(({ failure }) => failure !== undefined && failure.kind === kind) ?? usually;

    checkText(turn, expected, usual);
    checkShown(found, turn, expected);
    equal((await chatRequests()) - requests, expected.requests, 'Requests');
    equal([...new Set(waits)], [...new Set(expected.waits)], 'Waits');
    const { turns } = found.conversations.current.conversation;
    equal(turns.slice(0, -2), before, 'Earlier turns have changed');
    equal(turns.at(-2)?.text, QUESTION, 'The question is gone');
    equal(turns.length, before.length + 2, 'Not one question and one reply');
  }
});
