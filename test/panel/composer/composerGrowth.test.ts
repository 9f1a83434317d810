import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('the text box grows with its text to a third of the panel, then scrolls, and shrinks again', async () => {
  for (const height of [400, 700, 1200]) {
    const panel = await open({ height });
    await panel.receive(state());
    const boxHeight = async () => (await panel.textbox.boundingBox())?.height ?? 0;
    const low = await boxHeight();
    await panel.textbox.fill('line\nline\nline\nline');
    assert.ok(low < (await boxHeight()), `${height}: four lines`);
    await panel.textbox.fill('line\n'.repeat(80));
    assert.ok(Math.abs((await boxHeight()) - height / 3) <= 1, `${height}: ${await boxHeight()}`);
    await panel.textbox.fill('');
    assert.equal(await boxHeight(), low);
  }
});

test('auto scroll keeps the conversation at its bottom in every frame while the text box grows and shrinks', async () => {
  const panel = await open();
  await panel.receive(
    state({
      turns: Array.from({ length: 20 }, (_, index) => [
        question('Why?', { id: `q${index}` }),
        reply('So.', { id: `r${index}` }),
      ]).flat(),
    }),
  );
  await panel.untilDrawn();
  const violations = await panel.page.evaluate(async () => {
    const box = document.querySelector('textarea');
    const log = document.querySelector('.log');
    const found: string[] = [];
    if (box === null || log === null) {
      return ['no text box or no log'];
    }
    for (const lines of [1, 2, 3, 4, 8, 20, 60, 20, 3, 1]) {
      box.value = 'line\n'.repeat(lines - 1);
      box.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
      // Measure what is painted: after the observers of this frame, before the work of the next one.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(0);
      });
      const below = log.scrollHeight - log.clientHeight - log.scrollTop;
      const isCut = box.scrollHeight > box.clientHeight + 1 && box.clientHeight < innerHeight / 3 - 2;
      if (Math.abs(below) > 1 || isCut) {
        found.push(`${lines} lines: ${below} px below, box ${box.clientHeight} of ${box.scrollHeight}`);
      }
    }
    return found;
  });
  assert.deepEqual(violations, []);
});
