import { splitHidden } from '../hiddenCharacters.ts';

/** Maximum length of a title without its "(edited)", in UTF-16 code units. */
const MAX_BASE_CHARS = 180;

/** Maximum length of a title beside the name of the view or on the tab, in code points. */
const MAX_SHORT_TITLE_LENGTH = 40;

/** A title without the "(edited)" or "(edited 2)" at its end. @param edited the word, in the user's language */
export function titleWithoutEdited(title: string, edited: string): string {
  const [mark = '', word] = / \(([^()]+?)(?: \d+)?\)$/.exec(title) ?? [];
  return word === edited ? title.slice(0, -mark.length) : title;
}

/**
 * Title of a copy in which a question was edited: "Title (edited)", or with the first number that is not taken, from 2.
 *
 * @param edited the word, in the user's language
 */
export function editedTitle(title: string, edited: string, taken: ReadonlySet<string>): string {
  const base = titleWithoutEdited(title, edited).slice(0, MAX_BASE_CHARS).trimEnd();
  let result = `${base} (${edited})`.trimStart();
  for (let number = 2; taken.has(result); number++) {
    result = `${base} (${edited} ${number})`.trimStart();
  }
  return result;
}

/** A title as one line of at most 40 characters, without hidden ones, for where VS Code shows plain text. */
export function shortTitle(title: string): string {
  const visible = splitHidden(title).map((piece) => ('text' in piece ? piece.text : ''));
  const line = visible.join('').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_SHORT_TITLE_LENGTH
    ? `${characters.slice(0, MAX_SHORT_TITLE_LENGTH).join('').trimEnd()}…`
    : line;
}
