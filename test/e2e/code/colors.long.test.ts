import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Theme } from '../../harness/vscode/workbench.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd({
  // Disables what the editor adds to the colors of grammar and theme.
  settings: () => ({
    'editor.semanticHighlighting.enabled': false,
    'editor.bracketPairColorization.enabled': false,
    'editor.occurrencesHighlight': 'off',
    'editor.selectionHighlight': false,
  }),
});
const person = new Person(e2e);

/** Characters of each line, each with its color and font style. */
type CharacterStyles = string[][];

/** @param lines the elements of the lines, or one element with all of them */
function characterStyles(lines: Locator): Promise<CharacterStyles> {
  return lines.evaluateAll((elements) => {
    const found: { top: number; styles: string[] }[] = [];
    for (const line of elements) {
      let row: string[] = [];
      const rows = [row];
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        const style = getComputedStyle(parentElement ?? line);
        const weight = Number(style.fontWeight) >= 600 ? 'bold' : '';
        for (const character of textContent ?? '') {
          if (character === '\n') {
            row = [];
            rows.push(row);
          } else if (character.trim() !== '') {
            row.push(`${character} ${style.color} ${style.fontStyle} ${weight}`.trim());
          }
        }
      }
      found.push(...rows.map((all) => ({ top: line.getBoundingClientRect().top, styles: all })));
    }
    return found.sort((one, other) => one.top - other.top).map((one) => one.styles);
  });
}

function editorStyles(): Promise<CharacterStyles> {
  return characterStyles(
    e2e.workbench.page.locator('.editor-group-container.active .monaco-editor .view-line'),
  );
}

/** Those of the code without the comment that the local service adds. */
async function panelStyles(): Promise<CharacterStyles> {
  return (await characterStyles(person.lastReply.locator('pre code'))).slice(1);
}

async function waitForSameColors(): Promise<void> {
  try {
    await e2e.workbench.waitUntil(async () => {
      const editor = await editorStyles();
      return JSON.stringify((await panelStyles()).filter(hasText)) === JSON.stringify(editor.filter(hasText));
    });
  } catch {
    assert.deepEqual((await panelStyles()).filter(hasText), (await editorStyles()).filter(hasText));
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
    // In high contrast themes, selected text in the editor has a single color.
    await e2e.workbench.palette.goToLine(1);
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] satisfies Theme[]) {
    test(`has the same colors as in the editor: ${theme}`, async () => {
      await e2e.workbench.setTheme(theme);
      await waitForSameColors();
      const colors = new Set((await panelStyles()).flat().map((style) => style.slice(2)));
      assert.ok(colors.size >= 4, `Only ${[...colors].join('; ')}`);
      await e2e.workbench.screenshot(`colors-${theme}`);
    });
  }

  test('has the colors and italics of another extension’s theme', async () => {
    await e2e.workbench.setTheme('dark');
    await e2e.workbench.changeSettings({ 'workbench.colorTheme': 'Monokai' });
    // Wait for the new colors first, since both have equal colors before the change, too.
    await e2e.workbench.waitUntil(async () =>
      (await panelStyles()).flat().some((style) => style.includes(' italic')),
    );
    await waitForSameColors();
    await e2e.workbench.screenshot('colors-Monokai');
  });

  test('has the token colors that the user customized in the settings', async () => {
    await e2e.workbench.changeSettings({
      'workbench.colorTheme': 'Monokai',
      'editor.tokenColorCustomizations': {
        strings: '#123456',
        '[Mono*]': { textMateRules: [{ scope: 'comment', settings: { foreground: '#fedcba' } }] },
      },
    });
    // Wait for the new colors first, since both have equal colors before the change, too.
    await e2e.workbench.waitUntil(async () => {
      const colors = (await panelStyles()).flat().join();
      return colors.includes('rgb(18, 52, 86)') && colors.includes('rgb(254, 220, 186)');
    });
    await waitForSameColors();
  });

  test('is colored without errors or violations of the page’s policy', () => {
    // VS Code logs errors of its own when many settings are saved on a slow machine.
    const own = e2e.workbench.consoleErrors.filter((error) => /Security Policy|assistant/i.test(error));
    assert.deepEqual(own, []);
  });
});
