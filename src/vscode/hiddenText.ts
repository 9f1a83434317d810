import * as vscode from 'vscode';
import { codePointText, type HiddenPlace, hiddenPlaces, withoutHidden } from '../core/hiddenCharacters.ts';

/** As many are named; the panel shows them all. */
const MOST_NAMED = 5;

/** Asks what to do with the hidden characters of a text; `undefined` when the question was put away. */
export type AskAboutHidden = (message: string, detail: string) => Promise<'without' | 'asIs' | undefined>;

/**
 * The text that is to go into a document: at once where every character of it can be seen, else as the person who
 * is asked says. `undefined` when it is not to go there at all.
 */
export async function textToPlace(
  text: string,
  ask: AskAboutHidden = askInWindow,
): Promise<string | undefined> {
  const places = hiddenPlaces(text);
  if (places.length === 0) {
    return text;
  }
  switch (await ask(question(places), listed(places))) {
    case 'without':
      return withoutHidden(text);
    case 'asIs':
      return text;
    case undefined:
      return undefined;
  }
}

/** The same for a place that takes no hidden character at all, so that there is one choice less. */
export function textWithoutHidden(
  text: string,
  ask: AskAboutHidden = (message, detail) => askInWindow(message, detail, []),
): Promise<string | undefined> {
  return textToPlace(text, ask);
}

function question(places: readonly HiddenPlace[]): string {
  return places.length === 1
    ? vscode.l10n.t('The text contains a hidden character.')
    : vscode.l10n.t('The text contains {0} hidden characters.', places.length);
}

/** Such as "U+202E in line 3, U+200B in line 7, …". */
function listed(places: readonly HiddenPlace[]): string {
  const all = places.map(({ codePoint, line }) =>
    vscode.l10n.t('{0} in line {1}', codePointText(codePoint), line),
  );
  const named = [...new Set(all)];
  const list = named.slice(0, MOST_NAMED).join(', ') + (named.length > MOST_NAMED ? ', …' : '');
  return `${list}\n\n${vscode.l10n.t('Such characters can make code look other than it is.')}`;
}

async function askInWindow(
  message: string,
  detail: string,
  more: readonly string[] = [asIs()],
): ReturnType<AskAboutHidden> {
  const without = vscode.l10n.t('Insert Without');
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, without, ...more);
  return answer === without ? 'without' : answer === asIs() ? 'asIs' : undefined;
}

function asIs(): string {
  return vscode.l10n.t('Insert As Is');
}
