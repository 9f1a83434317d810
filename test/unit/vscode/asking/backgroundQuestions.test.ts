import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { AskingWindow, CHIP, exchange, OTHER_MODEL, RecordingService, PURPOSE, refusalOf } = await import(
  './askingWindow.ts'
);
const { keepInComposer } = await import('../../../../src/vscode/asking/keepInComposer.ts');

const RULES: ComposerAttachment = {
  id: 'rules',
  kind: 'instructions',
  path: 'AGENTS.md',
  languageId: 'markdown',
  text: 'Be brief.',
};

const service = new RecordingService();

before(() => service.start());
after(() => service.stop());

/** @param hasTurns whether the chat shows a conversation that has begun */
function start(hasTurns: boolean) {
  service.requests.length = 0;
  const window = new AskingWindow(service.baseUrl, hasTurns ? exchange('finished') : []);
  window.instructionFiles = [RULES];
  return window;
}

for (const hasTurns of [false, true]) {
  test(`the first question in the background has the instruction files that are on while the chat shows ${hasTurns ? 'a conversation with turns' : 'an empty one'}, the next has none`, async () => {
    const window = start(hasTurns);
    const { background, services } = window;
    try {
      const question = { text: '/edit Name it', attachments: [CHIP] };
      const asked = await background.ask(question, { title: 'Edit', ...PURPOSE });
      assert.ok('session' in asked);
      await background.askIn(
        asked.session,
        { text: '/edit Shorter', attachments: [CHIP] },
        {
          ...PURPOSE,
          typed: '/edit Shorter',
        },
      );
      const kinds = asked.session.conversation.turns.flatMap((turn) =>
        turn.kind === 'user' ? [turn.attachments.map(({ kind }) => kind)] : [],
      );
      assert.deepEqual(kinds, [['instructions', 'file'], ['file']]);
      assert.ok(service.requests[0]?.text.includes('Be brief.'));
      assert.deepEqual(services.composer.attachments, []);
    } finally {
      window.dispose();
    }
  });
}

test('what was typed is recalled as it was typed, in its conversation, and what was not typed or not sent is not', async () => {
  const window = start(true);
  const { background, services } = window;
  const { recentQuestions } = services;
  const ask = (text: string, isTyped: boolean) =>
    background.ask({ text, attachments: [] }, { title: text, ...PURPOSE, ...(isTyped && { typed: text }) });
  try {
    const asked = await ask('/explain it', true);
    assert.ok('session' in asked);
    const { id, turns } = asked.session.conversation;
    assert.equal(turns[0]?.text, 'Explain. it');
    const more = { text: 'And?\n\nMy code is now:', attachments: [] };
    await background.askIn(asked.session, more, { ...PURPOSE, typed: 'And?' });
    await ask('/commit', false);
    const last = asked.session.lastReply?.id ?? '';
    await background.askAgain(asked.session, last, PURPOSE);
    window.removeKey();
    await ask('Not sent', true);
    assert.deepEqual(
      recentQuestions.all.map((one) => [one.conversation, one.text]),
      [
        [id, 'And?'],
        [id, '/explain it'],
      ],
    );
  } finally {
    window.dispose();
  }
});

test('a question that is not sent leaves the instruction files of its conversation out of the chat input', async () => {
  const window = start(true);
  const { background, services } = window;
  try {
    window.removeKey();
    const question = { text: '/explain it', attachments: [CHIP] };
    const { expanded } = (await background.ask(question, { title: 'Edit', ...PURPOSE })) as {
      expanded?: typeof question;
    };
    const ui = { showDraft: () => undefined, reveal: async () => undefined };
    const { composer } = services;
    const unsent = { text: 'it', attachments: [RULES, CHIP] };
    await keepInComposer({ composer, ui }, composer.owner, expanded ?? unsent);
    assert.deepEqual(
      composer.attachments.map(({ kind }) => kind),
      ['file'],
    );
  } finally {
    window.dispose();
  }
});

test('Stop ends at once what waits for a file system that does not respond', async () => {
  const window = start(true);
  const { background, services } = window;
  const stopping = new AbortController();
  try {
    const whyNotWritten = async (): Promise<undefined> => {
      stopping.abort();
      return new Promise(() => undefined);
    };
    const question = { text: 'Why?', attachments: [] };
    const asked = await background.ask(question, { title: 'Edit', signal: stopping.signal, whyNotWritten });
    assert.equal(refusalOf(asked), 'Nothing was sent.');
    assert.deepEqual([service.requests.length, services.conversations.loaded.length], [0, 1]);
  } finally {
    window.dispose();
  }
});

test('its conversation has a title of the usual length, and the model of the chat or the one that is named', async () => {
  const window = start(true);
  const { background, services } = window;
  try {
    const title = `Edit: ${'word '.repeat(100)}`;
    for (const model of [undefined, OTHER_MODEL]) {
      const options = { title, ...PURPOSE, ...(model !== undefined && { model }) };
      const asked = await background.ask({ text: 'Why?', attachments: [] }, options);
      assert.ok('session' in asked);
      assert.match(asked.session.conversation.title ?? '', /^Edit: word .{1,60}…$/);
      assert.equal(services.models.of(asked.session), model ?? services.models.current);
      assert.equal(service.requests.at(-1)?.model, model ?? services.models.current);
    }
  } finally {
    window.dispose();
  }
});
