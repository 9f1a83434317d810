import * as vscode from 'vscode';
import {
  findHiddenCharacters,
  formatCodePoint,
  type HiddenCharacter,
  removeHidden,
} from '../core/hiddenCharacters.ts';

/** Maximum number of hidden characters that the dialog lists. The panel marks all of them. */
const MAX_LISTED = 5;

/** Asks what to do with hidden characters. Resolves to `undefined` if the user cancels. */
export type AskAboutHiddenText = (message: string, detail: string) => Promise<'without' | 'asIs' | undefined>;

/**
 * Returns the text that may be inserted: `text` itself if it has no hidden characters, otherwise what the user chose.
 * `undefined` if the user canceled.
 */
export async function confirmHiddenText(
  text: string,
  ask: AskAboutHiddenText = showHiddenTextWarning,
): Promise<string | undefined> {
  const hidden = findHiddenCharacters(text);
  if (hidden.length === 0) {
    return text;
  }
  switch (await ask(hiddenTextMessage(hidden), hiddenTextDetail(hidden))) {
    case 'without':
      return removeHidden(text);
    case 'asIs':
      return text;
    case undefined:
      return undefined;
  }
}

/** Like `confirmHiddenText`, for targets that must not get hidden characters: **Insert As Is** is not offered. */
export function confirmVisibleText(
  text: string,
  ask: AskAboutHiddenText = (message, detail) => showHiddenTextWarning(message, detail, []),
): Promise<string | undefined> {
  return confirmHiddenText(text, ask);
}

function hiddenTextMessage(hidden: readonly HiddenCharacter[]): string {
  return hidden.length === 1
    ? vscode.l10n.t('The text contains a hidden character.')
    : vscode.l10n.t('The text contains {0} hidden characters.', hidden.length);
}

/** For example "U+202E on line 3, U+200B on line 7, …". */
function hiddenTextDetail(hidden: readonly HiddenCharacter[]): string {
  const entries = hidden.map(({ codePoint, line }) =>
    vscode.l10n.t('{0} on line {1}', formatCodePoint(codePoint), line),
  );
  const unique = [...new Set(entries)];
  const list = unique.slice(0, MAX_LISTED).join(', ') + (unique.length > MAX_LISTED ? ', …' : '');
  return `${list}\n\n${vscode.l10n.t('Such characters can make code look different from what it is.')}`;
}

async function showHiddenTextWarning(
  message: string,
  detail: string,
  extraButtons: readonly string[] = [insertAsIsLabel()],
): ReturnType<AskAboutHiddenText> {
  const without = vscode.l10n.t('Remove and Insert');
  const choice = await vscode.window.showWarningMessage(
    message,
    { modal: true, detail },
    without,
    ...extraButtons,
  );
  return choice === without ? 'without' : choice === insertAsIsLabel() ? 'asIs' : undefined;
}

function insertAsIsLabel(): string {
  return vscode.l10n.t('Insert As Is');
}
