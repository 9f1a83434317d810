import type { Answerer } from '../../core/asking/chatSessionPorts.ts';
import { GO_ON } from '../../core/asking/continuation.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { countLines, cutToLines } from '../../core/contextWindow/cutToLines.ts';
import type { FitInput } from '../../core/contextWindow/planFit.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { withLeftOut } from '../../core/conversation/sentTurns.ts';
import type { Models } from '../models/models.ts';
import type { TokenMeter } from './tokenMeter.ts';

/** Where no limit of the reply is set, this is left for it, but no more than a share of the window. Tokens */
const ROOM_FOR_REPLY = 1024;
const SHARE_FOR_REPLY = 1 / 8;

/** How far an estimate may be off as long as nothing was learnt of the model, and what it is taken for at least and at most. */
const UNKNOWN_ERROR = 0.1;
const LEAST_ERROR = 0.02;
const MOST_ERROR = 0.25;

/** What is to be asked. */
export interface FitQuestion {
  text: string;
  /** Those that may be cut. */
  attachments: readonly Attachment[];
  /** Those that were asked with it before, and stay as they are. */
  fixed?: readonly Attachment[];
  /** What was said before. */
  turns: readonly Turn[];
  /** What goes along in any case: a question and its reply, which is to be continued. */
  tail?: readonly Turn[];
  by: Answerer;
  canStartNew: boolean;
}

/** The question of the last exchange, which is asked once more, or whose reply is continued. */
export function lastQuestion(turns: readonly Turn[], by: Answerer, isContinued: boolean): FitQuestion {
  const at = turns.findLastIndex(({ kind }) => kind === 'user');
  const [question, before] = [turns[at], turns.slice(0, Math.max(0, at))];
  const rest = { turns: before, attachments: [], by, canStartNew: false };
  return isContinued || question?.kind !== 'user'
    ? { ...rest, text: GO_ON, tail: withLeftOut(turns.slice(Math.max(0, at)), [question?.id ?? ''], false) }
    : { ...rest, text: question.text, fixed: question.attachments };
}

interface FitSources {
  conversations: Conversations;
  models: Pick<Models, 'contextWindow' | 'known'>;
  meter: TokenMeter;
}

/** Returns undefined if the model's window is not known. */
export function fitInput(
  { conversations, models, meter }: FitSources,
  question: FitQuestion,
): FitInput | undefined {
  const { text, attachments, fixed = [], turns, tail = [], by, canStartNew } = question;
  const { model } = by;
  const window = models.contextWindow(model);
  if (window === undefined) {
    return undefined;
  }
  const asked = { model, turns: tail.length === 0 ? turns : [...turns, ...tail] };
  const estimate = (leftOut: number) =>
    meter.estimate(text, [...fixed, ...attachments], {
      ...conversations.current.conversation,
      ...asked,
      leftOut,
    });
  const all = estimate(0);
  return {
    window,
    reserve: by.maxTokens ?? Math.min(ROOM_FOR_REPLY, Math.floor(window * SHARE_FOR_REPLY)),
    error: Math.min(MOST_ERROR, Math.max(LEAST_ERROR, all.error ?? UNKNOWN_ERROR)),
    attachments: attachments.map((attachment) => ({
      id: attachment.id,
      tokens: meter.tokensOf(attachment, model),
      lines: countLines(attachment.text),
      tokensOfFirst: (lines) => meter.tokensOf(cutToLines(attachment, lines), model),
    })),
    exchanges: meter.questionsIn(turns),
    total: (leftOut) => (leftOut === 0 ? all : estimate(leftOut)).total,
    models: models.known.flatMap(({ id, contextWindow }) =>
      contextWindow === undefined ? [] : [{ id, window: contextWindow }],
    ),
    canStartNew,
  };
}
