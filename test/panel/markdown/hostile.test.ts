import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversation, history, SHOW_HISTORY } from '../history/historySamples.ts';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { HOSTILE } from './hostileText.ts';

const open = usePanels();

const ALLOWED_TAGS = new Set(
  (
    'MAIN DIV SPAN P H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD PRE CODE HR BR STRONG EM S ' +
    'A KBD BUTTON TEXTAREA ARTICLE SECTION TIME svg circle'
  ).split(' '),
);

async function assertHarmless(panel: Awaited<ReturnType<typeof open>>): Promise<void> {
  const found = await panel.page.evaluate(() => {
    // The find widget contains nothing of a reply.
    const all = [...document.body.querySelectorAll('*')].filter((part) => part.closest('search') === null);
    // The rows of the list, the question on top and the tooltip are positioned by inline styles.
    const isPositioned = (part: Element): boolean =>
      part.closest('.rows') !== null || part.matches('.log, .sticky-question, .tooltip');
    const attributesOf = (part: Element): string[] =>
      part.getAttributeNames().filter((name) => name !== 'style' || !isPositioned(part));
    return {
      styles: all.filter(isPositioned).map((part) => part.getAttribute('style') ?? ''),
      harmed: Reflect.get(window, 'harmed'),
      tags: [...new Set(all.map((part) => part.tagName))],
      attributes: [...new Set(all.flatMap(attributesOf))],
      targets: all.map((part) => part.getAttribute('href')).filter((target) => target !== null),
    };
  });
  assert.equal(found.harmed, undefined);
  assert.deepEqual(
    found.tags.filter((tag) => !ALLOWED_TAGS.has(tag)),
    [],
  );
  assert.deepEqual(
    found.attributes.filter((name) => /^on|^src|^style$|^action|^formaction|^background|^poster/.test(name)),
    [],
  );
  assert.deepEqual(
    found.targets.filter((target) => !/^(https:\/\/[^/@]+\/|http:\/\/localhost:3000\/|mailto:)/.test(target)),
    [],
  );
  assert.deepEqual(
    found.styles.filter((style) => /url|image|content/.test(style)),
    [],
  );
  assert.ok(found.targets.length >= 3, 'allowed links are rendered as links');
  assert.deepEqual(panel.externalRequests, []);
  assert.deepEqual(panel.errors, []);
  assert.deepEqual(await panel.violations(), []);
}

for (const bypassCsp of [false, true]) {
  const name = bypassCsp ? 'without the page’s policy' : 'under the page’s policy';

  test(`a hostile reply runs and fetches nothing, ${name}`, async () => {
    const panel = await open({ bypassCsp });
    await panel.receive(
      state({ turns: [question(HOSTILE, { id: 'question' }), reply(HOSTILE, { model: HOSTILE })] }),
    );
    await panel.untilDrawn();
    await assertHarmless(panel);
    assert.match(await panel.text(panel.log), /<img src=x onerror="window\.harmed = 1">/);
    assert.match(await panel.text(panel.log), /\[image: p — harm\.example\]/);
  });
}

// Without the page's policy, which would hide what the panel itself lets through.
test('hostile Markdown in a code block runs and fetches nothing when that is rendered', async () => {
  const panel = await open({ bypassCsp: true });
  const text = ['`````md', HOSTILE, '`````'].join('\n');
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  await panel.page.getByRole('button', { name: 'Render Markdown' }).click();
  await panel.untilDrawn();
  assert.match(await panel.text(panel.log), /\[image: p — harm\.example\]/);
  await assertHarmless(panel);
});

test('a hostile reply runs and fetches nothing while it streams', async () => {
  const panel = await open({ bypassCsp: true });
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  for (let end = 0; end <= HOSTILE.length; end += 200) {
    const cuts = Array.from({ length: 200 }, (_, index) => end + index);
    await panel.receive(
      ...cuts.map((cut) => ({
        type: 'replyChanged' as const,
        turn: growing(HOSTILE.slice(0, cut)),
      })),
    );
  }
  await panel.untilDrawn();
  await assertHarmless(panel);
});

test('hostile text in any field of a restored conversation runs and fetches nothing', async () => {
  const panel = await open({ bypassCsp: true });
  const attachments = [{ ...SELECTION, path: HOSTILE, languageId: HOSTILE }];
  const ended = { leftOut: HOSTILE, model: HOSTILE };
  await panel.receive(
    state({
      model: { id: HOSTILE },
      attachments,
      draft: HOSTILE,
      turns: [
        question(HOSTILE, { id: 'question', attachments }),
        reply(HOSTILE, {
          ...ended,
          status: 'interrupted',
          notice: {
            severity: 'error',
            message: HOSTILE,
            detail: HOSTILE,
            actions: [{ action: 'retry', label: HOSTILE }],
          },
        }),
        reply(HOSTILE, { ...ended, id: 'reply-2', compared: 'first' }),
        growing(HOSTILE, {
          id: 'reply-3',
          compared: 'second',
          wait: { message: HOSTILE, remainingMs: 1000 },
        }),
      ],
    }),
  );
  await panel.untilDrawn();
  await assertHarmless(panel);
});

test('hostile text in the list of conversations and in search results runs and fetches nothing', async () => {
  const panel = await open({ bypassCsp: true });
  const row = conversation('hostile', { title: HOSTILE, model: HOSTILE, otherWorkspace: HOSTILE });
  await panel.receive(
    state({ turns: [question('Why?'), reply(HOSTILE)] }),
    SHOW_HISTORY,
    history({ rows: [conversation('other', { title: HOSTILE }), row], error: HOSTILE }),
  );
  await panel.untilDrawn();
  await assertHarmless(panel);
  await panel.receive(history({ rows: [row], error: undefined }));
  await panel.page.getByRole('textbox', { name: 'Search conversations' }).fill('harm');
  const { searchId } = await panel.posted('searchHistory');
  const hit = { conversationId: row.id, turnId: 'reply-1', titleRanges: [], snippet: HOSTILE, ranges: [] };
  await panel.receive({ type: 'searchHits', searchId, total: 1, hits: [hit] });
  await panel.page.locator('.row-snippet').waitFor();
  await assertHarmless(panel);
});

test('a restored hostile reply that was cut anywhere runs and fetches nothing', async () => {
  const panel = await open({ bypassCsp: true });
  // Every seventh position, each rendered from scratch. The test of streaming above covers every position.
  const cuts = Array.from({ length: HOSTILE.length / 7 }, (_, cut) => HOSTILE.slice(0, cut * 7));
  for (let first = 0; first < cuts.length; first += 100) {
    await panel.receive(
      ...cuts.slice(first, first + 100).map((text, index) =>
        state({
          conversationId: `conversation-${first + index}`,
          turns: [question('Why?'), reply(text, { id: `reply-${first + index}`, status: 'interrupted' })],
        }),
      ),
    );
    await panel.untilDrawn();
  }
  await assertHarmless(panel);
});

test('the page’s policy blocks images and HTML that a renderer might let through, and all from outside of its folder', async () => {
  const panel = await open();
  const refused = panel.page.waitForEvent('requestfailed');
  await panel.page.evaluate(() => {
    const image = document.createElement('img');
    image.setAttribute('src', 'https://harm.example/picture.png');
    document.body.append(image);
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>text</b>');
    } catch {
      // Trusted Types throw.
    }
  });
  assert.equal((await refused).failure()?.errorText, 'csp');
  await panel.page.waitForFunction(() => window.violations.length === 2);
  const load = (path: string) =>
    panel.page.evaluate(
      (url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      path,
    );
  const own = await panel.page.locator('body').getAttribute('data-code-worker');
  assert.deepEqual([await load(own ?? ''), await load('/codeWorker.js')], [true, false]);
  assert.match((await panel.violations()).at(-1) ?? '', /^connect-src .*\/codeWorker\.js/);
  assert.equal(await panel.page.locator('b').count(), 0);
});

test('a click on a link asks the host and does not navigate', async () => {
  const panel = await open();
  const text = '[one](https://example.org/a?b=c) [two](mailto:a@example.org) [three](command:harm)';
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  const address = panel.page.url();
  const reachedDocument = await panel.page.evaluate(() => {
    const seen: string[] = [];
    document.addEventListener('click', (event) => seen.push(String(event.target)));
    document.addEventListener('auxclick', (event) => seen.push(String(event.target)));
    Object.assign(window, { seen });
    return seen;
  });
  assert.deepEqual(reachedDocument, []);
  await panel.page.getByRole('link', { name: 'one' }).click();
  await panel.page.getByRole('link', { name: 'two' }).press('Enter');
  await panel.posted('openLink', 2);
  await panel.page.getByRole('link', { name: 'one' }).click({ button: 'middle' });
  await panel.page.getByText('three (command:harm)').click();
  assert.deepEqual(
    panel.postedOf('openLink').map((message) => message.href),
    ['https://example.org/a?b=c', 'mailto:a@example.org'],
  );
  assert.equal(panel.page.url(), address);
  assert.equal(panel.page.context().pages().length, 1);
  const seen: string[] = await panel.page.evaluate(() => Reflect.get(window, 'seen'));
  assert.equal(seen.filter((target) => target.startsWith('http') || target.startsWith('mailto')).length, 0);
});

test('messages of another origin are ignored', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('So')] }));
  const before = await panel.page.locator('main').innerHTML();
  await panel.page.evaluate(
    (data) => window.dispatchEvent(new MessageEvent('message', { origin: 'https://example.org', data })),
    state({ turns: [question('Who?')] }),
  );
  await panel.receive();
  assert.equal(await panel.page.locator('main').innerHTML(), before);
});
