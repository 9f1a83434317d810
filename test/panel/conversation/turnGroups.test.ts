import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const COUNT = 300;

/** Alternating questions and replies, the replies with code. */
function turns(count = COUNT) {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? question(`Question ${index}`, { id: `turn-${index}` })
      : reply(`Reply ${index}.\n\n${REPLY}`, { id: `turn-${index}` }),
  );
}

/** First words of the turns in each group. */
function groups(panel: PanelPage): Promise<string[][]> {
  return panel.page
    .locator('.turn-group')
    .evaluateAll((all) =>
      all.map((group) =>
        [...group.children].map((turn) => /(?:Question|Reply) \d+/.exec(turn.textContent ?? '')?.[0] ?? ''),
      ),
    );
}

test('the browser tracks the visibility of few elements in a long conversation', async () => {
  const panel = await open();
  await panel.page.evaluate(() => {
    const watched = new Map<IntersectionObserver, Set<Element>>();
    Object.assign(window, { watched: () => [...watched.values()].reduce((sum, { size }) => sum + size, 0) });
    const { observe, unobserve, disconnect } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function (target) {
      watched.set(this, (watched.get(this) ?? new Set()).add(target));
      observe.call(this, target);
    };
    IntersectionObserver.prototype.disconnect = function () {
      watched.delete(this);
      disconnect.call(this);
    };
    IntersectionObserver.prototype.unobserve = function (target) {
      watched.get(this)?.delete(target);
      unobserve.call(this, target);
    };
  });
  await panel.receive(state({ turns: turns() }));
  await panel.untilTurns(COUNT);
  assert.ok((await groups(panel)).length < COUNT / 6, 'number of groups');
  await panel.page.waitForFunction(
    (max) => (window as unknown as { watched(): number }).watched() < max,
    COUNT / 6,
  );
});

test('a removed turn leaves the others in their groups, and an empty group is removed', async () => {
  const panel = await open();
  const all = turns(40);
  await panel.receive(state({ turns: all }));
  await panel.untilTurns(all.length);
  const before = await groups(panel);
  const [oldest = []] = before;
  await panel.receive(state({ turns: all.filter((_, index) => index >= oldest.length && index !== 20) }));
  assert.deepEqual(
    await groups(panel),
    before.slice(1).map((group) => group.filter((name) => name !== 'Question 20')),
  );
});

test('two compared replies are always in one group, also if the second is retried', async () => {
  const panel = await open();
  const names = ['Reply 1001', 'Reply 1002', 'Reply 1003'];
  const groupOfReplies = async () =>
    (await groups(panel))
      .find((group) => group.includes('Reply 1001'))
      ?.filter((name) => names.includes(name));
  for (const count of [39, 40, 41, 43, 45, 47]) {
    const conversationId = `of ${count}`;
    const before = turns(count);
    const first = reply('Reply 1001', { id: 'first', compared: 'first' });
    const second = reply('Reply 1002', { id: 'second', compared: 'second' });
    const replies = [
      first,
      { ...second, compared: 'earlier' as const },
      reply('Reply 1003', { id: 'third', compared: 'second' }),
    ];
    await panel.receive(state({ conversationId, turns: [...before, first] }));
    await panel.receive(state({ conversationId, turns: [...before, first, second] }));
    assert.deepEqual(await groupOfReplies(), names.slice(0, 2), `after ${count} turns`);
    await panel.receive(state({ conversationId, turns: [...before, ...replies] }));
    await panel.receive(state({ conversationId, turns: [...before, ...replies, ...turns(30)] }));
    assert.deepEqual(await groupOfReplies(), names, `after ${count} turns, retried`);
    const reopenedTurns = [...before, ...replies].map((turn) => ({ ...turn, id: `again ${turn.id}` }));
    // Rendered from the end, a group is full at one of the replies.
    const after = turns(6 + (count % 2));
    await panel.receive(state({ conversationId: `again ${count}`, turns: [...reopenedTurns, ...after] }));
    await panel.untilTurns(count + 3 + after.length);
    assert.deepEqual(await groupOfReplies(), names, `after ${count} turns, reopened`);
  }
});
