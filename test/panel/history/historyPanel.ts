import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, state } from '../samples.ts';
import { history, SHOW_HISTORY } from './historySamples.ts';

export const CHAT = state({ conversationId: 'Why NaN for “5 s”', turns: [question('Why?'), reply(REPLY)] });

/** Shows the list in a panel that has a conversation. */
export async function showHistory(panel: PanelPage, list = history()): Promise<PanelPage> {
  await panel.receive(CHAT, { type: 'focusComposer' }, SHOW_HISTORY, list);
  return panel;
}

export const searchBox = (panel: PanelPage): Locator =>
  panel.page.getByRole('textbox', { name: 'Search conversations' });
export const rows = (panel: PanelPage): Locator => panel.page.getByRole('row');
export const row = (panel: PanelPage, title: string): Locator => rows(panel).filter({ hasText: title });
export const titles = (panel: PanelPage): Promise<string[]> =>
  panel.page.locator('.row-title').allTextContents();
export const isFocused = async (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** @returns the id of the search, for the response */
export async function searchFor(panel: PanelPage, query: string): Promise<number> {
  const before = panel.postedOf('searchHistory').length;
  await searchBox(panel).fill(query);
  return (await panel.posted('searchHistory', before + 1)).searchId;
}
