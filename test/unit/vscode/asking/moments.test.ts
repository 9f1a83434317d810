import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';
import type { AskingWindow } from './askingWindow.ts';

useStubVsCode();
const {
  AskingWindow: Window,
  RecordingService,
  CHIP,
  exchange,
  MODEL,
  OTHER_MODEL,
  PURPOSE,
  refusalOf,
} = await import('./askingWindow.ts');
const { said } = await import('../../../support/said.ts');
const { changeSetting, workspace } = await import('../../../support/stubVsCode.ts');
const { editQuestion } = await import('../../../../src/vscode/conversation/turnEdits.ts');

/** What a question waits for: in its preparation, or when its turn is open and the key is read for the request. */
type Hold = 'keyring' | 'disk' | 'sending';

interface Way {
  turns?: ReturnType<typeof exchange>;
  /** Done before anything hangs. */
  before?(window: AskingWindow, hold: Hold): Promise<unknown>;
  start(window: AskingWindow, hold: Hold): unknown;
  holds: readonly Hold[];
  /** What the user wrote, which must not be lost. */
  written?: string;
  /** In the request. */
  asked: string;
}

const service = new RecordingService();

const WAYS = {
  Enter: {
    start: (window) => window.enter('Why?', [CHIP]),
    holds: ['keyring', 'disk', 'sending'],
    written: 'Why?',
    asked: 'Why?',
  },
  prompt: {
    start: (window) => window.enter('/explain why', [CHIP]),
    holds: ['keyring', 'disk', 'sending'],
    written: 'why',
    asked: 'Explain. why',
  },
  'Ask About Selection': {
    start: (window) => window.askAboutSelection(),
    holds: ['keyring', 'disk', 'sending'],
    written: 'Explain what this code does.',
    asked: 'Explain what this code does.',
  },
  queue: {
    async before(window, hold) {
      await window.enter('hold it');
      await service.whenRequests(1);
      if (hold !== 'disk') {
        await window.enter('And why?', [CHIP]);
      }
    },
    // Its attachments are read when it is queued, and the rest is done when the reply has ended.
    start: (window, hold) =>
      hold === 'disk' ? window.enter('And why?', [CHIP]).then(() => service.release()) : service.release(),
    holds: ['keyring', 'disk', 'sending'],
    written: 'And why?',
    asked: 'And why?',
  },
  edit: {
    turns: exchange('finished'),
    start: ({ services, pipeline }) => editQuestion(services.conversations, pipeline, 'q1', 'Edited?'),
    holds: ['keyring', 'disk', 'sending'],
    asked: 'Edited?',
  },
  retry: {
    turns: exchange('failed', ''),
    start: ({ pipeline }) => pipeline.retry('r1'),
    holds: ['keyring', 'sending'],
    asked: 'Earlier?',
  },
  continue: {
    turns: exchange('cutAtLimit'),
    start: ({ pipeline }) => pipeline.continueReply('r1'),
    holds: ['keyring', 'sending'],
    asked: '',
  },
  compare: {
    turns: exchange('finished'),
    start: ({ pipeline }) => pipeline.compare('r1', OTHER_MODEL),
    holds: ['keyring', 'sending'],
    asked: 'Earlier?',
  },
  background: {
    start: ({ background }) =>
      background.ask({ text: 'Meanwhile?', attachments: [CHIP] }, { ...PURPOSE, title: 'Meanwhile' }),
    holds: ['keyring', 'disk', 'sending'],
    asked: 'Meanwhile?',
  },
} satisfies Record<string, Way>;
type WayName = keyof typeof WAYS;

interface Moment {
  happens(window: AskingWindow): unknown;
  /** Whether the request is sent all the same. */
  sends(way: WayName, hold: Hold): boolean;
  ways?: readonly WayName[];
}

const isOpen = (_: WayName, hold: Hold): boolean => hold === 'sending';
const never = (): boolean => false;
const always = (): boolean => true;
/** Whether it is asked in another conversation than the one that is shown. */
const isElsewhere = (way: WayName): boolean => way === 'background';

const MOMENTS: Record<string, Moment> = {
  'nothing else happens': { happens: () => undefined, sends: always },
  'another conversation is shown': {
    happens: ({ services }) => services.conversations.createAndShow({ turns: [] }),
    // The copy of an edited question would be shown in the place of the other conversation.
    sends: (way, hold) => way !== 'edit' || hold === 'sending',
  },
  'its conversation is deleted': {
    happens: ({ services, session }) => services.conversations.remove(session.conversation.id),
    // The edited question is in a copy by then.
    sends: (way, hold) => isElsewhere(way) || (way === 'edit' && hold === 'sending'),
  },
  Stop: { happens: ({ services }) => services.conversations.current.stop(), sends: isElsewhere },
  'the window is closed': { happens: ({ services }) => services.conversations.stopAll(), sends: never },
  'its chip is removed': {
    happens: ({ services }) => services.composer.detach(CHIP.id),
    sends: isOpen,
    ways: ['Enter', 'prompt'],
  },
  'its text is changed': {
    happens: ({ services }) => {
      services.composer.draft = `Not ${services.composer.draft}`;
    },
    sends: isOpen,
    ways: ['Enter', 'prompt'],
  },
  'it is taken back to be edited': {
    happens: (window) => window.editQueued(),
    // It is in the queue only when its attachments have been read.
    sends: (_, hold) => hold !== 'keyring',
    ways: ['queue'],
  },
  'another model is chosen': {
    happens: ({ session }) => session.chooseModel(OTHER_MODEL),
    // A comparison names its model, and a queued question is asked with the model that is shown when it is sent.
    sends: (way, hold) =>
      isOpen(way, hold) || isElsewhere(way) || way === 'compare' || (way === 'queue' && hold === 'disk'),
  },
  'the key is removed': { happens: (window) => window.removeKey(), sends: never },
  'the base URL is changed': {
    happens: () => changeSetting('assistant.baseUrl', service.baseUrl.replace('/api', '/other/api')),
    sends: (way, hold) => way === 'queue' && hold === 'disk',
  },
  'the limit of a reply is changed': {
    happens: () => changeSetting('assistant.maxTokens', 7),
    sends: (way, hold) => isOpen(way, hold) || (way === 'queue' && hold === 'disk'),
  },
  'the workspace is trusted': {
    happens: () => {
      workspace.isTrusted = true;
    },
    sends: (way, hold) => isOpen(way, hold) || (way === 'queue' && hold === 'disk'),
  },
  'a reply begins in another window': {
    happens: (window) => window.replyElsewhere('It is r', 'streaming'),
    sends: (way, hold) => isOpen(way, hold) || isElsewhere(way),
  },
  'the page is loaded again, and Enter pressed again': {
    happens: (window) => {
      window.reloadPage();
      void window.enter(window.services.composer.draft, window.services.composer.attachments);
    },
    sends: always,
    ways: ['Enter', 'prompt'],
  },
};

describe('a question between Enter and its request', () => {
  before(() => service.start());
  after(() => service.stop());

  for (const [what, moment] of Object.entries(MOMENTS)) {
    for (const name of moment.ways ?? (Object.keys(WAYS) as WayName[])) {
      const way: Way = WAYS[name];
      for (const hold of way.holds) {
        const sends = moment.sends(name, hold);
        test(`${name}, waiting for ${hold}, ${sends ? 'is sent once' : 'is not sent'} if ${what}`, async () => {
          service.requests.length = 0;
          workspace.isTrusted = false;
          changeSetting('assistant.maxTokens', undefined);
          const window = new Window(service.baseUrl, way.turns);
          try {
            await way.before?.(window, hold);
            const before = service.requests.length;
            window.holdsSending = hold === 'sending';
            const gate = hold === 'disk' ? window.disk : window.keyring;
            const reached = gate.close();
            const asking = way.start(window, hold);
            await reached;
            await moment.happens(window);
            gate.open();
            await asking;
            await window.whenIdle();
            const sent = service.requests.slice(before);
            const usesOther =
              name === 'compare' ||
              (what === 'another model is chosen' && name === 'queue' && hold === 'disk');
            assert.equal(sent.length, sends ? 1 : 0);
            for (const { text, model } of sent) {
              assert.ok(text.includes(way.asked), text);
              assert.equal(model, usesOther ? OTHER_MODEL : MODEL);
            }
            if (
              !sends &&
              hold !== 'sending' &&
              way.written !== undefined &&
              what !== 'its conversation is deleted'
            ) {
              assert.ok(window.everything().includes(way.written), window.everything());
            }
          } finally {
            window.dispose();
          }
        });
      }
    }
  }

  test('what is asked while another window writes is queued, and sent only when that reply has finished', async () => {
    for (const ended of ['finished', 'failed', 'interrupted'] as const) {
      service.requests.length = 0;
      const window = new Window(service.baseUrl);
      const { services, session, pipeline } = window;
      window.replyElsewhere('It is r', 'streaming');
      assert.equal(await window.enter('Why?'), undefined);
      const refused = [
        pipeline.retry('elsewhere'),
        pipeline.continueReply('elsewhere'),
        pipeline.compare('elsewhere', OTHER_MODEL),
        editQuestion(services.conversations, pipeline, 'asked-elsewhere', 'Edited?'),
      ];
      for (const error of await Promise.all(refused)) {
        assert.match(said(error) ?? '', /still being written/);
      }
      assert.equal(services.composer.queue.all[0]?.reason, undefined);
      window.replyElsewhere('It is ready.', ended);
      await window.whenIdle();
      const texts = session.conversation.turns.map(({ text }) => text);
      const sent = ended === 'finished' ? ['Why?', 'Answered.'] : [];
      assert.deepEqual(texts, ['Elsewhere?', 'It is ready.', ...sent]);
      assert.equal(services.composer.queue.all.length, ended === 'finished' ? 0 : 1);
      window.dispose();
    }
  });

  test('a question in the background leaves what is shown as it is, and no conversation if it is not sent', async () => {
    service.requests.length = 0;
    const window = new Window(service.baseUrl);
    const { background, services, session } = window;
    const { conversations, composer } = services;
    try {
      composer.draft = 'Not yet';
      const ask = (text: string, signal = PURPOSE.signal) =>
        background.ask({ text, attachments: [] }, { ...PURPOSE, title: text, signal });
      const answered = await ask('Why?');
      assert.ok('reply' in answered);
      assert.equal(answered.reply.text, 'Answered.');
      assert.equal(answered.session.conversation.title, 'Why?');
      assert.equal(conversations.current, session);
      assert.equal(composer.draft, 'Not yet');
      assert.equal(window.unseen.count, 0, 'its reply is shown by who asked');
      const again = await background.askAgain(answered.session, answered.reply.id, PURPOSE);
      assert.ok('reply' in again && again.reply.id !== answered.reply.id);

      const stopping = new AbortController();
      const stopped = ask('Please hold it', stopping.signal);
      await service.whenRequests(3);
      stopping.abort();
      const reply = await stopped;
      assert.ok('reply' in reply);
      assert.equal(reply.reply.status, 'stopped');

      const before = conversations.loaded.length;
      const created: ChatSession[] = [];
      const create = conversations.create.bind(conversations);
      conversations.create = (from) => {
        const made = create(from);
        created.push(made);
        return made;
      };
      const unsent = new AbortController();
      const reached = window.keyring.close();
      const preparing = ask('Never', unsent.signal);
      await reached;
      unsent.abort();
      assert.match(refusalOf(await preparing), /Nothing was sent/);
      window.keyring.open();
      const late = await ask('Canceled while its changes were read', AbortSignal.abort());
      assert.match(refusalOf(late), /Nothing was sent/);
      window.removeKey();
      assert.ok('error' in (await ask('Without a key')));
      assert.equal(service.requests.length, 3);
      assert.equal(conversations.loaded.length, before);
      assert.equal(created.length, 3);
      assert.ok(created.every((one) => !conversations.isPresent(one)));
      assert.equal(conversations.current, session);
    } finally {
      window.dispose();
    }
  });

  test('an older question that can not be asked again stays where it is, and moves to the end when it can', async () => {
    service.requests.length = 0;
    const later = exchange('finished').map((turn) => ({ ...turn, id: `later-${turn.id}`, text: 'Later.' }));
    const [question, failed] = exchange('failed', '');
    const tooLong = { ...question, text: 'word '.repeat(600_000) } as NonNullable<typeof question>;
    const window = new Window(service.baseUrl, [tooLong, ...(failed ? [failed] : []), ...later]);
    try {
      const { session, pipeline, overflowGuard } = window;
      const texts = (): string[] => session.conversation.turns.map(({ text }) => text.slice(0, 6).trim());
      session.chooseModel('assistant-haiku');
      const before = [...session.conversation.turns];
      assert.match(said(await pipeline.retry('r1')) ?? '', /exceeds the context window/);
      assert.deepEqual(session.conversation.turns, before);
      await overflowGuard.choose(overflowGuard.view?.noticeId ?? 0, 'anyway');
      await window.whenIdle();
      assert.deepEqual(texts(), ['Later.', 'Later.', 'word w', 'Answer']);
      assert.equal(service.requests.length, 1);
    } finally {
      window.dispose();
    }
    const other = new Window(service.baseUrl, [...exchange('failed', ''), ...later]);
    try {
      other.removeKey();
      const before = [...other.session.conversation.turns];
      assert.notEqual(await other.pipeline.retry('r1'), undefined);
      assert.deepEqual(other.session.conversation.turns, before);
    } finally {
      other.dispose();
    }
  });

  test('a question that hangs delays no other conversation, and the next one in its own keeps its place', async () => {
    service.requests.length = 0;
    const window = new Window(service.baseUrl);
    try {
      const { services, session } = window;
      const reached = window.disk.close();
      const first = window.askAboutSelection();
      await reached;
      const second = window.enter('Second?');
      services.conversations.createAndShow({ turns: [] });
      await window.enter('Elsewhere?');
      await service.whenRequests(1);
      await services.conversations.show(session.conversation.id);
      window.disk.open();
      await Promise.all([first, second]);
      await service.whenRequests(3);
      assert.deepEqual(
        service.requests.map(({ text }) => /Explain|\w+\?/.exec(text)?.[0]),
        ['Elsewhere?', 'Explain', 'Second?'],
      );
    } finally {
      window.dispose();
    }
  });

  test('a prompt is asked with the model that it names, which stays, but not with one selected after Enter', async () => {
    service.requests.length = 0;
    const window = new Window(service.baseUrl);
    try {
      const { services, session } = window;
      assert.equal(await window.enter('/think'), undefined);
      await service.whenRequests(1);
      assert.deepEqual(
        service.requests.map(({ text, model }) => [/Think/.test(text), model]),
        [[true, OTHER_MODEL]],
      );
      assert.equal(services.models.of(session), OTHER_MODEL);
      await window.whenIdle();
      const reached = window.disk.close();
      const asked = window.enter('/think', [CHIP]);
      await reached;
      session.chooseModel(MODEL);
      window.disk.open();
      assert.match(said(await asked) ?? '', /^The model has changed/);
      assert.equal(service.requests.length, 1);
    } finally {
      window.dispose();
    }
  });
});
