import type { ReplyEvent, TokenUsage } from '../../../../src/contract/replyEvent.ts';
import { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import type { ReplyRequest } from '../../../../src/core/asking/chatSessionDeps.ts';
import {
  baselineTokens,
  MESSAGE_OVERHEAD_TOKENS,
} from '../../../../src/core/contextWindow/baselineTokens.ts';
import { findCountedRequest } from '../../../../src/core/contextWindow/countedRequest.ts';
import { TokenCalibration } from '../../../../src/core/contextWindow/tokenCalibration.ts';
import { TurnTokenCache } from '../../../../src/core/contextWindow/turnTokenCache.ts';
import { type Exchange, sentText } from './sampleConversations.ts';
import { TOKEN_COUNTERS, type TokenCounterName } from './tokenCounters.ts';

export const MODEL = 'any';

/** The predicted and the counted tokens of a request. */
export interface Counted {
  predicted: number;
  tokens: number;
  /** Tokens of messages that were neither in the previous request nor its reply. */
  newTokens: number;
}

/**
 * A conversation with a service that counts tokens, and a calibration that predicts them and learns from the counts.
 */
export class MeteredConversation {
  readonly session: ChatSession;
  readonly calibration: TokenCalibration;
  readonly turns = new TurnTokenCache();
  readonly #counter: TokenCounterName;
  #reply = '';
  #distort: (usage: Required<TokenUsage>) => TokenUsage = (usage) => usage;
  #counted = 0;
  #previousTotal = 0;

  constructor(counter: TokenCounterName, calibration = new TokenCalibration()) {
    this.calibration = calibration;
    this.#counter = counter;
    let ids = 0;
    const ignore = (): void => undefined;
    this.session = new ChatSession(
      { fetchReply: (request) => this.#fetchReply(request), now: () => 0, newId: () => `id${++ids}` },
      ignore,
    );
  }

  /** @param turns cache to use; a new one is empty, as after a reload */
  predict(question: string, turns = this.turns, calibration = this.calibration): number {
    const { conversation } = this.session;
    const known = turns.get(conversation.turns);
    const next = { id: '', baselineTokens: baselineTokens(question) + MESSAGE_OVERHEAD_TOKENS };
    return calibration.predict(
      [...known.withoutOldest(0), next],
      known.countedBy(MODEL, conversation.removed),
    );
  }

  /** @param distort changes the usage that the service reports */
  async ask(exchange: Exchange, distort?: (usage: Required<TokenUsage>) => TokenUsage): Promise<Counted> {
    const text = sentText(exchange);
    const predicted = this.predict(text);
    const previousTotal = this.#previousTotal;
    this.#reply = exchange.reply;
    this.#distort = distort ?? ((usage) => usage);
    await this.session.ask({ text, attachments: [], model: MODEL });
    return { predicted, tokens: this.#counted, newTokens: this.#counted - previousTotal };
  }

  async *#fetchReply({ model, messages, source }: ReplyRequest): AsyncGenerator<ReplyEvent, void, undefined> {
    const { countInput, count } = TOKEN_COUNTERS[this.#counter];
    this.#counted = countInput(messages);
    const outputTokens = count(this.#reply);
    this.#previousTotal = this.#counted + outputTokens;
    const usage = this.#distort({ inputTokens: this.#counted, outputTokens });
    const before = source && findCountedRequest(source.conversation, model, this.turns.baselineOf);
    try {
      yield { type: 'sending', request: { body: '', settings: { model }, isFolded: false } };
      // The reply names the model differently from the request.
      yield { type: 'started', model: `${model}-2026` };
      yield { type: 'text', text: this.#reply };
      yield { type: 'usage', usage };
      yield { type: 'finished' };
    } finally {
      if (source !== undefined && usage.inputTokens !== undefined) {
        this.calibration.learn(this.turns.tokensOf(source.turns), usage.inputTokens, before);
      }
    }
  }
}
