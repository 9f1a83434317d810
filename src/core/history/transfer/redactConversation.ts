import type { Attachment } from '../../attachments/attachment.ts';
import type { AssistantTurn, Turn, UserTurn } from '../../conversation/conversation.ts';
import type { Redact } from '../../secrets/redactTexts.ts';

/** What is done with a value: all of its texts are redacted, it is kept as it is, or each of its properties has a rule. */
type Rule<Value> =
  | 'keep'
  | (Value extends string
      ? 'redact'
      : Value extends readonly (infer Item)[]
        ? Rule<Item>
        : Value extends object
          ? { readonly [Name in keyof Value]-?: Rule<Exclude<Value[Name], undefined>> }
          : never);

type AnyRule = 'keep' | 'redact' | { readonly [name: string]: AnyRule };

/*
 * A property that is added to a turn needs a rule here, or this file doesn't compile. What is read again by its value is
 * kept: ids, kinds, numbers. A key that is a word or a number may occur there by chance.
 */

const ATTACHMENT: Rule<Attachment> = {
  id: 'keep',
  kind: 'keep',
  path: 'redact',
  languageId: 'keep',
  startLine: 'keep',
  endLine: 'keep',
  symbol: 'redact',
  text: 'redact',
  redacted: 'keep',
  leftOutLines: 'keep',
  anchor: 'keep',
};

const QUESTION: Rule<UserTurn> = {
  kind: 'keep',
  id: 'keep',
  text: 'redact',
  attachments: ATTACHMENT,
  isLeftOut: 'keep',
  editedFrom: 'keep',
  at: 'keep',
};

const REPLY: Rule<AssistantTurn> = {
  kind: 'keep',
  id: 'keep',
  alternativeTo: 'keep',
  // Users can enter any name.
  model: 'redact',
  text: 'redact',
  status: 'keep',
  usage: 'keep',
  earlierUsage: 'keep',
  leftOut: 'redact',
  wait: 'keep',
  isInOtherWindow: 'keep',
  failure: {
    kind: 'keep',
    status: 'keep',
    host: 'redact',
    detail: 'redact',
    retryAfterSeconds: 'keep',
    limitSeconds: 'keep',
    proxy: 'redact',
    exchange: {
      method: 'keep',
      path: 'redact',
      attempt: 'keep',
      status: 'keep',
      requestId: 'redact',
      sentBytes: 'keep',
      receivedBytes: 'keep',
      startedAt: 'keep',
      headMs: 'keep',
      totalMs: 'keep',
    },
  },
  stopReason: 'redact',
  maxTokens: 'keep',
  requests: {
    settings: { model: 'redact', max_tokens: 'keep', temperature: 'keep', stream: 'keep' },
    folded: 'keep',
    leftOut: 'keep',
    continuedAt: 'keep',
    baselineTokens: 'keep',
    crc32: 'keep',
    bytes: 'keep',
  },
  startedAt: 'keep',
  endedAt: 'keep',
};

/** Redacts the texts of a turn, so that the result can still be read as a turn with the same id. */
export function redactTurn(turn: Turn, redact: Redact): Turn {
  return turn.kind === 'user' ? redactWith(QUESTION, turn, redact) : redactWith(REPLY, turn, redact);
}

function redactWith<Value extends object>(rule: Rule<Value>, value: Value, redact: Redact): Value;
function redactWith(rule: AnyRule, value: object, redact: Redact): unknown {
  return apply(value, rule, redact);
}

function apply(value: unknown, rule: AnyRule, redact: Redact): unknown {
  if (rule === 'keep') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => apply(item, rule, redact));
  }
  if (typeof value === 'string') {
    return redact(value);
  }
  return typeof value === 'object' && value !== null && rule !== 'redact'
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, apply(item, rule[name] ?? 'keep', redact)]),
      )
    : value;
}
