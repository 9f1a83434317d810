import {
  findHiddenCharacters,
  formatCodePoint,
  type HiddenCharacter,
  isHiddenBlank,
  removeHidden,
  type TextKind,
} from '../core/hiddenCharacters.ts';
import { joined, t, type UiText } from './uiText.ts';
import { askInDialog } from './vscodeUi.ts';

/** Maximum number of hidden characters that the dialog lists. The panel marks all of them. */
const MAX_LISTED = 5;

/** Asks what to do with hidden characters. Resolves to `undefined` if the user cancels. */
export type AskAboutHiddenText = (message: UiText, detail: UiText) => Promise<'without' | 'asIs' | undefined>;

/**
 * Returns the text that may be inserted: `text` itself if it has no hidden characters, otherwise what the user chose.
 * `undefined` if the user canceled.
 */
export async function confirmHiddenText(
  text: string,
  kind: TextKind,
  ask: AskAboutHiddenText = showHiddenTextWarning,
): Promise<string | undefined> {
  const hidden = findHiddenCharacters(text, kind);
  if (hidden.length === 0) {
    return text;
  }
  switch (await ask(hiddenTextMessage(hidden), hiddenTextDetail(hidden))) {
    case 'without':
      return removeHidden(text, kind);
    case 'asIs':
      return text;
    case undefined:
      return undefined;
  }
}

/** Like `confirmHiddenText`, for targets that must not get hidden characters: **Insert As Is** is not offered. */
export function confirmVisibleText(
  text: string,
  kind: TextKind,
  ask: AskAboutHiddenText = (message, detail) => showHiddenTextWarning(message, detail, false),
): Promise<string | undefined> {
  return confirmHiddenText(text, kind, ask);
}

function hiddenTextMessage(hidden: readonly HiddenCharacter[]): UiText {
  return hidden.length === 1
    ? t('The text contains a hidden character.')
    : t('The text contains {0} hidden characters.', hidden.length);
}

/** For example "U+202E on line 3, U+200B on line 7, …". */
function hiddenTextDetail(hidden: readonly HiddenCharacter[]): UiText {
  const unique = [...new Map(hidden.map((one) => [`${one.codePoint} ${one.line}`, one])).values()];
  const entries = unique.map(({ codePoint, line }) => t('{0} on line {1}', formatCodePoint(codePoint), line));
  const list = joined(entries, ', ', MAX_LISTED);
  const blanks = hidden.some(({ codePoint }) => isHiddenBlank(codePoint))
    ? [t('In place of blanks, plain ones are inserted.')]
    : [];
  const why = t('Such characters can make code look different from what it is.');
  return joined([list, joined([why, ...blanks], ' ')], '\n\n');
}

async function showHiddenTextWarning(
  message: UiText,
  detail: UiText,
  canBeAsIs = true,
): ReturnType<AskAboutHiddenText> {
  return askInDialog<'without' | 'asIs'>(
    message,
    detail,
    { label: t('Remove and Insert'), value: 'without' },
    ...(canBeAsIs ? [{ label: t('Insert As Is'), value: 'asIs' as const }] : []),
  );
}
