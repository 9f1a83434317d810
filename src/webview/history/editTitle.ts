import { MAX_TITLE_CHARS } from '../../protocol/history.ts';
import { element } from '../dom.ts';

/**
 * Replaces a title with an input box. Enter and blur accept the new title, Escape restores the old one.
 * @param current title with its hidden characters, which `title` shows as marks
 * @param name accessible name of the box
 * @param onDone called once, with the new title if it was accepted and differs
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
  const end = (isAccepted: boolean): void => {
    if (!isDone) {
      isDone = true;
      const newTitle = input.value.trim();
      input.replaceWith(title);
      onDone(isAccepted && newTitle !== current ? newTitle : undefined);
    }
  };
  input.addEventListener('keydown', (event) => {
    // The list and the screen handle arrow keys and letters themselves.
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
