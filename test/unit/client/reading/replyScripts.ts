import type { ReplyEnd, StreamValue } from './replyPieces.ts';

/** What a service may say in one reply, before it is put into a format. */
export type Step =
  | { type: 'text'; text: string }
  /** The halves of one character in two deltas, with something between them that says nothing, or without. */
  | { type: 'halves'; character: string; apart: boolean }
  /** The same delta twice, with the same id: the service said it twice. */
  | { type: 'twice'; text: string }
  | { type: 'nullText' }
  | { type: 'ping' }
  | { type: 'unknownEvent' }
  /** Something that is no text: a block of an unknown type, or another choice. */
  | { type: 'other'; text: string };

export interface Ending {
  stopReason?: 'end_turn' | 'max_tokens' | 'pause_turn';
  marker: boolean;
  usage: boolean;
  /** More of it after the marker: text that nobody may see, and an error. */
  late: boolean;
}

export interface Script {
  steps: readonly Step[];
  ending: Ending;
}

/** Both families of streams say each step by these. */
interface Family {
  start: readonly StreamValue[];
  delta(text: string | null): StreamValue;
  ping: StreamValue;
  other(text: string): readonly StreamValue[];
  stop(reason: NonNullable<Ending['stopReason']>, end: ReplyEnd): StreamValue;
  usage: StreamValue;
  marker: StreamValue['value'];
}

const nothing = (value: object): StreamValue => ({ value, text: '' });

const messages: Family = {
  start: [
    nothing({
      type: 'message_start',
      message: { id: 'msg_1', model: 'assistant-haiku', usage: { input_tokens: 7 } },
    }),
    nothing({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  delta: (text) => ({
    value: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    text: text ?? '',
  }),
  ping: nothing({ type: 'ping' }),
  other: (text) => [
    nothing({ type: 'content_block_start', index: 1, content_block: { type: 'image', text } }),
    nothing({ type: 'content_block_delta', index: 1, delta: { text } }),
    nothing({ type: 'content_block_delta', index: 0, delta: { type: 'citation_delta', text } }),
    nothing({ type: 'content_block_stop', index: 1 }),
  ],
  stop: (stop_reason, end) => ({ ...nothing({ type: 'message_delta', delta: { stop_reason } }), end }),
  usage: nothing({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } }),
  marker: { type: 'message_stop' },
};

const about = { id: 'msg_1', model: 'assistant-haiku' };
const choice = (index: number, content: string | null, finish_reason: string | null = null) => ({
  ...about,
  choices: [{ index, delta: { content }, finish_reason }],
});

const choices: Family = {
  start: [nothing(choice(0, ''))],
  delta: (text) => ({ value: choice(0, text), text: text ?? '' }),
  ping: nothing({ ...about, choices: [] }),
  other: (text) => [nothing(choice(1, text)), nothing(choice(1, text, 'stop'))],
  stop: (reason, end) => ({
    ...nothing(choice(0, null, reason === 'max_tokens' ? 'length' : reason)),
    end,
  }),
  usage: nothing({ ...about, choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } }),
  marker: 'done',
};

export const FAMILIES = { messages, choices };

/** A reply as the values of a stream. */
export function streamOf({ start, delta, ping, other, stop, usage, marker }: Family, script: Script): StreamValue[] {
  const { stopReason, ...ending } = script.ending;
  const end = stopReason === 'max_tokens' ? 'cutAtLimit' : 'finished';
  return [
    ...start,
    ...script.steps.flatMap(sayStep),
    // Text that is there in any case: a reply without any is no finished one.
    delta('.'),
    ...(stopReason ? [stop(stopReason, end)] : []),
    ...(ending.usage ? [usage] : []),
    ...(ending.marker ? [{ value: marker, text: '', end } as const] : []),
    ...(ending.marker && ending.late ? [{ ...delta('LATE'), text: '' }, nothing({ error: 'late' })] : []),
  ];

  function sayStep(step: Step): readonly StreamValue[] {
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
        return [nothing({ type: 'something_new', delta: { text: 'hidden' } })];
      case 'other':
        return other(step.text);
    }
  }
}

/** The same reply in one piece, as the service interface documents it. */
export function plainReplyOf({ steps, ending: { stopReason, usage } }: Script): StreamValue {
  const texts = [...steps.flatMap(textsOf), '.'];
  return {
    value: {
      ...about,
      content: [
        { type: 'image', text: 'hidden' },
        ...texts.map((text) => ({ type: 'text', text })),
        { type: 'text', text: null },
      ],
      stop_reason: stopReason,
      ...(usage && { usage: { input_tokens: 7, output_tokens: 9 } }),
    },
    text: texts.join(''),
    end: stopReason === 'max_tokens' ? 'cutAtLimit' : 'finished',
  };
}

/** And in the shape of choices. */
export function plainChoicesOf({ steps, ending: { stopReason, usage } }: Script): StreamValue {
  const text = `${steps.flatMap(textsOf).join('')}.`;
  return {
    value: {
      ...about,
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
    end: stopReason === 'max_tokens' ? 'cutAtLimit' : 'finished',
  };
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
