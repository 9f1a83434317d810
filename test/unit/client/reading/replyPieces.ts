/** Replies whose fixtures know what they say and where in their bytes, so that the decoder is not its own judge. */

export type ReplyEnd = 'finished' | 'cutAtLimit';

/** One value of a stream, and what a person has read more when it has come. */
export interface StreamValue {
  value: object | 'done';
  text: string;
  /** With this the reply is complete, whatever comes after it. */
  end?: ReplyEnd;
}

/** The same on the wire. */
export interface Piece {
  /** Once these characters have come, the piece counts. */
  wire: string;
  /** What belongs to it besides, such as line ends: it may be missing. */
  tail: string;
  text: string;
  end?: ReplyEnd;
}

/** How a server may write one server-sent event. */
export interface EventStyle {
  lineEnd: '\n' | '\r' | '\r\n';
  /** After the colon. */
  space: '' | ' ';
  dataLines: 'one' | 'many';
  /** `inName`: the data leaves its type to the name of the event. */
  type: 'inData' | 'inName' | 'inBoth';
  /** Lines before it that say nothing. */
  noise: readonly string[];
}

/** What says nothing in a stream of events: comments, keep-alives, other fields, events without data. */
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

/** What is to be told of the first `length` bytes of a body that ends there. */
export function expectedReply(pieces: readonly Piece[], length: number): { text: string; end: ReplyEnd | 'failed' } {
  let text = '';
  let from = 0;
  for (const piece of pieces) {
    const counted = from + encoder.encode(piece.wire).length;
    if (counted > length) {
      break;
    }
    text += piece.text;
    if (piece.end) {
      return { text, end: piece.end };
    }
    from = counted + encoder.encode(piece.tail).length;
  }
  return { text, end: 'failed' };
}

/** As server-sent events; `styleOf` is asked for each. */
export function toEvents(
  said: readonly StreamValue[],
  styleOf: (index: number) => EventStyle,
  first: '' | '\ufeff' = '',
): Piece[] {
  return said.map(({ value, ...told }, index) => {
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
    return { wire: (index === 0 ? first : '') + lines.join(lineEnd), tail: lineEnd + lineEnd, ...told };

    function withoutType(whole: object): object {
      return type === 'inName' && name !== undefined ? { ...whole, type: undefined } : whole;
    }
  });
}

/** As JSON values on lines of their own; a blank line now and then keeps the connection alive. */
export function toLines(said: readonly StreamValue[], lineEndOf: (index: number) => string): Piece[] {
  return said.map(({ value, ...told }, index) => ({
    wire: value === 'done' ? '[DONE]' : JSON.stringify(value),
    tail: lineEndOf(index),
    ...told,
  }));
}

/** As the one value that a body is; printed over several lines where `indent` is not 0. */
export function toDocument({ value, ...told }: StreamValue, indent: number, lineEnd: string): Piece[] {
  const json = JSON.stringify(value, undefined, indent).replaceAll('\n', lineEnd);
  return [{ wire: `\ufeff ${lineEnd}${json}`, tail: lineEnd, ...told }];
}
