import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const QUESTION = question('Why?');
const CUT = reply('Because', { status: 'cutAtLimit', canContinue: true });

/** Context of the menu that VS Code would open here, merged from the `data-vscode-context` of all ancestors. */
async function menuAt(target: Locator): Promise<unknown> {
  return target.evaluate((element) => {
    let context = {};
    for (let at = element.closest<HTMLElement>('[data-vscode-context]'); at !== null; ) {
      context = { ...JSON.parse(at.dataset['vscodeContext'] ?? '{}'), ...context };
      at = at.parentElement?.closest<HTMLElement>('[data-vscode-context]') ?? null;
    }
    return context;
  });
}

/** Records the turns whose context menu is requested, as VS Code sees it. */
async function recordMenus(panel: PanelPage): Promise<() => Promise<string[]>> {
  await panel.page.evaluate(() => {
    const requested: string[] = [];
    window.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      requested.push((event.target as HTMLElement).closest('article')?.ariaLabel ?? '');
    });
    Object.assign(window, { requested });
  });
  return () => panel.page.evaluate(() => (window as unknown as { requested: string[] }).requested);
}

test('a question and a reply each provide the context of their VS Code menu', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [QUESTION, CUT] }));
  assert.deepEqual(await menuAt(panel.page.locator('.question')), {
    turnId: QUESTION.id,
    assistantTurn: 'question',
    assistantIsLast: false,
    assistantCanContinue: false,
    assistantIsCompared: false,
  });
  assert.deepEqual(await menuAt(panel.page.getByText('Because')), {
    turnId: CUT.id,
    assistantTurn: 'reply',
    assistantIsLast: true,
    assistantCanContinue: true,
    assistantIsCompared: false,
  });
});

test('only the last reply can be retried or continued', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [QUESTION, CUT] }));
  await panel.receive({ type: 'turnAdded', turn: question('And?') });
  await panel.receive({ type: 'turnAdded', turn: reply('So', { id: 'reply-2' }) });
  const flags = async (text: string) => {
    const { assistantIsLast, assistantCanContinue } = (await menuAt(
      panel.page.getByText(text, { exact: true }),
    )) as Record<string, unknown>;
    return [assistantIsLast, assistantCanContinue];
  };
  assert.deepEqual(await flags('Because'), [false, false]);
  assert.deepEqual(await flags('So'), [true, false]);
  await panel.receive(state({ turns: [QUESTION, CUT] }));
  assert.deepEqual(await flags('Because'), [true, true]);
});

test('a reply has no menu while it is streaming, and gets it at its end', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [QUESTION, growing('Because')] }));
  const button = panel.page.getByRole('article', { name: 'Assistant' }).locator('.turn-menu');
  assert.equal(await button.isVisible(), false);
  assert.deepEqual(await menuAt(panel.page.getByText('Because')), {});
  await panel.receive({ type: 'replyChanged', turn: reply('Because') });
  assert.equal(await button.isVisible(), true);
});

test('the menu button of a turn opens its menu by mouse and by keyboard', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [QUESTION, reply('Because')] }));
  const requested = await recordMenus(panel);
  const buttons = panel.page.getByRole('button', { name: 'More Actions…' });
  await buttons.last().click();
  await buttons.first().focus();
  assert.equal(await buttons.first().evaluate((button) => getComputedStyle(button).opacity), '1');
  await panel.page.keyboard.press('Enter');
  assert.deepEqual(
    (await requested()).map((name) => name.split(',')[0]),
    ['Assistant', 'You'],
  );
  assert.equal(await buttons.first().getAttribute('aria-haspopup'), 'menu');
});
