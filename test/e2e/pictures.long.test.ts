import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Theme } from '../harness/vscode/workbench.ts';
import { endToEnd, replyNext } from './fixture.ts';
import { Person } from './person.ts';

/** Screenshots for review by eye, in all kinds of themes and widths. They fail only if a state can't be reached. */
const e2e = endToEnd();
const person = new Person(e2e);

const THEMES: readonly Theme[] = ['light', 'dark', 'highContrast', 'highContrastLight'];
const WIDTHS = [200, 340, 800] as const;

const REPLY = [
  'The pattern allows no space between the number and the unit, so `match` is `null` and the function throws. Allow it:',
  '```ts title="duration.ts"',
  'export function parseDuration(text: string): number {',
  '  const match = /^(\\d+(?:\\.\\d+)?)\\s*([a-z]+)$/.exec(text);',
  '  const [, amount, unit] = match ?? [];',
  '  if (amount === undefined || !isUnit(unit)) {',
  "    throw new RangeError('Not a duration');",
  '  }',
  '  return Number(amount) * MILLISECONDS_PER_UNIT[unit];',
  '}',
  '```',
  'With `\\s*` before the unit, “5 s” becomes 5,000.',
].join('\n');

/** The code leaves parts out, so that Replace opens a review. */
const ELIDED_REPLY = [
  'Allow space before the unit:',
  '```ts',
  'export function parseDuration(text: string): number {',
  '  const match = /^(\\d+(?:\\.\\d+)?)\\s*([a-z]+)$/.exec(text);',
  '  // ... existing code ...',
  '  return Number(amount) * MILLISECONDS_PER_UNIT[unit];',
  '}',
  '```',
].join('\n');

async function inEveryTheme(name: string): Promise<void> {
  for (const theme of THEMES) {
    await e2e.workbench.setTheme(theme);
    await e2e.workbench.screenshot(`${name}-${theme}`);
  }
}

/** Waits until the code in the panel has the colors of the editor, up to its last line. */
async function waitForCodeColors(): Promise<void> {
  const colorOf = (lines: Locator): Promise<string> =>
    lines
      .locator('span', { hasText: /^\s*return$/ })
      .first()
      .evaluate((word) => getComputedStyle(word).color);
  await e2e.workbench.waitUntil(
    async () =>
      (await colorOf(person.lastReply.locator('pre'))) ===
      (await colorOf(e2e.workbench.page.locator('.monaco-editor .view-lines'))),
  );
}

describe('screenshots', () => {
  test('of the panel before the first connection', async () => {
    await e2e.workbench.showPanel();
    await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
    await inEveryTheme('not-connected');
  });

  describe('of a connected panel', () => {
    before(() => person.connect());

    test('without a conversation', () => inEveryTheme('empty'));

    test('with a conversation, at every width', async () => {
      await person.askAbout('duration.ts', 3, 11, 'Why does this refuse “5 s”?');
      await person.replyFinished(1);
      await person.ask('And “1 h 30 m”?');
      await person.replyFinished(2);
      for (const theme of THEMES) {
        await e2e.workbench.setTheme(theme);
        for (const width of WIDTHS) {
          await e2e.workbench.setPanelWidth(width);
          await e2e.workbench.screenshot(`conversation-${theme}-${width}`);
        }
      }
    });

    test('for the README', async () => {
      const { workbench, service } = e2e;
      const sideBar = workbench.page.locator('.part.sidebar');
      await workbench.setTheme('dark');
      await workbench.setPanelWidth(420);
      for (const question of [
        'Summarize the module',
        'What is a good name for this?',
        'Write tests for the selection',
      ]) {
        await person.newChat();
        await person.ask(question);
        await person.replyFinished(1);
      }
      await person.newChat();
      replyNext(service, REPLY);
      await person.askAbout('duration.ts', 3, 11, 'Why does this refuse “5 s”?');
      await person.replyFinished(1);
      await workbench.page.setViewportSize({ width: 1080, height: 690 });
      await waitForCodeColors();
      await workbench.screenshot('readme-dark');
      await workbench.setTheme('light');
      await waitForCodeColors();
      await workbench.screenshot('readme-light', sideBar);
      await workbench.runCommand('Assistant: Show Conversations');
      await person.panel.locator('.row-title', { hasText: 'Summarize the module' }).waitFor();
      await workbench.screenshot('readme-history', sideBar);
      await workbench.page.keyboard.press('Escape');
      await workbench.page.setViewportSize({ width: 1400, height: 900 });
    });

    test('with a reply whose code replaces what was asked about, and its review', async () => {
      const { workbench, service } = e2e;
      await person.newChat();
      replyNext(service, ELIDED_REPLY);
      await person.askAbout('duration.ts', 4, 11, 'Allow spaces.');
      await person.replyFinished(1);
      await person.lastReply.getByRole('button', { name: 'Replace lines 4–11 of duration.ts' }).click();
      await person.lastReply.getByText('The code leaves parts out.').waitFor();
      // Beside the widest panel, the diff is in one column. It stays so when there is room again.
      for (const width of WIDTHS) {
        await workbench.setPanelWidth(width);
        for (const theme of THEMES) {
          await workbench.setTheme(theme);
          await workbench.screenshot(`review-${theme}-${width}`);
        }
      }
      await workbench.runCommand('Assistant: Discard Proposed Change');
      await workbench.page.locator('.tab.active[data-resource-name="duration.ts"]').waitFor();
    });

    test('with a long streaming reply', async () => {
      await e2e.workbench.setPanelWidth(340);
      e2e.service.setLatency(20);
      await person.newChat();
      await person.ask('Write.\n\n!long 3000');
      await person.lastReply.locator('p').nth(4).waitFor();
      await e2e.workbench.screenshot('streaming');
      await person.panel.getByRole('button', { name: 'Stop', exact: true }).click();
      await person.lastReply.getByText('Stopped').waitFor();
      e2e.service.setLatency(0);
    });

    test('with a reply that runs, and has ended, while another view is shown', async () => {
      const { workbench, service } = e2e;
      const { page } = workbench;
      await person.newChat();
      service.setLatency(200);
      await person.ask('Write.\n\n!long 3000');
      await person.lastReply.locator('p').first().waitFor();
      await workbench.hidePanel();
      await page.locator('.statusbar-item[id$="assistant.model"] .codicon-loading').waitFor();
      await inEveryTheme('running-unseen');
      service.setLatency(0);
      await page.locator('.activitybar .badge', { hasText: '1' }).and(page.locator(':visible')).waitFor();
      await inEveryTheme('ended-unseen');
      await person.openChat();
    });

    test('with failures', async () => {
      await person.newChat();
      // Two failures that are not retried automatically.
      for (const [index, status] of [401, 403].entries()) {
        e2e.service.failNext(status);
        await person.ask('Why?');
        await person.replies.nth(index).locator('.notes .notice').waitFor();
      }
      await inEveryTheme('failures');
    });
  });
});
