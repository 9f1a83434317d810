/** A response body and the reply expected from it. */
export interface ReplyBody {
  name: string;
  body: string;
  text: string;
  end: 'finished' | 'cutAtLimit';
  /** The reply is complete when the body up to and including this text has arrived. */
  completeAfter: string;
}

/** Text that is difficult to decode: line ends, quotes, multi-byte characters, an emoji of several code points. */
const PIECES = ['Grüße, ', '“世界” ', '👩‍💻 \r\n', 'data: [DONE]\n', '\\u00e4 ', '\u2028{"a":1}'];
const TEXT = PIECES.join('');

const messageEvents = [
  { type: 'message_start', message: { id: 'msg_1', model: 'assistant-haiku', usage: { input_tokens: 7 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  ...PIECES.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];

const metadata = { id: 'msg_1', model: 'assistant-haiku' };
const choiceChunks = [
  { ...metadata, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
  ...PIECES.map((content) => ({
    ...metadata,
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  })),
  { ...metadata, choices: [{ index: 0, delta: {}, finish_reason: 'length' }] },
  { ...metadata, choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } },
];

const plainReply = {
  ...metadata,
  type: 'message',
  role: 'assistant',
  content: PIECES.map((text) => ({ type: 'text', text })),
  stop_reason: 'max_tokens',
  usage: { input_tokens: 7, output_tokens: 9 },
};

const plainChoices = {
  ...metadata,
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 7, completion_tokens: 9 },
};

/** The reply in pieces of the same shape. */
function piecesOf(texts: readonly string[]) {
  const message = { ...metadata, type: 'message', role: 'assistant', stop_reason: null };
  return [
    { ...message, content: [], usage: { input_tokens: 7 } },
    ...texts.map((text) => ({ ...message, content: [{ type: 'text', text }] })),
    { ...message, content: [], stop_reason: 'end_turn', usage: { output_tokens: 9 } },
  ];
}

function events(values: readonly { type: string }[], lineEnd: string): string {
  const lines = values.flatMap((value) => [`event: ${value.type}`, `data: ${JSON.stringify(value)}`, '']);
  return lines.map((line) => line + lineEnd).join('');
}

/** Pretty-printed data in several `data:` lines, without a space after the colon, with comments and other fields. */
function variedEvents(values: readonly object[]): string {
  const lines = values.flatMap((value) => [
    ': still here',
    'id: 7',
    'retry:1000',
    'x-unknown: y',
    ...JSON.stringify(value, null, 1)
      .split('\n')
      .map((line) => `data:${line}`),
    '',
  ]);
  return `\ufeff${lines.map((line) => `${line}\n`).join('')}`;
}

const chunks = choiceChunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
const jsonLines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const stopReason = '"stop_reason":"end_turn"},"usage":{"output_tokens":9}}';
const pieceStopReason = '"stop_reason":"end_turn","content":[],"usage":{"output_tokens":9}}';
const finishReason = '"finish_reason":"length"}]}';
const finished = { text: TEXT, end: 'finished' } as const;
const cut = { text: TEXT, end: 'cutAtLimit' } as const;

/** One body for each format, line end and variation that the client supports. */
export const REPLY_BODIES: readonly ReplyBody[] = [
  { name: 'message events, LF', body: events(messageEvents, '\n'), completeAfter: stopReason, ...finished },
  {
    name: 'message events, CRLF',
    body: events(messageEvents, '\r\n'),
    completeAfter: stopReason,
    ...finished,
  },
  { name: 'message events, CR', body: events(messageEvents, '\r'), completeAfter: stopReason, ...finished },
  {
    name: 'message events, byte order mark, comments, many data lines',
    body: variedEvents(messageEvents),
    completeAfter: '"output_tokens": 9\ndata: }\ndata:}',
    ...finished,
  },
  {
    name: 'message events, CRLF, comments, many data lines',
    body: variedEvents(messageEvents).replaceAll('\n', '\r\n'),
    completeAfter: '"output_tokens": 9\r\ndata: }\r\ndata:}',
    ...finished,
  },
  {
    name: 'choice chunks with [DONE]',
    body: `${chunks}data: [DONE]\n\n`,
    completeAfter: finishReason,
    ...cut,
  },
  { name: 'choice chunks without [DONE]', body: chunks, completeAfter: finishReason, ...cut },
  { name: 'lines of message events', body: jsonLines(messageEvents), completeAfter: stopReason, ...finished },
  {
    name: 'lines of message events, CRLF',
    body: jsonLines(messageEvents).replaceAll('\n', '\r\n'),
    completeAfter: stopReason,
    ...finished,
  },
  { name: 'lines of choice chunks', body: jsonLines(choiceChunks), completeAfter: finishReason, ...cut },
  {
    name: 'lines of message events after values without members',
    body: `null\n\n0\ntrue\n${jsonLines(messageEvents)}`,
    completeAfter: stopReason,
    ...finished,
  },
  {
    name: 'events with pieces of a reply',
    body: events(piecesOf(PIECES), '\n'),
    completeAfter: pieceStopReason,
    ...finished,
  },
  {
    name: 'lines with all of the reply so far',
    body: jsonLines(piecesOf(PIECES.map((_, index) => PIECES.slice(0, index + 1).join('')))),
    completeAfter: pieceStopReason,
    ...finished,
  },
  {
    name: 'a plain reply on a line',
    body: `${JSON.stringify(plainReply)}\n`,
    completeAfter: '9}}',
    ...cut,
  },
  { name: 'a plain reply', body: JSON.stringify(plainReply), completeAfter: '9}}', ...cut },
  {
    name: 'a pretty-printed plain reply',
    body: `\n  ${JSON.stringify(plainReply, null, 2)}\r\n`,
    completeAfter: '"output_tokens": 9\n  }\n}',
    ...cut,
  },
  {
    name: 'a plain reply of choices',
    body: JSON.stringify(plainChoices),
    completeAfter: '9}}',
    ...finished,
  },
  {
    name: 'a plain reply in a server-sent event',
    body: `data: ${JSON.stringify(plainReply)}\n\n`,
    completeAfter: '9}}',
    ...cut,
  },
];
