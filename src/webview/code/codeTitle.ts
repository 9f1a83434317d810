import { visibleText } from '../../core/visibleText.ts';
import type { BlockFileView } from '../../protocol/code.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { t } from '../l10n.ts';
import { nameOfPath } from './codeActionNames.ts';

interface CodeTitleOptions {
  /** File name in the info string, with visible hidden characters. Empty if there is none. */
  named: string;
  language: string;
  open(): void;
  /** Called when the focus would be lost with a link. */
  onFocusLost(): void;
}

/** The file and the language of a code block. A file that exists is a link. */
export class CodeTitle {
  readonly element = element('span', 'code-title');
  readonly #options: CodeTitleOptions;
  #fileElement: HTMLElement | undefined;
  #shown: string | undefined;

  constructor(options: CodeTitleOptions) {
    this.#options = options;
    this.element.append(element('span', 'code-language', options.language));
    this.file = undefined;
  }

  /** What the info string says stays as it is, so that nothing moves when the host has found the file. */
  set file(file: BlockFileView | undefined) {
    const { named, language, onFocusLost } = this.#options;
    const path = file === undefined ? named : visibleText(file.path);
    const isLink = file?.leadsTo === 'file';
    const shown = `${isLink} ${path}`;
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    this.element.title = path === '' ? language : `${path} ${language}`;
    const before = this.#fileElement;
    const hadFocus = before !== undefined && before === document.activeElement;
    this.#fileElement = path === '' ? undefined : this.#createFile(named || path, isLink ? path : undefined);
    before?.remove();
    this.element.prepend(...(this.#fileElement === undefined ? [] : [this.#fileElement]));
    if (hadFocus) {
      if (isLink) {
        this.#fileElement?.focus({ preventScroll: true });
      } else {
        onFocusLost();
      }
    }
  }

  /** @param linkTo absent if the file can't be opened */
  #createFile(text: string, linkTo: string | undefined): HTMLElement {
    const name = nameOfPath(text);
    const folder = text.slice(0, text.length - name.length);
    // The folder is shortened first where there is too little room.
    const parts = [element('span', 'code-folder', folder), element('span', '', name)];
    if (linkTo === undefined) {
      return element('span', 'code-file', ...parts);
    }
    const link = button('code-file', ...parts);
    link.ariaLabel = t('Open {0}', text);
    link.title = t('Open {0}', linkTo);
    link.addEventListener('click', () => this.#options.open());
    return link;
  }
}
