import { MAX_TITLE_CHARS } from '../../protocol/history.ts';
import { element } from '../dom.ts';
import { listenForKeys } from '../keyboard.ts';

/**
 * Replaces the title of a row with an input box. Enter and blur accept the new title, Escape restores the old one. Then
 * the row has the focus, if the box had it.
 * @param current title with its hidden characters, which `title` shows as marks
 * @param name accessible name of the box
 * @param onChange called at the end if a new title was accepted
 */
export function editTitle(
  title: HTMLElement,
  current: string,
  name: string,
  onChange: (title: string) => void,
): void {
  const input = element('input', 'title-input');
  input.type = 'text';
  input.ariaLabel = name;
  input.dir = 'auto';
  input.maxLength = MAX_TITLE_CHARS;
  input.defaultValue = current;
  let isDone = false;
  const end = (isAccepted: boolean): void => {
    if (!isDone) {
      isDone = true;
      const newTitle = input.value.trim();
      if (document.activeElement === input) {
        input.closest<HTMLElement>('[role="row"]')?.focus();
      }
      input.replaceWith(title);
      if (isAccepted && newTitle !== current) {
        onChange(newTitle);
      }
    }
  };
  listenForKeys(input, (event) => {
    // The list and the screen handle arrow keys and letters themselves.
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === 'Escape') {
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
