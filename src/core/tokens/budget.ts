import type { MeasuredText } from './measuredText.ts';
import type { ModelMeter } from './modelMeter.ts';

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
  question: MeasuredText;
  attachments: readonly { id: string; text: MeasuredText }[];
  /** The messages before. */
  history: readonly MeasuredText[];
}

export function tokenParts(meter: ModelMeter, { question, attachments, history }: AskedParts): TokenParts {
  const before = Math.round(meter.predict(history));
  const text = meter.tokensOf(question.measure);
  const isEmpty = text === 0 && attachments.length === 0;
  const around = isEmpty ? 0 : meter.tokensOfMessage + (history.length === 0 ? meter.tokensOfRequest : 0);
  const parts = {
    question: Math.round(text + around),
    attachments: attachments.map(({ id, text: { measure } }) => ({
      id,
      tokens: Math.round(meter.tokensOf(measure)),
    })),
    history: before,
  };
  const total = parts.attachments.reduce((sum, { tokens }) => sum + tokens, parts.question + before);
  return { ...parts, total };
}
