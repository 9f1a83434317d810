import { button, iconButton } from '../buttons.ts';
import { element, openDetailsAround } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';

export function createFootnoteReference(number: string): HTMLElement {
  const reference = button('footnote-reference', number);
  reference.ariaLabel = t('Footnote {0}', number);
  return element('sup', '', reference);
}

/** The list item of a note, with the button that goes back to the text as its first child. */
export function createNote(number: number): HTMLLIElement {
  const back = iconButton(t('Back to Text'), icon('arrow-up'));
  back.classList.add('footnote-back');
  const note = element('li', 'footnote', back);
  note.value = number;
  // Focused when a reference is followed, so that a screen reader reads the note.
  note.tabIndex = -1;
  return note;
}

/** Lets the references in a reply move the focus to their notes, and the notes back. A code block may have its own. */
export function listenForFootnotes(reply: Element): void {
  let followed: HTMLElement | undefined;
  const isOwn = (part: Element): boolean => part.closest('.markdown') === reply;
  const referencesTo = (number: number) =>
    [...reply.querySelectorAll<HTMLElement>('.footnote-reference')].filter(
      (reference) => reference.textContent === String(number) && isOwn(reference),
    );
  reply.addEventListener('click', ({ target }) => {
    const clicked = target instanceof Element ? target.closest('.footnote-reference, .footnote-back') : null;
    if (clicked === null || !isOwn(clicked)) {
      return;
    }
    const note = clicked.closest<HTMLLIElement>('.footnote');
    if (clicked instanceof HTMLElement && clicked.matches('.footnote-reference')) {
      followed = clicked;
      moveTo(
        [...reply.querySelectorAll<HTMLLIElement>('.footnote')].find(
          (one) => String(one.value) === clicked.textContent && isOwn(one),
        ),
      );
    } else if (note) {
      const references = referencesTo(note.value);
      moveTo(references.find((reference) => reference === followed) ?? references[0]);
    }
  });
}

function moveTo(target: HTMLElement | undefined): void {
  if (target !== undefined) {
    openDetailsAround(target);
    target.scrollIntoView({ block: 'nearest' });
    target.focus({ preventScroll: true });
  }
}
