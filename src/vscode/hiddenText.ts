import * as vscode from 'vscode';
import {
  findHiddenCharacters,
  formatCodePoint,
  type HiddenCharacter,
  removeHidden,
} from '../core/hiddenCharacters.ts';

/** As many are named; the panel shows them all. */
const MAX_LISTED = 5;

/** Asks what to do with the hidden characters of a text; `undefined` when the question was put away. */
export type AskAboutHiddenText = (message: string, detail: string) => Promise<'without' | 'asIs' | undefined>;

/**
 * The text that is to go into a document: at once where every character of it can be seen, else as the person who
 * is asked says. `undefined` when it is not to go there at all.
 */
export async function confirmHiddenText(
  text: string,
  ask: AskAboutHiddenText = showHiddenTextWarning,
): Promise<string | undefined> {
  const places = findHiddenCharacters(text);
  if (places.length === 0) {
    return text;
  }
  switch (await ask(hiddenTextMessage(places), hiddenTextDetail(places))) {
    case 'without':
      return removeHidden(text);
    case 'asIs':
      return text;
    case undefined:
      return undefined;
  }
}

/** The same for a place that takes no hidden character at all, so that there is one choice less. */
export function confirmVisibleText(
  text: string,
  ask: AskAboutHiddenText = (message, detail) => showHiddenTextWarning(message, detail, []),
): Promise<string | undefined> {
  return confirmHiddenText(text, ask);
}

function hiddenTextMessage(places: readonly HiddenCharacter[]): string {
  return places.length === 1
    ? vscode.l10n.t('The text contains a hidden character.')
    : vscode.l10n.t('The text contains {0} hidden characters.', places.length);
}

/** Such as "U+202E in line 3, U+200B in line 7, …". */
function hiddenTextDetail(places: readonly HiddenCharacter[]): string {
  const all = places.map(({ codePoint, line }) =>
    vscode.l10n.t('{0} on line {1}', formatCodePoint(codePoint), line),
  );
  const named = [...new Set(all)];
  const list = named.slice(0, MAX_LISTED).join(', ') + (named.length > MAX_LISTED ? ', …' : '');
  return `${list}\n\n${vscode.l10n.t('Such characters can make code look different from what it is.')}`;
}

async function showHiddenTextWarning(
  message: string,
  detail: string,
  more: readonly string[] = [insertAsIsLabel()],
): ReturnType<AskAboutHiddenText> {
  const without = vscode.l10n.t('Remove and Insert');
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, without, ...more);
  return answer === without ? 'without' : answer === insertAsIsLabel() ? 'asIs' : undefined;
}

function insertAsIsLabel(): string {
  return vscode.l10n.t('Insert As Is');
}
