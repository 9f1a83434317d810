import type { ReplyOptions } from '../../core/asking/chatSessionDeps.ts';
import { CONTINUE_PROMPT } from '../../core/asking/continuation.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import type { OverflowInput } from '../../core/contextWindow/planOverflow.ts';
import { sentQuestionIds } from '../../core/contextWindow/tokenEstimate.ts';
import { countLines, truncateToLines } from '../../core/contextWindow/truncateToLines.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { withLeftOut } from '../../core/conversation/sentTurns.ts';
import type { Models } from '../models/models.ts';
import type { TokenMeter } from './tokenMeter.ts';

/** Tokens reserved for the reply if no limit is set, but at most a share of the context window. */
const DEFAULT_REPLY_RESERVE_TOKENS = 1024;
const MAX_REPLY_RESERVE_SHARE = 1 / 8;

/** Error margin of an estimate, as a share. */
const ERROR_MARGIN = 0.1;

export interface QuestionToCheck {
  text: string;
  /** Attachments that may be truncated. */
  attachments: readonly Attachment[];
  /** Attachments of a question that was asked before, which stay as they are. */
  fixedAttachments?: readonly Attachment[];
  precedingTurns: readonly Turn[];
  /** The question and the reply to continue, which are always sent. */
  continuedTurns?: readonly Turn[];
  replyOptions: ReplyOptions;
  /** Whether a new chat may be offered as a remedy. */
  canStartNew: boolean;
}

/** The last question as a retry asks it, or if `isContinued` the request for the rest of its reply. */
export function lastQuestionOf(
  turns: readonly Turn[],
  replyOptions: ReplyOptions,
  isContinued: boolean,
): QuestionToCheck {
  const questionIndex = turns.findLastIndex(({ kind }) => kind === 'user');
  const [question, precedingTurns] = [turns[questionIndex], turns.slice(0, Math.max(0, questionIndex))];
  const base = { precedingTurns, attachments: [], replyOptions, canStartNew: false };
  return isContinued || question?.kind !== 'user'
    ? {
        ...base,
        text: CONTINUE_PROMPT,
        continuedTurns: withLeftOut(turns.slice(Math.max(0, questionIndex)), [question?.id ?? ''], false),
      }
    : { ...base, text: question.text, fixedAttachments: question.attachments };
}

interface OverflowSources {
  models: Pick<Models, 'contextWindow' | 'known'>;
  meter: TokenMeter;
}

/** Returns `undefined` if the model's context window is unknown. */
export function toOverflowInput(
  { models, meter }: OverflowSources,
  question: QuestionToCheck,
): OverflowInput | undefined {
  const {
    text,
    attachments,
    fixedAttachments = [],
    precedingTurns,
    continuedTurns = [],
    replyOptions,
    canStartNew,
  } = question;
  const { model } = replyOptions;
  const window = models.contextWindow(model);
  if (window === undefined) {
    return undefined;
  }
  const turns = [...precedingTurns, ...continuedTurns];
  const estimate = (leftOutExchanges: number): number =>
    meter.estimate(text, [...fixedAttachments, ...attachments], { model, turns, leftOutExchanges }).total;
  return {
    contextWindow: window,
    replyReserve:
      replyOptions.maxTokens ??
      Math.min(DEFAULT_REPLY_RESERVE_TOKENS, Math.floor(window * MAX_REPLY_RESERVE_SHARE)),
    errorMargin: ERROR_MARGIN,
    attachments: attachments.map((attachment) => ({
      id: attachment.id,
      tokens: meter.tokensOf(attachment, model),
      lines: countLines(attachment.text),
      tokensOfFirstLines: (lines) => meter.tokensOf(truncateToLines(attachment, lines), model),
    })),
    exchangeIds: sentQuestionIds(precedingTurns),
    totalTokens: estimate,
    models: models.known.flatMap(({ id, contextWindow }) =>
      contextWindow === undefined ? [] : [{ id, contextWindow }],
    ),
    canStartNew,
  };
}
