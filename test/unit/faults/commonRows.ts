import { inFile, type Row } from './row.ts';

const abort = inFile('unit/client/abort.test.ts');
const failures = inFile('e2e/failures.test.ts');
const problems = inFile('vscode/problems.test.ts');
const session = inFile('unit/core/chatSession.test.ts');

/** What holds in every row. */
export const COMMON_ROWS: readonly Row[] = [
  {
    id: 'kept',
    fault:
      'Question and earlier turns are on disk before the request leaves, and what is shown within a second',
    proof: [],
    gap: 'There is no history on disk yet: conversations live as long as their window.',
  },
  {
    id: 'text',
    fault: 'An error never replaces text',
    proof: [
      failures('keeps what came where the connection broke off, and never calls it finished'),
      session('survives a reply that throws, as a failed turn'),
    ],
  },
  {
    id: 'stop',
    fault: 'Stop works in every phase, and the server sees the connection close',
    proof: [
      abort('a stop … ends the reply as stopped, and the service sees the connection close'),
      inFile('unit/client/stopWhileHeld.test.ts')('a stop … ends it at once, and nothing more is sent'),
      inFile('e2e/mainJob.test.ts')('Stop keeps what came, and the service sees the connection close'),
    ],
    gap: 'That it takes less than 200 ms is measured nowhere: a test on a busy machine can’t assert times.',
  },
  {
    id: 'repeat',
    fault: 'Nothing is repeated by itself after the first text',
    proof: [inFile('unit/client/repeat.test.ts')('once a body has begun, nothing is repeated')],
  },
  {
    id: 'words',
    fault: 'One place shows the state, in words that a person can act on',
    proof: [
      problems('is exactly one sentence, whatever the failure brings along'),
      problems('offers one way out, then Retry, then Copy Details, each once'),
      failures('says what … means and offers …'),
    ],
  },
];
