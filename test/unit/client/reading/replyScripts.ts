import type { ReplyEnd, StreamValue } from './replyPieces.ts';

/** One step of a reply, independent of the format. */
export type Step =
  | { type: 'text'; text: string }
  /** The two surrogates of a character in two deltas, directly in sequence or with values without text in between. */
  | { type: 'halves'; character: string; apart: boolean }
  /** The same delta twice, with the same id. */
  | { type: 'twice'; text: string }
  | { type: 'nullText' }
  | { type: 'ping' }
  | { type: 'unknownEvent' }
  /** Not text: a block of an unknown type, or another choice. */
  | { type: 'other'; text: string };

export interface Ending {
  stopReason?: 'end_turn' | 'max_tokens' | 'pause_turn';
  marker: boolean;
  usage: boolean;
  /** Adds text and an error after the stop reason and the marker, if there are any. */
  late: boolean;
}

export interface Script {
  steps: readonly Step[];
  ending: Ending;
}

/** The values of a stream format for each step. */
interface Family {
  start: readonly StreamValue[];
  /** Texts that show what kind of pieces follow. */
  firstTexts: readonly string[];
  delta(text: string | null): StreamValue;
  /** Whether each delta has all text so far. */
  isGrowing: boolean;
  ping: StreamValue;
  other(text: string): readonly StreamValue[];
  stop(reason: NonNullable<Ending['stopReason']>, end: ReplyEnd): StreamValue;
  usage: StreamValue;
  marker: StreamValue['value'];
}

const endOf = (reason: Ending['stopReason']): ReplyEnd =>
  reason === undefined || reason === 'end_turn' ? 'finished' : 'cutAtLimit';

const withoutText = (value: object): StreamValue => ({ value, text: '' });

const messages: Family = {
  start: [
    withoutText({
      type: 'message_start',
      message: { id: 'msg_1', model: 'assistant-haiku', usage: { input_tokens: 7 } },
    }),
    withoutText({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  firstTexts: [],
  isGrowing: false,
  delta: (text) => ({
    value: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    text: text ?? '',
  }),
  ping: withoutText({ type: 'ping' }),
  other: (text) => [
    withoutText({ type: 'content_block_start', index: 1, content_block: { type: 'image', text } }),
    withoutText({ type: 'content_block_delta', index: 1, delta: { text } }),
    withoutText({ type: 'content_block_delta', index: 0, delta: { type: 'citation_delta', text } }),
    withoutText({ type: 'content_block_stop', index: 1 }),
  ],
  stop: (stop_reason, end) => ({ ...withoutText({ type: 'message_delta', delta: { stop_reason } }), end }),
  usage: withoutText({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } }),
  marker: { type: 'message_stop' },
};

const metadata = { id: 'msg_1', model: 'assistant-haiku' };
const choice = (index: number, content: string | null, finish_reason: string | null = null) => ({
  ...metadata,
  choices: [{ index, delta: { content }, finish_reason }],
});

const choices: Family = {
  start: [withoutText(choice(0, ''))],
  firstTexts: [],
  isGrowing: false,
  delta: (text) => ({ value: choice(0, text), text: text ?? '' }),
  ping: withoutText({ ...metadata, choices: [] }),
  other: (text) => [withoutText(choice(1, text)), withoutText(choice(1, text, 'stop'))],
  stop: (reason, end) => ({
    ...withoutText(choice(0, null, reason === 'max_tokens' ? 'length' : reason)),
    end,
  }),
  usage: withoutText({ ...metadata, choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } }),
  marker: 'done',
};

const message = { ...metadata, type: 'message', role: 'assistant', stop_reason: null };

/** Pieces with the shape of the documented reply. */
const replies: Family = {
  start: [withoutText({ ...message, content: [], usage: { input_tokens: 7 } })],
  firstTexts: ['One ', 'two '],
  isGrowing: false,
  delta: (text) => ({ value: { ...message, content: [{ type: 'text', text }] }, text: text ?? '' }),
  ping: withoutText({ type: 'ping' }),
  other: (text) => [withoutText({ ...message, content: [{ type: 'image', text }] })],
  stop: (stop_reason, end) => ({ ...withoutText({ ...message, content: [], stop_reason }), end }),
  usage: withoutText({ type: 'message', usage: { output_tokens: 9 } }),
  marker: 'done',
};

const wholeChoice = (index: number, content: string | null, finish_reason: string | null = null) => ({
  ...metadata,
  choices: [{ index, message: { role: 'assistant', content }, finish_reason }],
});

/** Pieces with the shape of a plain reply of the `choices` family. */
const wholeChoices: Family = {
  ...choices,
  start: [withoutText(wholeChoice(0, ''))],
  firstTexts: ['One ', 'two '],
  delta: (text) => ({ value: wholeChoice(0, text), text: text ?? '' }),
  other: (text) => [withoutText(wholeChoice(1, text)), withoutText(wholeChoice(1, text, 'stop'))],
  stop: (reason, end) => ({
    ...withoutText(wholeChoice(0, null, reason === 'max_tokens' ? 'length' : reason)),
    end,
  }),
};

const growing = { firstTexts: [], isGrowing: true };

export const FAMILIES = {
  messages,
  choices,
  replies,
  growingReplies: { ...replies, ...growing },
  wholeChoices,
  growingChoices: { ...wholeChoices, ...growing },
} satisfies Record<string, Family>;

export function streamOf(
  { start, firstTexts, isGrowing, ping, other, stop, usage, marker, ...family }: Family,
  script: Script,
): StreamValue[] {
  const { stopReason, ...ending } = script.ending;
  const end = endOf(stopReason);
  let allText = '';
  return [
    ...start,
    ...firstTexts.map(delta),
    ...script.steps.flatMap(valuesOfStep),
    // Always some text, since a reply without text is a failure.
    delta('.'),
    ...(stopReason ? [stop(stopReason, end)] : []),
    ...(ending.usage ? [usage] : []),
    ...(ending.marker ? [{ value: marker, text: '', end } as const] : []),
    ...(ending.late && (stopReason || ending.marker) ? [delta('LATE'), withoutText({ error: 'late' })] : []),
  ];

  function delta(text: string | null): StreamValue {
    if (!isGrowing || text === null) {
      return family.delta(text);
    }
    allText += text;
    return { ...family.delta(allText), text };
  }

  function valuesOfStep(step: Step): readonly StreamValue[] {
    switch (step.type) {
      case 'text':
        return [delta(step.text)];
      case 'twice':
        return [delta(step.text), delta(step.text)];
      case 'halves':
        return [
          { ...delta(step.character.charAt(0)), text: '' },
          ...(step.apart ? [ping, ...other('x')] : []),
          { ...delta(step.character.charAt(1)), text: step.character },
        ];
      case 'nullText':
        return [delta(null)];
      case 'ping':
        return [ping];
      case 'unknownEvent':
        return [withoutText({ type: 'something_new', delta: { text: 'hidden' } })];
      case 'other':
        return other(step.text);
    }
  }
}

/** The same reply as documented in the service interface. */
export function plainReplyOf({ steps, ending: { stopReason, usage } }: Script): StreamValue {
  const texts = [...steps.flatMap(textsOf), '.'];
  return {
    value: {
      ...metadata,
      content: [
        { type: 'image', text: 'hidden' },
        ...texts.map((text) => ({ type: 'text', text })),
        { type: 'text', text: null },
      ],
      stop_reason: stopReason,
      ...(usage && { usage: { input_tokens: 7, output_tokens: 9 } }),
    },
    text: texts.join(''),
    ...endOfWhole(stopReason),
  };
}

/** The same reply as plain choices. */
export function plainChoicesOf({ steps, ending: { stopReason, usage } }: Script): StreamValue {
  const text = `${steps.flatMap(textsOf).join('')}.`;
  return {
    value: {
      ...metadata,
      choices: [
        {
          index: 0,
          message: { content: text },
          finish_reason: stopReason === 'max_tokens' ? 'length' : stopReason,
        },
        { index: 1, message: { content: 'hidden' } },
      ],
      ...(usage && { usage: { prompt_tokens: 7, completion_tokens: 9 } }),
    },
    text,
    ...endOfWhole(stopReason),
  };
}

function endOfWhole(stopReason: Ending['stopReason']): Pick<StreamValue, 'end' | 'endOfBody'> {
  return stopReason ? { end: endOf(stopReason) } : { endOfBody: 'finished' };
}

function textsOf(step: Step): string[] {
  switch (step.type) {
    case 'text':
      return [step.text];
    case 'twice':
      return [step.text, step.text];
    case 'halves':
      return [step.character.charAt(0), step.character.charAt(1)];
    default:
      return [];
  }
}
