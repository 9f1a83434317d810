import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Theme } from '../../harness/vscode/workbench.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd({
  // What the editor adds to the colours of grammar and theme.
  settings: () => ({
    'editor.semanticHighlighting.enabled': false,
    'editor.bracketPairColorization.enabled': false,
    'editor.occurrencesHighlight': 'off',
    'editor.selectionHighlight': false,
  }),
});
const person = new Person(e2e);

/** For each line its signs and words in their order, each with its colour and font style. */
type Looks = string[][];

/** @param lines the elements of the lines, or one element with all of them */
function looks(lines: Locator): Promise<Looks> {
  return lines.evaluateAll((elements) => {
    const found: { top: number; looks: string[] }[] = [];
    for (const line of elements) {
      let row: string[] = [];
      const rows = [row];
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        const style = getComputedStyle(parentElement ?? line);
        const isBold = Number(style.fontWeight) >= 600 ? 'bold' : '';
        for (const sign of textContent ?? '') {
          if (sign === '\n') {
            row = [];
            rows.push(row);
          } else if (sign.trim() !== '') {
            row.push(`${sign} ${style.color} ${style.fontStyle} ${isBold}`.trim());
          }
        }
      }
      found.push(...rows.map((all) => ({ top: line.getBoundingClientRect().top, looks: all })));
    }
    return found.sort((one, other) => one.top - other.top).map((one) => one.looks);
  });
}

function editorLooks(): Promise<Looks> {
  return looks(e2e.workbench.page.locator('.editor-group-container.active .monaco-editor .view-line'));
}

function panelLooks(): Promise<Looks> {
  return looks(person.lastReply.locator('pre code'));
}

async function untilAlike(): Promise<void> {
  try {
    await e2e.workbench.waitUntil(async () => {
      const editor = await editorLooks();
      return JSON.stringify((await panelLooks()).filter(hasText)) === JSON.stringify(editor.filter(hasText));
    });
  } catch {
    assert.deepEqual((await panelLooks()).filter(hasText), (await editorLooks()).filter(hasText));
  }
}

function hasText(line: readonly string[]): boolean {
  return line.length > 0;
}

describe('code in the panel', () => {
  before(async () => {
    await person.connect();
    await e2e.workbench.setPanelWidth(700);
    await person.askAbout('duration.ts', 1, 21, 'Why?');
    await person.replyFinished(1);
    // With high contrast, what is selected in the editor has one colour alone.
    await e2e.workbench.runCommand('View: Focus Active Editor Group');
    const { page } = e2e.workbench;
    await e2e.workbench.waitUntil(async () => {
      // The keyboard is in the editor a moment after the command.
      await page.keyboard.press('Control+Home');
      return (await page.locator('[id="status.editor.selection"]').innerText()) === 'Ln 1, Col 1';
    });
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] satisfies Theme[]) {
    test(`has every colour that the same code has in the editor beside: ${theme}`, async () => {
      await e2e.workbench.setTheme(theme);
      await untilAlike();
      const colours = new Set((await panelLooks()).flat().map((look) => look.slice(2)));
      assert.ok(colours.size >= 4, `Only ${[...colours].join('; ')}`);
      await e2e.workbench.screenshot(`colours-${theme}`);
    });
  }

  test('has those of a theme that another extension brings, italics included', async () => {
    await e2e.workbench.setTheme('dark');
    await e2e.workbench.changeSettings({ 'workbench.colorTheme': 'Monokai' });
    // Until then both look alike as before.
    await e2e.workbench.waitUntil(async () =>
      (await panelLooks()).flat().some((look) => look.includes(' italic')),
    );
    await untilAlike();
    await e2e.workbench.screenshot('colours-Monokai');
  });

  test('follows the colours that a person chose in the settings', async () => {
    await e2e.workbench.changeSettings({
      'workbench.colorTheme': 'Monokai',
      'editor.tokenColorCustomizations': {
        strings: '#123456',
        '[Mono*]': { textMateRules: [{ scope: 'comment', settings: { foreground: '#fedcba' } }] },
      },
    });
    // Until then both look alike as before.
    await e2e.workbench.waitUntil(async () => {
      const colours = (await panelLooks()).flat().join();
      return colours.includes('rgb(18, 52, 86)') && colours.includes('rgb(254, 220, 186)');
    });
    await untilAlike();
  });

  test('is drawn without an error or a violation of the page’s policy', () => {
    // VS Code has errors of its own when many settings are saved on a slow machine.
    const own = e2e.workbench.consoleErrors.filter((error) => /Security Policy|assistant/i.test(error));
    assert.deepEqual(own, []);
  });
});
