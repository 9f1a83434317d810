import { HITS, history, SHOW_HISTORY } from './historySamples.ts';
import type { PanelPage } from './panelPage.ts';
import { question, REPLY, reply, state } from './samples.ts';
import { suggest, suggestPrompts } from './suggestions.ts';

/** Opens what no scene shows by itself, such as menus and lists, one after the other, and has each looked at. */
export async function throughPopups(panel: PanelPage, look: (popup: string) => Promise<void>): Promise<void> {
  const { page } = panel;
  await panel.tell({ type: 'showChat' }, state({ turns: [question('Why?'), reply(REPLY)] }));
  await page.locator('.code').getByRole('button', { name: 'More Actions', exact: true }).click();
  await look('menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /tokens would be sent$/ }).click();
  await look('ring');
  await page.keyboard.press('Escape');
  await panel.textbox.fill('');
  await suggest(panel, '@');
  await look('suggestions');
  await panel.textbox.fill('');
  await suggestPrompts(panel, '/');
  await look('prompts');
  await panel.tell(SHOW_HISTORY, history());
  await page.getByRole('row').first().hover();
  await look('row');
  await page.getByRole('row', { name: 'Summarise' }).press('F2');
  await look('title');
  await page.getByRole('textbox', { name: 'Search everything' }).fill('match');
  const { searchId } = await panel.posted('searchHistory');
  await panel.tell({ type: 'searchHits', searchId, hits: HITS, total: 7 });
  await look('search');
}
