import { byService, inFile, type Row } from './row.ts';

const limits = inFile('unit/client/timeLimits.test.ts');
const decoder = inFile('unit/client/replyDecoder.test.ts');
const cuts = inFile('unit/client/replyCuts.test.ts');
const formats = inFile('unit/client/replyFormats.test.ts');
const characters = inFile('unit/client/wholeCharacters.test.ts');
const bounds = inFile('unit/client/replyLimits.test.ts');
const cost = inFile('unit/client/linearCost.test.ts');
const flood = inFile('panel/flood.test.ts');
const failures = inFile('e2e/failures.test.ts');

const SAME_IN_ANY_PIECES = '…: cut into any pieces it gives the same events';
const WHOLE_TEXT = '…: the whole text, who answered, what it cost and how it ended';

/** Once a reply has begun. */
export const ROWS_OF_STREAMS: readonly Row[] = [
  {
    id: 'F48',
    fault: 'The head, and then silence',
    proof: [
      byService('F48'),
      limits('a stream that falls silent keeps its text and is told as stalled, with the limit'),
      inFile('vscode/timeLimits.test.ts')('are those of the settings'),
    ],
  },
  {
    id: 'F49',
    fault: 'A pause in the middle',
    proof: [
      byService('F49'),
      limits('a stream that pauses for less than the limit goes on, wherever the clock is set meanwhile'),
      inFile('panel/waits.test.ts')('a pause in the text is told until the next text'),
    ],
  },
  {
    id: 'F50',
    fault: 'A reset in the middle',
    proof: [
      byService('F50'),
      cuts('…: … after any byte they say what had come whole, and are complete only if it was'),
      failures('keeps what came where the connection broke off, and never calls it finished'),
    ],
    gap: 'Of a reset a browser may drop what it had not handed over yet.',
  },
  {
    id: 'F51',
    fault: 'An end without an end marker',
    proof: [byService('F51'), formats('the end of a body without an end of the reply is a lost connection')],
  },
  {
    id: 'F52',
    fault: 'The last event is cut',
    proof: [
      byService('F52'),
      decoder('…: a body that ends after any byte gives a beginning of the text and never seems whole'),
    ],
  },
  {
    id: 'F53',
    fault: 'Bytes that are not UTF-8',
    proof: [byService('F53'), decoder('bytes that are not UTF-8 become U+FFFD and the reply goes on')],
  },
  {
    id: 'F54',
    fault: 'Characters cut between pieces',
    proof: [
      byService('F54'),
      decoder('…: read byte by byte it gives the same events'),
      cuts('…: cut in two at any byte they say the same'),
    ],
  },
  {
    id: 'F55',
    fault: 'Halves of a character in two events',
    proof: [
      byService('F55'),
      characters('a character whose halves come in two deltas comes whole, in one piece'),
      characters('however text is divided, no piece has half a character and nothing else is changed'),
    ],
  },
  {
    id: 'F56',
    fault: 'A byte order mark',
    proof: [byService('F56'), decoder(WHOLE_TEXT)],
  },
  {
    id: 'F57',
    fault: 'Any ends of lines',
    proof: [byService('F57'), decoder(SAME_IN_ANY_PIECES)],
  },
  {
    id: 'F58',
    fault: 'Data of several lines, or of none, or without a space',
    proof: [
      byService('F58'),
      formats('lines of data are put together with a line end between them'),
      decoder(SAME_IN_ANY_PIECES),
    ],
  },
  {
    id: 'F59',
    fault: 'Comments, keep-alives, unknown fields and events',
    proof: [
      byService('F59'),
      inFile('unit/client/watchdog.test.ts')(
        'a sign of life begins the limit anew, and the silence after it is never cut short',
      ),
    ],
  },
  {
    id: 'F60',
    fault: 'An error within a stream',
    proof: [
      byService('F60'),
      formats('an error inside a stream is the service’s, and the text before it stays'),
    ],
  },
  { id: 'F61', fault: 'Lines of JSON, or plain JSON', proof: [byService('F61'), decoder(WHOLE_TEXT)] },
  {
    id: 'F62',
    fault: 'Two JSON objects in one line',
    proof: [
      byService('F62'),
      formats('something damaged in the middle ends the reply, and the text before it stays'),
    ],
  },
  {
    id: 'F63',
    fault: 'Events after the end',
    proof: [byService('F63'), formats('nothing after the end marker counts')],
  },
  {
    id: 'F64',
    fault: 'Unknown parts and stop reasons, null text, no usage',
    proof: [
      byService('F64'),
      formats('a stop reason that nobody documented is a normal end'),
      inFile('unit/client/leftOut.test.ts')(
        'each type of a part that is no text is named once, and the text is told as ever',
      ),
      inFile('panel/leftOut.test.ts')(
        'what was left out of a reply is said once under it, and by a screen reader with its end',
      ),
    ],
  },
  {
    id: 'F65',
    fault: 'Repeated events',
    proof: [
      byService('F65'),
      formats('the same event twice is the same text twice: the service said it twice'),
    ],
  },
  {
    id: 'F66',
    fault: 'Two choices or blocks interleaved',
    proof: [
      byService('F66'),
      formats('of several choices the first one seen is the reply, and letters never mix'),
    ],
  },
  {
    id: 'F67',
    fault: 'A body without end',
    proof: [
      byService('F67'),
      bounds('text without end is given up at the bound, and no more than that is kept'),
      inFile('unit/client/serviceFaults.test.ts')(
        'a service that sends nothing but keep-alives keeps nobody from stopping',
        'F67.keepAlives',
      ),
    ],
    gap: 'Keep-alives alone are no silence and fill nothing, so only the user ends them. How much memory a process takes is not measured; what the decoder keeps is.',
  },
  {
    id: 'F68',
    fault: 'One event of 10 MiB',
    proof: [byService('F68'), cost('a line of 10 MiB is read whole from pieces of a network’s size')],
  },
  {
    id: 'F69',
    fault: 'Ten thousand tiny events',
    proof: [
      byService('F69'),
      cost('a hundred thousand tiny events are all read'),
      flood('ten thousand pieces of text are drawn at most once a frame, and typing gets through'),
    ],
  },
  {
    id: 'F70',
    fault: 'Markdown that is hard to draw',
    proof: [
      byService('F70'),
      flood('the panel goes on answering after a reply that is hard to draw: …'),
      flood('a reply that takes too long to draw goes on as plain text, whole and with a note'),
    ],
  },
  {
    id: 'F71',
    fault: 'Characters that hide, turn or control text',
    proof: [
      byService('F71'),
      inFile('panel/hidden.test.ts')('a hidden character is shown in …'),
      inFile('vscode/hiddenText.test.ts')('says how many there are and where, and does as it is told'),
    ],
  },
];
