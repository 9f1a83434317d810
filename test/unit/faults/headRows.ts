import { byService, inFile, type Row } from './row.ts';

const bodies = inFile('unit/client/replyBodiesOverHttp.test.ts');
const repeat = inFile('unit/client/repeat.test.ts');
const limits = inFile('unit/client/timeLimits.test.ts');
const http = inFile('unit/client/httpFailure.test.ts');
const negotiation = inFile('unit/client/negotiation.test.ts');
const errorBodies = inFile('unit/client/errorBodies.test.ts');
const failures = inFile('e2e/failures.test.ts');
const problems = inFile('vscode/problems.test.ts');
const watchdog = inFile('unit/client/watchdog.test.ts');
const panelWaits = inFile('panel/waits.test.ts');
const waits = inFile('vscode/waits.test.ts');
const keys = inFile('e2e/keys.test.ts');
const pacing = inFile('unit/client/windowPacer.test.ts');

const SAYS_STATUS = 'says what … means and offers …';

const HEAD_ROWS: readonly Row[] = [
  {
    id: 'F21',
    fault: 'The head takes long',
    proof: [
      byService('F21'),
      limits('a head that does not come in time ends the request, which is not repeated, and lets go of it'),
      inFile('unit/webview/runningLine.test.ts')('waiting is called long after a quarter of a minute'),
    ],
  },
  {
    id: 'F22',
    fault: 'The connection closes before the head',
    proof: [
      byService('F22'),
      repeat(
        'a connection that closes before the head is tried on a new one, by this client or by the browser itself',
      ),
    ],
    gap: 'A browser tells of no such thing, so nothing is repeated there by us; Chromium repeats once by itself.',
  },
  {
    id: 'F23',
    fault: 'A connection that was kept is closed when it is used again',
    proof: [byService('F23')],
  },
  { id: 'F24', fault: 'A huge or damaged head', proof: [byService('F24')] },
  {
    id: 'F25',
    fault: 'The content type is wrong',
    proof: [
      byService('F25'),
      bodies('a body of … is read whatever its type is said to be, or where none is said'),
      bodies('what is no reply is none, though its type says so'),
    ],
  },
  {
    id: 'F26',
    fault: 'Compression, also damaged or only said to be there',
    proof: [
      byService('F26'),
      bodies('…, compressed by …, are read like any other'),
      bodies('a plain body that is said to be compressed by … is …'),
      bodies('a body whose … ends too early gives what came, and is never complete'),
    ],
  },
  {
    id: 'F27',
    fault: 'A wrong Content-Length',
    proof: [
      byService('F27'),
      bodies('a whole reply is whole, though more bytes were promised'),
      bodies('a body that ends before the bytes that were promised is incomplete, with the text that came'),
    ],
  },
  {
    id: 'F28',
    fault: 'A status without a body',
    proof: [byService('F28'), bodies('an answer with status … is an empty reply')],
  },
  {
    id: 'F29',
    fault: 'Another status of success',
    proof: [byService('F29'), bodies('an answer with status … is what its body is')],
  },
  {
    id: 'F30',
    fault: 'HTTP/2 that breaks off; HTTP/1.0',
    proof: [
      byService('F30'),
      inFile('unit/network/tls.test.ts')(
        'that prefers HTTP/2 is spoken to in HTTP/1.1, which has no GOAWAY and no RST_STREAM',
      ),
    ],
    gap: 'Node.js, and so VS Code’s extension host, speaks no HTTP/2 unless told to. A browser does, and tells of an end within it as of a connection that broke off.',
  },
  {
    id: 'F31',
    fault: 'The Date of the answer is hours off',
    proof: [
      byService('F31'),
      watchdog('a clock that is set back lets no silence live longer'),
      watchdog('a clock that is set forth ends nothing that shows life'),
      inFile('panel/waits.test.ts')('the times are those that the host tells, whatever its clock shows'),
    ],
  },
];

const STATUS_ROWS: readonly Row[] = [
  {
    id: 'F32',
    fault: '401 at the first use',
    proof: [byService('F32'), failures(SAYS_STATUS, 'status: 401')],
  },
  {
    id: 'F33',
    fault: '401 in the middle of a session',
    proof: [
      byService('F33'),
      keys('a key that the service does not accept any more stays, and works again when it does'),
      inFile('vscode/apiKey.test.ts')('stays where it is when the service does not accept it (401)'),
    ],
  },
  { id: 'F34', fault: '403', proof: [byService('F34'), failures(SAYS_STATUS, 'status: 403')] },
  {
    id: 'F35',
    fault: '404 for the path',
    proof: [
      byService('F35'),
      failures(SAYS_STATUS, 'status: 404'),
      failures('about the address opens the setting of the address'),
    ],
  },
  {
    id: 'F36',
    fault: '404 for the model',
    proof: [
      byService('F36'),
      http('404 is the model’s only where a model was asked and the body says so'),
      failures('names a model that is gone, and goes to another that the person chooses'),
    ],
  },
  {
    id: 'F37',
    fault: '422 where a stream is asked for',
    proof: [
      byService('F37'),
      negotiation('a service that refuses streams is asked once more without, and from then on at once'),
    ],
  },
  {
    id: 'F38',
    fault: '422 for a role, a length or a field',
    proof: [
      byService('F38'),
      negotiation('a 422 for another reason ends in the words of the service'),
      negotiation(
        'a service that refuses the role gets one message that still streams, and the address is remembered',
      ),
      failures('with a refused parameter comes back into the composer by Edit Message'),
    ],
  },
  {
    id: 'F39',
    fault: '413, 414, 431: too large',
    proof: [byService('F39'), problems('lists what was sent with its sizes, when that was too much')],
  },
  {
    id: 'F40',
    fault: '429, with all that may stand in Retry-After',
    proof: [
      byService('F40'),
      http('Retry-After … is … seconds'),
      repeat('a Retry-After in … is waited out, and everybody is told to wait as long'),
      problems('says aloud when the service asks to wait longer than is waited without asking'),
      panelWaits('a request that is held back counts down where the waiting stood, once a second'),
      failures('is waited for with the time that is left in view, and then it replies'),
    ],
  },
  {
    id: 'F41',
    fault: '429 for every request',
    proof: [
      byService('F41'),
      repeat('a 429 that asks for too much holds everybody back for the longest wait'),
      pacing('a refusal by the service holds back whoever shares the store, also those who wait already'),
    ],
    gap: 'The ten minutes of a storm are not waited for.',
  },
  {
    id: 'F42',
    fault: '500, 502, 503 or 504, once',
    proof: [byService('F42'), failures('is repeated by itself where that may help, in sight of the person')],
  },
  { id: 'F43', fault: '500 for every second request', proof: [byService('F43')] },
  {
    id: 'F44',
    fault: '500 after the service did the work',
    proof: [
      byService('F44'),
      repeat('the user sees what went wrong and when it goes on, before the second request leaves'),
      problems('warns of a second bill where the service may have done the work'),
      waits('of a repeat is in the turn with its reason, and then the reply comes'),
    ],
    gap: 'Whether the service counts a request twice is not known: its interface does not say.',
  },
  {
    id: 'F45',
    fault: 'A hostile or damaged error body',
    proof: [
      byService('F45'),
      errorBodies('an error body of …, …, tells at most 300 characters, all of them visible'),
      errorBodies('an error body of any bytes gives a failure, and visible text'),
      inFile('panel/problems.test.ts')('hidden characters in what a server said are shown'),
    ],
  },
  {
    id: 'F46',
    fault: 'An error body that holds the key',
    proof: [
      byService('F46'),
      errorBodies('no 12 characters of a key come back …, …, whatever is around them'),
      failures('leaves no trace of the key in the panel, nor in any file of VS Code'),
    ],
  },
  {
    id: 'F47',
    fault: '200 with an error in its body',
    proof: [
      byService('F47'),
      inFile('unit/client/replyFormats.test.ts')(
        'an error in place of a reply is the service’s, though the status was a success',
      ),
    ],
  },
];

export const ROWS_OF_HEADS: readonly Row[] = [...HEAD_ROWS, ...STATUS_ROWS];
