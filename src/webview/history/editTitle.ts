import { MAX_TITLE_CHARS } from '../../protocol/history.ts';
import { element } from '../dom.ts';

/**
 * Lets the reader write another title in the place of the one that is shown. Enter and leaving the box keep what was
 * written, Escape gives the old one back.
 * @param current the title as it is, in which hidden characters are no marks
 * @param name of the box, for a screen reader
 * @param onDone is called once, with the title that is to be kept; without one, nothing is
 */
export function editTitle(
  title: HTMLElement,
  current: string,
  name: string,
  onDone: (title?: string) => void,
): void {
  const input = element('input', 'title-input');
  input.type = 'text';
  input.ariaLabel = name;
  input.dir = 'auto';
  input.maxLength = MAX_TITLE_CHARS;
  input.value = current;
  let isDone = false;
  const end = (isKept: boolean): void => {
    if (!isDone) {
      isDone = true;
      const written = input.value.trim();
      input.replaceWith(title);
      onDone(isKept && written !== current ? written : undefined);
    }
  };
  input.addEventListener('keydown', (event) => {
    // The arrow keys are those of the box, and no letter is one of the list's.
    event.stopPropagation();
    if (!event.isComposing && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      end(event.key === 'Enter');
    }
  });
  input.addEventListener('click', (event) => event.stopPropagation());
  input.addEventListener('blur', () => end(true));
  title.replaceWith(input);
  input.focus();
  input.select();
}
