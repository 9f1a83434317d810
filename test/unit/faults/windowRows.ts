import { byService, inFile, type Row } from './row.ts';

const abort = inFile('unit/client/abort.test.ts');
const held = inFile('unit/client/stopWhileHeld.test.ts');
const session = inFile('unit/core/chatSession.test.ts');
const conversations = inFile('unit/core/conversations.test.ts');
const link = inFile('e2e/networkLink.test.ts');
const reading = inFile('e2e/reading.test.ts');
const changes = inFile('vscode/changes.test.ts');
const sleep = inFile('unit/network/sleep.test.ts');
const keysInWindows = inFile('e2e/keysInWindows.test.ts');
const keyStore = inFile('vscode/apiKeyStore.test.ts');

const recording = inFile('unit/core/recording.test.ts');
const windows = inFile('unit/core/severalWindows.test.ts');
const times = inFile('unit/core/recordingTimes.test.ts');
const history = inFile('e2e/history.test.ts');
const STOP_ENDS_IT = 'a stop … ends the reply as stopped, and the service sees the connection close';

const CANCEL_ROWS: readonly Row[] = [
  {
    id: 'F72',
    fault: 'Stop before the head',
    proof: [
      abort('a stop before the start sends nothing'),
      abort(STOP_ENDS_IT, 'before the head'),
      inFile('unit/network/reach.test.ts')('does not hold back a stop'),
    ],
  },
  {
    id: 'F73',
    fault: 'Stop between two pieces of text',
    proof: [
      abort(STOP_ENDS_IT, 'in the middle of an event'),
      session('aborts the request on stop and keeps what came'),
      inFile('e2e/mainJob.test.ts')('Stop keeps what came, and the service sees the connection close'),
    ],
  },
  {
    id: 'F74',
    fault: 'Stop while a repeat is waited for',
    proof: [
      held('a stop … ends it at once, and nothing more is sent'),
      inFile('e2e/failures.test.ts')('is asked nothing more once the person has stopped the wait'),
    ],
  },
  {
    id: 'F75',
    fault: 'Stop twice, or Stop and then Send at once',
    proof: [
      held('a question right after a stop runs alone, and nothing of the old reply gets into it'),
      session('ends a turn once: what comes after the end is dropped'),
      inFile('panel/composer.test.ts')('a double click on Send does not stop the reply that it started'),
    ],
  },
  {
    id: 'F76',
    fault: 'Text that comes after Stop',
    proof: [byService('F76'), abort('nothing is told after a stop, though more had come in the same piece')],
  },
  {
    id: 'F77',
    fault: 'The extension host ends in mid-stream',
    proof: [
      link('whose extension host is killed in mid-stream asks nothing again by itself'),
      history('an extension host that is killed in mid-stream leaves question, what had come and draft'),
      history('what was broken off is continued in its place'),
      windows(
        'has its reply broken off where the window died that ran it, with what had come, and it can be continued',
      ),
    ],
  },
  {
    id: 'F78',
    fault: 'The view is hidden, moved or closed in mid-stream',
    proof: [
      reading('goes on while it is hidden, and shows the whole reply when it is back'),
      reading('loses nothing when it is moved to the secondary side bar while a reply streams'),
    ],
  },
  {
    id: 'F79',
    fault: 'Another conversation in mid-stream',
    proof: [
      conversations(
        'let a reply go on unseen while another conversation is shown, and nothing leaks into that one',
      ),
      conversations('are deleted with what runs in them, and come back with what had come'),
      windows('that is slow to come does not take the place of what was shown meanwhile'),
    ],
  },
  {
    id: 'F80',
    fault: 'Settings, key or model are changed in mid-stream',
    proof: [
      changes('leaves that reply alone, and address and key of now hold for the next question'),
      changes('leaves that reply alone, and without a key the next question is not sent'),
    ],
  },
  {
    id: 'F81',
    fault: 'The machine sleeps in mid-stream',
    proof: [
      sleep('in mid-stream finds the connection dead, keeps the text and asks nothing again'),
      sleep('in mid-stream goes on where the connection has lived through it'),
      inFile('unit/client/timeLimits.test.ts')(
        'a machine that slept in mid-stream ends the dead stream in seconds, and asks nothing again',
      ),
    ],
    gap: 'A stopped process is no sleeping machine: the hours are added to its clock, and its network stays.',
  },
];

const WINDOW_ROWS: readonly Row[] = [
  {
    id: 'F82',
    fault: 'Windows share the 60 requests of a minute',
    proof: [
      inFile('unit/client/ticketRaces.test.ts')(
        'however processes interleave, are held up and end, the service never counts more than the limit in any window',
      ),
      inFile('unit/vscode/sharedWindow.test.ts')(
        'processes that share a folder never ask more often than the limit, even where some are killed',
      ),
    ],
    gap: 'Four real windows are let loose on one service by a runner of its own, `npm run test:pacing`, which is a part of `npm test` too.',
  },
  {
    id: 'F83',
    fault: 'Two windows in one conversation',
    proof: [
      windows('both have what is asked in either, told as turns that are added'),
      windows('see a reply grow that runs in the other, and its end'),
      times('take a reply for broken off when it is silent for 10 s'),
      windows('that ask at once have both questions, and neither loses its running reply'),
      windows('have lost what is deleted in either, and have it again with its undo'),
    ],
  },
  {
    id: 'F84',
    fault: 'The key is set or removed in another window',
    proof: [
      keysInWindows('a second window uses the key that was entered in the first'),
      keysInWindows('a key that is removed in one window is not sent from the other any more'),
      keysInWindows('the other window says so as soon as somebody comes back to it'),
    ],
  },
  {
    id: 'F85',
    fault: 'Windows with different versions',
    proof: [windows('what a newer version wrote is shown, and not written to')],
  },
  {
    id: 'F86',
    fault: 'The line to a remote extension host is cut',
    proof: [link('whose line is cut in mid-stream says so, and has the whole reply when it is mended')],
    gap: 'The line is one within this machine, and not of SSH.',
  },
  {
    id: 'F87',
    fault: 'The secret storage fails or forgets',
    proof: [
      keyStore('keeps the key for this window only where the storage refuses it, and says so once'),
      keyStore('keeps the key for this window only where the storage takes it and does not have it'),
      keyStore('says once when a stored key is gone that nobody removed'),
    ],
    gap: 'The storage that fails is a stub.',
  },
  {
    id: 'F88',
    fault: 'Nothing can be written to the disk',
    proof: [
      inFile('unit/client/windowPacer.test.ts')(
        'a store whose … fails is left for memory, with what was known, and that is noted once',
      ),
      inFile('unit/vscode/ticketFiles.test.ts')('reject where there can be no folder'),
      recording('is asked all the same where nothing can be saved, and saved when that works again'),
      history(
        'a folder that can’t be written to is said for as long as it is so, and what was asked meanwhile is saved then',
      ),
    ],
  },
];

export const ROWS_OF_WINDOWS: readonly Row[] = [...CANCEL_ROWS, ...WINDOW_ROWS];
