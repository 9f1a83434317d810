import { actionButton } from './buttons.ts';
import { readCodeInfo } from './codeInfo.ts';
import { CodeText } from './codeText.ts';
import { element, statusLine } from './dom.ts';
import { fill } from './format.ts';
import { visibleText } from './hiddenMarks.ts';
import type { IconName } from './icons.ts';
import { languageName } from './languages.ts';
import { toolbar } from './toolbar.ts';
import type { ViewContext } from './viewContext.ts';

/** Which code block it is, in the words of the protocol. */
export interface CodeBlockPlace {
  turnId: string;
  /** Position among the code blocks of the turn, from 0. */
  block: number;
}

/** A small editor: what it is on the left, what can be done with it on the right, the code below. */
export class CodeBlockView {
  readonly element: HTMLElement;
  readonly #text: CodeText;

  constructor({ strings, host }: ViewContext, place: CodeBlockPlace, info: string, content: string) {
    const { language, file } = readCodeInfo(visibleText(info));
    const name = languageName(language) || strings.plainText;
    const status = statusLine('code-status');
    const button = (
      action: 'copy' | 'insert' | 'replace',
      label: string,
      doneName: string,
      iconName: IconName,
    ): HTMLButtonElement =>
      actionButton({
        name: label,
        doneName,
        iconName,
        status,
        act: () => host.request({ type: 'codeAction', ...place, action }),
      });
    const bar = toolbar(fill(strings.codeBlock, place.block + 1, name), [
      button('copy', strings.copy, strings.copied, 'copy'),
      button('insert', strings.insertAtCursor, strings.inserted, 'insert'),
      button('replace', strings.replaceSelection, strings.replaced, 'replace'),
    ]);
    const title = element('span', 'code-title');
    if (file !== '') {
      title.append(element('span', '', file));
    }
    title.append(element('span', 'code-language', name));
    title.title = file === '' ? name : `${file} ${name}`;
    this.#text = new CodeText(language, strings);
    const pre = element('pre', '', this.#text.element);
    pre.dir = 'ltr';
    this.element = element('div', 'code', element('div', 'code-header', title, bar), pre, status);
    this.update(content);
  }

  /** @param content of the block, which ends in a line end or has none to show */
  update(content: string): void {
    this.#text.update(content);
  }

  /** The content grew by this. */
  append(text: string): void {
    this.#text.append(text);
  }
}
