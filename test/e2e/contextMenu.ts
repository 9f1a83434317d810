import type { Locator } from 'playwright-core';

/** Opens the context menu of a part of the workbench and chooses an entry. */
export async function chooseInContextMenu(target: Locator, entry: string): Promise<void> {
  const page = target.page();
  const menu = page.locator('.monaco-menu:visible');
  await target.click({ button: 'right' });
  await menu.locator('.action-label', { hasText: entry }).hover();
  // A menu ignores clicks right after it opens, since they could end the click that opened it.
  await menu.locator('.action-item.focused', { hasText: entry }).waitFor();
  await page.keyboard.press('Enter');
}
