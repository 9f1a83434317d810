import type { ModelMeter } from './modelMeter.ts';
import { USUAL_TOKENS_OF_MESSAGE } from './usualTokens.ts';

/** What is about to be sent, in tokens as the model's service is expected to count them: whole numbers. */
export interface TokenParts {
  /** The text of the question, and what its message takes besides. */
  question: number;
  attachments: readonly { id: string; tokens: number }[];
  /** What was said before, as far as it goes along. */
  history: number;
  /** All of these. */
  total: number;
}

interface AskedParts {
  /** Tokens of its text at the usual rates. */
  question: number;
  /** The same of theirs. */
  attachments: readonly { id: string; usual: number }[];
  /** Tokens of the messages before. */
  history: number;
}

export function tokenParts({ factor }: ModelMeter, asked: AskedParts): TokenParts {
  const isEmpty = asked.question === 0 && asked.attachments.length === 0;
  const question = isEmpty ? 0 : Math.round((asked.question + USUAL_TOKENS_OF_MESSAGE) * factor);
  const attachments = asked.attachments.map(({ id, usual }) => ({ id, tokens: Math.round(usual * factor) }));
  const history = Math.round(asked.history);
  const total = attachments.reduce((sum, { tokens }) => sum + tokens, question + history);
  return { question, attachments, history, total };
}
