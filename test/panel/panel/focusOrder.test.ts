import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, SELECTION, state } from '../samples.ts';
import { THEMES_TO_CHECK, type ThemeKind } from '../themes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const LINK = 'See [the page](https://example.org).';

async function openWhole(theme: ThemeKind = 'dark'): Promise<PanelPage> {
  const panel = await open({ theme, width: 800 });
  await panel.receive(
    state({
      attachments: [SELECTION],
      draft: 'And?',
      turns: [
        question('Why?'),
        reply(`${LINK}\n\n${REPLY}`, {
          status: 'failed',
          notice: {
            severity: 'error',
            message: 'No answer.',
            actions: [{ action: 'retry', label: 'Try Again' }],
          },
        }),
      ],
    }),
    { type: 'find' },
  );
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('match');
  return panel;
}

/** Results of `read` at each Tab stop, from the find box until it has the focus again. */
async function readTabStops(panel: PanelPage, read: () => string): Promise<string[]> {
  const found: string[] = [];
  do {
    found.push(await panel.page.evaluate(read));
    await panel.page.keyboard.press('Tab');
    if (await panel.page.evaluate(() => document.activeElement === document.body)) {
      await panel.page.keyboard.press('Tab');
    }
  } while (
    found.length < 60 &&
    !(await panel.page.evaluate(() => document.activeElement?.closest('.find-box input') != null))
  );
  return found;
}

test('Tab moves through the panel in reading order', async () => {
  const panel = await openWhole();
  const names = await readTabStops(panel, () => {
    const focused = document.activeElement;
    if (focused?.matches('.reply-details')) {
      // Their text has a time.
      return 'details';
    }
    return focused?.ariaLabel || focused?.textContent?.trim() || focused?.tagName || '';
  });
  assert.deepEqual(names, [
    'Find',
    'Match Case',
    'Previous Match',
    'Next Match',
    'Close',
    'Conversation',
    'More Actions…',
    'the page',
    'Copy',
    'Code block 1, TypeScript',
    'Try Again',
    'details',
    'Copy Reply',
    'Insert Reply into Editor',
    'More Actions…',
    'duration.ts 12–24',
    'Message',
    'Add Context…',
    'Select Model: assistant-sonnet-4',
    'Next request: about 4.1K of 200K tokens',
    'Send',
  ]);
});

describe('every focused element has a focus outline or border', () => {
  for (const theme of THEMES_TO_CHECK) {
    test(theme, async () => {
      const panel = await openWhole(theme);
      const bare = await readTabStops(panel, () => {
        const focused = document.activeElement;
        if (focused === null) {
          return 'nothing';
        }
        // The box of a text field shows its focus.
        const shown = focused.matches('input, textarea')
          ? focused.closest('.find-box, .composer-box')
          : focused;
        const style = getComputedStyle(shown ?? focused);
        const probe = document.createElement('span');
        probe.style.color = 'var(--vscode-focusBorder)';
        document.body.append(probe);
        const color = getComputedStyle(probe).color;
        probe.remove();
        const hasOutline =
          style.outlineStyle !== 'none' &&
          Number.parseFloat(style.outlineWidth) >= 1 &&
          style.outlineColor === color;
        const hasBorder = shown !== focused && style.borderTopColor === color;
        return hasOutline || hasBorder ? '' : `${focused.className} ${style.outline}`;
      });
      assert.deepEqual([...new Set(bare)], ['']);
    });
  }
});
