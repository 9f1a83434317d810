import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const NOT_SENT = 'Not sent with later questions';
const INCLUDE_QUESTION = { action: 'includeQuestion', label: 'Send with Later Questions' } as const;
const RETRY = { action: 'retry', label: 'Retry' } as const;

function turns(isNotSent: boolean) {
  const mark = isNotSent ? { isNotSent } : {};
  return [
    question('Why?', isNotSent ? { notSent: { actions: [INCLUDE_QUESTION] } } : {}),
    reply('Because.', mark),
    reply('So.', { id: 'reply-2', ...mark }),
    question('And?'),
    reply('Then.', { id: 'reply-3' }),
  ];
}

test('a question that is left out is marked as not sent with its replies, and others are not', async () => {
  const panel = await open();
  await panel.receive(state({ turns: turns(true) }));
  const articles = panel.page.getByRole('article');
  assert.deepEqual(await articles.evaluateAll((all) => all.map((each) => each.ariaDescription)), [
    NOT_SENT,
    NOT_SENT,
    NOT_SENT,
    null,
    null,
  ]);
  assert.equal(await panel.page.getByText(NOT_SENT).count(), 1);
  const color = (text: string): Promise<string> =>
    panel.page.getByText(text, { exact: true }).evaluate((node) => getComputedStyle(node).color);
  assert.notEqual(await color('Because.'), await color('Then.'));
  assert.notEqual(await color('Why?'), await color('And?'));
});

test('the code of a reply that is left out is as dim as its text', async () => {
  const panel = await open();
  const text = 'Because of `one`.\n\n```ts\nconst one = 1; // a word\n```';
  await panel.receive(
    state({
      turns: [
        question('Why?', { notSent: { actions: [INCLUDE_QUESTION] } }),
        reply(text, { isNotSent: true }),
      ],
    }),
  );
  await panel.posted('requestGrammar');
  const grammar = { scopeName: 'source.ts', patterns: [{ match: '//.*$', name: 'comment.line' }] };
  await panel.receive(
    { type: 'codeTheme', rules: [{ scope: ['comment'], foreground: '#0a781e' }] },
    {
      type: 'grammar',
      language: 'ts',
      scopeName: grammar.scopeName,
      files: [{ scopeName: grammar.scopeName, json: JSON.stringify(grammar), injectTo: [] }],
    },
  );
  await panel.page.locator('pre span').waitFor();
  const colors = await panel.page
    .locator('.markdown :is(p, p code, pre, pre code, pre span)')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
  assert.equal(colors.length, 5);
  assert.equal(new Set(colors).size, 1, colors.join());
});

test('including a question again asks the host, whose next state removes the mark, keeps the nodes and focuses the composer', async () => {
  const panel = await open();
  await panel.receive(state({ turns: turns(false) }));
  const article = await panel.page.getByRole('article').first().elementHandle();
  await panel.receive(state({ turns: turns(true) }));
  await panel.page.getByRole('button', { name: 'Send with Later Questions' }).focus();
  await panel.page.keyboard.press('Enter');
  const { turnId, action } = await panel.posted('turnAction');
  assert.deepEqual([turnId, action], ['question-Why?', 'includeQuestion']);
  assert.equal(await panel.page.getByText(NOT_SENT).count(), 1, 'The host has not confirmed it yet');
  await panel.receive(state({ turns: turns(false) }));
  assert.equal(await panel.page.getByText(NOT_SENT).count(), 0);
  assert.equal(await panel.page.locator('.not-sent').count(), 0);
  assert.equal(await article?.evaluate((node) => node.isConnected && node.ariaDescription === null), true);
  await panel.page.locator('textarea:focus').waitFor();
});

test('a question is marked when its reply ends without text, and unmarked when a reply arrives', async () => {
  const panel = await open();
  const running = reply('', { status: 'waiting', elapsedMs: 0 });
  await panel.receive(state({ turns: [question('Why?'), running] }));
  assert.equal(await panel.page.getByText(NOT_SENT).count(), 0);
  const stopped = reply('', { status: 'stopped' });
  await panel.receive({
    type: 'replyChanged',
    turn: stopped,
    notSent: { actions: [RETRY, INCLUDE_QUESTION] },
  });
  const note = panel.page.getByRole('article').first().locator('.not-sent-note');
  assert.deepEqual(await note.getByRole('button').allTextContents(), ['Retry', 'Send with Later Questions']);
  assert.deepEqual(
    await panel.page
      .getByRole('article')
      .evaluateAll((all) => all.map((each) => each.classList.contains('not-sent'))),
    [true, false],
    'The failed reply itself is not marked',
  );
  await note.getByRole('button', { name: 'Retry' }).focus();
  await panel.receive({
    type: 'replyChanged',
    turn: stopped,
    notSent: { actions: [RETRY, INCLUDE_QUESTION] },
  });
  await panel.page.locator('.not-sent-note button:focus', { hasText: 'Retry' }).waitFor();
  panel.respond = () => 'Not now.';
  await note.getByRole('button', { name: 'Retry' }).click();
  const { turnId, action } = await panel.posted('turnAction');
  assert.deepEqual([turnId, action], ['question-Why?', 'retry']);
  await note.getByText('Not now.').waitFor();
  await panel.receive({ type: 'replyChanged', turn: reply('So.') });
  assert.equal(await note.count(), 0);
});
