import { visibleText } from '../../core/visibleText.ts';
import type { AppliedView } from '../../protocol/code.ts';
import { button, listenForPress, setButtonName } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import { nameOfPath } from './codeActionNames.ts';

interface AppliedRowOptions {
  show(): unknown;
  revert(): unknown;
}

/** Below the code of a block: where that was applied, and a button that takes it back. */
export class AppliedRow {
  readonly element: HTMLElement;
  readonly #link = button('applied-link');
  readonly #revert = button('applied-revert', icon('discard'), t('Revert'));

  constructor({ show, revert }: AppliedRowOptions) {
    listenForPress(this.#link, show);
    listenForPress(this.#revert, revert);
    this.element = element('div', 'code-applied', this.#link, this.#revert);
  }

  /** @returns whether its words differ from before */
  update(applied: AppliedView): boolean {
    const path = visibleText(applied.path);
    const text = placeText(applied);
    const hasChanged = text !== this.#link.textContent;
    if (hasChanged) {
      this.#link.textContent = text;
    }
    this.#link.title = path;
    setButtonName(this.#revert, t('Revert in {0}', path));
    return hasChanged;
  }
}

/** Where code was applied, such as “In duration.ts, 3–11”. */
export function placeText({ path, lines, isChanged }: AppliedView): string {
  const name = nameOfPath(visibleText(path));
  if (lines === undefined) {
    return isChanged ? t('In {0}, changed since', name) : t('In {0}', name);
  }
  const { start, end } = lines;
  if (start === end) {
    return isChanged ? t('In {0}, {1}, changed since', name, start) : t('In {0}, {1}', name, start);
  }
  return isChanged
    ? t('In {0}, {1}–{2}, changed since', name, start, end)
    : t('In {0}, {1}–{2}', name, start, end);
}
