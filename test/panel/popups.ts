import type { Page } from 'playwright-core';
import { CANDIDATES, suggest, suggestPrompts } from './composer/suggestions.ts';
import { HITS, history, SHOW_HISTORY } from './history/historySamples.ts';
import type { PanelPage } from './panelPage.ts';
import { question, REPLY, reply, state } from './samples.ts';

/** Opens popups that no scene shows, such as menus and lists, one by one, and calls `check` on each. */
export async function forEachPopup(panel: PanelPage, check: (popup: string) => Promise<void>): Promise<void> {
  const { page } = panel;
  await panel.receive({ type: 'focusComposer' }, state({ turns: [question('Why?'), reply(REPLY)] }));
  await page.locator('.code').getByRole('button', { name: 'More Actions…', exact: true }).click();
  await check('menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Next request: about / }).click();
  await check('ring');
  await page.keyboard.press('Escape');
  await panel.textbox.fill('');
  await suggest(panel, '@', CANDIDATES, 'unlisted');
  await check('suggestions');
  await panel.textbox.fill('');
  await suggestPrompts(panel, '/');
  await check('prompts');
  await panel.receive(SHOW_HISTORY, history());
  await page.getByRole('row').first().hover();
  await check('row');
  await page.getByRole('row', { name: 'Summarize' }).press('F2');
  await check('title');
  await page.getByRole('textbox', { name: 'Search conversations' }).fill('match');
  const { searchId } = await panel.posted('searchHistory');
  await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 7 });
  await check('search');
}

/** Whether the first expandable button with this name is expanded, according to the accessibility tree. */
export async function isExpanded(page: Page, name: RegExp): Promise<boolean | undefined> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ role, name: own }) => role?.value === 'button' && name.test(own?.value))
    .flatMap(({ properties = [] }) => properties)
    .find((property) => property.name === 'expanded')?.value.value;
}
