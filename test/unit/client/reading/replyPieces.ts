/** Generated replies that know which text is complete at which byte, independently of the decoder. */

export type ReplyEnd = 'finished' | 'cutAtLimit';

/** One value of a stream, and the text that it adds. */
export interface StreamValue {
  value: object | 'done';
  text: string;
  /** Set if the value completes the reply. */
  end?: ReplyEnd;
  /** Set if the end of the body completes the reply, when the value is all of a body without events. */
  endOfBody?: ReplyEnd;
}

/** A `StreamValue` as sent. */
export interface Piece {
  /** The piece counts when all of this has arrived. */
  wire: string;
  /** What follows, such as line ends. May be missing. */
  tail: string;
  text: string;
  end?: ReplyEnd;
  endOfBody?: ReplyEnd;
}

/** Variations of a server-sent event. */
export interface EventStyle {
  lineEnd: '\n' | '\r' | '\r\n';
  /** After the colon. */
  space: '' | ' ';
  dataLines: 'one' | 'many';
  /** Whether the type is in the data, in the event name, or in both. */
  type: 'inData' | 'inName' | 'inBoth';
  /** Lines before the event that have no effect. */
  noise: readonly string[];
}

/** Lines that have no effect: comments, keep-alives, other fields, events without data. */
export const EVENT_NOISE: readonly string[] = [
  ': still here',
  ':',
  'id: 7',
  'retry:1000',
  'x-unknown: y',
  'data',
  '',
];

const encoder = new TextEncoder();

export function bodyOf(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  return encoder.encode(pieces.map(({ wire, tail }) => wire + tail).join(''));
}

/** The reply expected from a body that ends, or is cut off, after `length` bytes. */
export function expectedReply(
  pieces: readonly Piece[],
  length: number,
  ending: 'end' | 'cutOff' = 'end',
): { text: string; end: ReplyEnd | 'failed' } {
  let text = '';
  let end: ReplyEnd | 'failed' | undefined;
  let from = 0;
  for (const piece of pieces) {
    const completeAt = from + encoder.encode(piece.wire).length;
    if (completeAt > length) {
      break;
    }
    text += piece.text;
    // Text after the end makes the reply damaged.
    end = end && piece.text !== '' ? 'failed' : (end ?? piece.end);
    if (ending === 'end') {
      end ??= piece.endOfBody;
    }
    from = completeAt + encoder.encode(piece.tail).length;
  }
  return { text, end: end ?? 'failed' };
}

/** @param styleOf called for each event */
export function toEvents(
  values: readonly StreamValue[],
  styleOf: (index: number) => EventStyle,
  first: '' | '\ufeff' = '',
): Piece[] {
  return values.map(({ value, endOfBody: _, ...expected }, index) => {
    const { lineEnd, space, dataLines, type, noise } = styleOf(index);
    const name = value !== 'done' && type !== 'inData' && 'type' in value ? value.type : undefined;
    const data =
      value === 'done'
        ? '[DONE]'
        : JSON.stringify(withoutType(value), undefined, dataLines === 'many' ? 1 : 0);
    const lines = [
      ...noise,
      ...(name === undefined ? [] : [`event:${space}${String(name)}`]),
      ...data.split('\n').map((line) => `data:${space}${line}`),
    ];
    return { wire: (index === 0 ? first : '') + lines.join(lineEnd), tail: lineEnd + lineEnd, ...expected };

    function withoutType(whole: object): object {
      return type === 'inName' && name !== undefined ? { ...whole, type: undefined } : whole;
    }
  });
}

/** @param lineEndOf called for each line; may add blank lines as keep-alives */
export function toLines(values: readonly StreamValue[], lineEndOf: (index: number) => string): Piece[] {
  return values.map(({ value, ...expected }, index) => ({
    wire: value === 'done' ? '[DONE]' : JSON.stringify(value),
    tail: lineEndOf(index),
    ...expected,
  }));
}

/** A body of one JSON document, pretty-printed if `indent` is not 0. */
export function toDocument({ value, ...expected }: StreamValue, indent: number, lineEnd: string): Piece[] {
  const json = JSON.stringify(value, undefined, indent).replaceAll('\n', lineEnd);
  return [{ wire: `\ufeff ${lineEnd}${json}`, tail: lineEnd, ...expected }];
}
