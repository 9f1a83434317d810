import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import type { FailureKind } from '../../../src/contract/failure.ts';
import type { Wait } from '../../../src/contract/replyEvent.ts';
import type { TurnAction } from '../../../src/protocol/conversation.ts';

/** Expected outcome of a question: what is shown, which failure, and which requests. */
export interface Outcome {
  /** Displayed text: the whole reply, other text, part of the reply, or nothing. */
  text: 'whole' | 'other' | 'part' | 'none';
  /** Expected failure with its message and first action. Absent if none. */
  failure?: { kind: FailureKind; says: RegExp; action: TurnAction };
  /** Expected sentence about omitted content. Absent if none. */
  leftOut?: RegExp;
  /** Total number of requests to `/chat`, and the reasons of the waits between them. */
  requests: number;
  waits?: readonly Wait['reason'][];
}

/** A fault of the local service and its expected outcome. */
export interface FaultCase {
  /** Id and, after a colon, its parameter. */
  fault: string;
  /** Number of requests that the fault affects. All if absent. */
  times?: number;
  /** Time limits that differ from the settings. */
  limits?: Partial<TimeLimits>;
  outcome: Outcome;
  /**
   * Outcome with a browser's `fetch`, if it differs. `leftOut` if the browser itself retries requests on reused
   * connections but not on new ones.
   */
  inBrowser?: Outcome | 'leftOut';
  /** Other outcomes that Node's `fetch` rarely has, due to a bug of its own. */
  inNodeAtTimes?: readonly Outcome[];
}

const WHOLE: Outcome = { text: 'whole', requests: 1 };
const OTHER: Outcome = { text: 'other', requests: 1 };

function fails(kind: FailureKind, says: RegExp, action: TurnAction, more: Partial<Outcome> = {}): Outcome {
  return { text: 'none', requests: 1, ...more, failure: { kind, says, action } };
}

const part = (kind: FailureKind, says: RegExp, action: TurnAction = 'continue'): Outcome =>
  fails(kind, says, action, { text: 'part' });

const REDIRECTED = fails('redirected', /another address/, 'openSettings');
const OPAQUE_IN_BROWSER = fails('unreachable', /could not be reached/, 'retry');
const LOST = part('connectionLost', /connection was lost/);

/** The whole text arrived, but not the end of the stream. */
const MISSING_END: Outcome = { ...LOST, text: 'whole' };

/**
 * A fault for each outcome that the panel can show, ordered by fault id. The client's tests cover all faults, in Node.js and
 * in a browser.
 */
export const FAULT_CASES: readonly FaultCase[] = [
  {
    fault: 'F08',
    outcome: fails('proxy', /proxy.*http\.proxy/, 'openSettings'),
    inBrowser: OPAQUE_IN_BROWSER,
  },
  { fault: 'F09', outcome: fails('webPage', /web page.*sign-in/, 'retry') },
  { fault: 'F10', outcome: REDIRECTED },
  { fault: 'F12', outcome: WHOLE, inBrowser: OPAQUE_IN_BROWSER },
  { fault: 'F16.307', times: 1, outcome: { ...WHOLE, requests: 2 }, inBrowser: REDIRECTED },
  { fault: 'F19', outcome: { ...REDIRECTED, requests: 2 }, inBrowser: REDIRECTED },
  {
    fault: 'F21:20000',
    limits: { responseTimeoutMs: 300 },
    outcome: fails('timedOut', /did not respond within \d+ s/, 'retry'),
  },
  {
    fault: 'F22.reset',
    outcome: fails('unreachable', /connection was lost before it responded.*may have received/, 'retry'),
    inBrowser: 'leftOut',
  },
  { fault: 'F23', outcome: WHOLE },
  { fault: 'F24', outcome: fails('notAReply', /Something other/, 'openSettings'), inBrowser: WHOLE },
  {
    fault: 'F26.plain',
    limits: { responseTimeoutMs: 3000, idleTimeoutMs: 3000 },
    outcome: fails('damaged', /damaged/, 'retry'),
    inBrowser: fails('connectionLost', /connection was lost/, 'retry'),
    // If decompression fails right when the headers arrive, Node's `fetch` or its reader never settles.
    inNodeAtTimes: [
      fails('timedOut', /did not respond within \d+ s/, 'retry'),
      fails('stalled', /sent nothing for \d+ s/, 'retry'),
    ],
  },
  { fault: 'F26.truncated', outcome: LOST },
  { fault: 'F27.tooShort', outcome: MISSING_END },
  { fault: 'F28.204', outcome: fails('emptyReply', /empty/, 'retry') },
  { fault: 'F32', outcome: fails('unauthorized', /API key.*Check the key in the dashboard/, 'changeApiKey') },
  { fault: 'F34', outcome: fails('forbidden', /Activate the account or renew/, 'retry') },
  { fault: 'F35', outcome: fails('notFound', /No chat service.*Check the URL/, 'openSettings') },
  { fault: 'F36', outcome: fails('modelNotFound', /assistant-sonnet-4 is not available/, 'selectModel') },
  {
    fault: 'F38.length:3',
    outcome: fails('invalidRequest', /rejected part/, 'editMessage', { requests: 3 }),
  },
  { fault: 'F39.413', outcome: fails('tooLarge', /too large for the service/, 'editMessage') },
  { fault: 'F40.seconds:1', outcome: { text: 'whole', requests: 2, waits: ['rateLimited'] } },
  {
    fault: 'F41',
    outcome: fails('rateLimited', /Too many requests.*Wait and retry/, 'retry', {
      requests: 3,
      waits: ['rateLimited', 'rateLimited'],
    }),
  },
  { fault: 'F42.500', outcome: fails('serverError', /failed \(500\)\. Retry after a few/, 'retry') },
  {
    fault: 'F42.retryAfter:90',
    outcome: fails('serverError', /failed \(503\) and asked to wait 90 s/, 'waitAndRetry'),
  },
  { fault: 'F45.ansi', outcome: fails('forbidden', /no access/, 'retry') },
  { fault: 'F46.raw', outcome: fails('unauthorized', /API key/, 'changeApiKey') },
  { fault: 'F47.object', outcome: fails('serviceError', /reported an error/, 'retry') },
  {
    fault: 'F48',
    limits: { idleTimeoutMs: 300 },
    outcome: fails('stalled', /sent nothing for \d+ s/, 'retry'),
  },
  { fault: 'F53', outcome: fails('damaged', /damaged/, 'retry', { text: 'other' }) },
  { fault: 'F60', outcome: part('serviceError', /reported an error/) },
  {
    fault: 'F61.otherLines',
    outcome: fails('unreadableStream', /format that can’t be read.*second reply/, 'retryWithoutStreaming'),
  },
  { fault: 'F62', outcome: fails('damaged', /damaged/, 'retry', { text: 'other' }) },
  { fault: 'F64.block', outcome: { ...WHOLE, leftOut: /^Left out because .*: image\.$/ } },
  // Last, because the client remembers these two per service: later requests are not streamed, or are folded into one
  // message.
  { fault: 'F37', outcome: { ...WHOLE, requests: 2 } },
  { fault: 'F38.role', outcome: { ...OTHER, requests: 2 } },
];
