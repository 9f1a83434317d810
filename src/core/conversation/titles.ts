import { cutText } from '../../base/characterEnd.ts';
import { splitHidden } from '../hiddenCharacters.ts';

/** Maximum length of a title without its "(edited)" or "(copy)", in UTF-16 code units. */
const MAX_BASE_CHARS = 180;

/** Maximum length of a title beside the name of the view or on the tab, in code points. */
const MAX_SHORT_TITLE_LENGTH = 40;

/** A title without the "(edited)" or "(edited 2)" at its end. @param mark the word, in the user's language */
export function titleWithoutMark(title: string, mark: string): string {
  const [end = '', word] = / \(([^()]+?)(?: \d+)?\)$/.exec(title) ?? [];
  return word === mark ? title.slice(0, -end.length) : title;
}

/**
 * Title of a copy, such as one in which a question was edited: "Title (edited)", or with the first number that is not
 * taken, from 2.
 *
 * @param mark the word that says what it is, in the user's language
 */
export function markedTitle(title: string, mark: string, taken: ReadonlySet<string>): string {
  const base = cutText(titleWithoutMark(title, mark), MAX_BASE_CHARS).trimEnd();
  let result = `${base} (${mark})`.trimStart();
  for (let number = 2; taken.has(result); number++) {
    result = `${base} (${mark} ${number})`.trimStart();
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
