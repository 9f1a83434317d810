import { isShellLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { CodeBlockAction, CodeBlockRef } from '../../protocol/toHost.ts';
import { actionButton, button, setButtonName, setDisabledReason } from '../buttons.ts';
import { createMenuButton, type MenuItem } from '../createMenuButton.ts';
import { element, setStatus, statusLine } from '../dom.ts';
import { formatString } from '../format.ts';
import type { IconName } from '../icons.ts';
import { createRovingTabIndex, isMac } from '../keyboard.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { CodeText } from './codeText.ts';
import { languageName } from './languages.ts';

const VIEWS = new WeakMap<Element, CodeBlockView>();

/** The code block that an element is or is in. */
export function closestCodeBlock(inner: Element | null | undefined): CodeBlockView | undefined {
  const outer = inner?.closest('.code');
  return outer ? VIEWS.get(outer) : undefined;
}

/** The code blocks in an element, in order. */
export function codeBlocksIn(outer: Element): CodeBlockView[] {
  return [...outer.querySelectorAll('.code')].flatMap((found) => VIEWS.get(found) ?? []);
}

/** A small editor: what it is on the left, what can be done with it on the right, the code below. */
export class CodeBlockView {
  readonly element: HTMLElement;
  readonly ref: CodeBlockRef;
  /** The name of the file that its fence gave, as it can be shown; empty where it gave none. */
  readonly fileName: string;
  readonly #deps: ViewDeps;
  readonly #text: CodeText;
  readonly #code: HTMLElement;
  readonly #title: HTMLElement;
  readonly #buttons: readonly HTMLButtonElement[];
  #isStreaming = false;
  readonly #status = statusLine('code-status');

  constructor(deps: ViewDeps, ref: CodeBlockRef, info: string, content: string) {
    const { strings } = deps;
    const { language, file } = parseInfoString(visibleText(info));
    const name = languageName(language) || strings.plainText;
    const label = formatString(strings.codeBlock, ref.blockIndex + 1, name);
    this.#deps = deps;
    this.ref = ref;
    this.fileName = file;
    const more = createMenuButton(strings.moreActions, this.#menuItems(isShellLanguage(language)));
    this.#buttons = [
      this.#button('copy', strings.copy, strings.copied, 'copy'),
      this.#button('insert', strings.insertAtCursor, strings.inserted, 'insert'),
      this.#button('replace', strings.replaceSelection, strings.replaced, 'replace'),
    ];
    const stops = [...this.#buttons, more.button];
    const bar = element('div', 'toolbar', ...stops);
    bar.role = 'toolbar';
    bar.ariaLabel = label;
    createRovingTabIndex(bar, () => stops, true);
    this.#title = element('span', 'code-title');
    if (file !== '') {
      this.#title.append(element('span', 'code-file', file));
    }
    this.#title.append(element('span', 'code-language', name));
    this.#title.title = file === '' ? name : `${file} ${name}`;
    this.#text = new CodeText(deps, language);
    this.#code = element('pre', '', this.#text.element);
    this.#code.dir = 'ltr';
    // A place for the keyboard, from which the arrow keys scroll long lines into view.
    this.#code.tabIndex = 0;
    this.#code.role = 'group';
    this.#code.ariaLabel = label;
    const header = element('div', 'code-header', this.#title, bar, more.menu);
    this.element = element('div', 'code', header, this.#code, this.#status);
    VIEWS.set(this.element, this);
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

  /** While it is still being written, nothing takes a part of it for the whole. */
  setStreaming(isOpen: boolean): void {
    this.#isStreaming = isOpen;
    for (const each of this.#buttons) {
      setDisabledReason(each, this.#disabledReason);
    }
    if (this.#status.textContent === this.#deps.strings.stillBeingWritten) {
      setStatus(this.#status, '');
    }
  }

  get #disabledReason(): string | undefined {
    return this.#isStreaming ? this.#deps.strings.stillBeingWritten : undefined;
  }

  focus(): void {
    this.#code.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  toggleWrap(): void {
    const wraps = !this.#isWrapped;
    this.element.classList.toggle('wrapped', wraps);
    this.element.classList.toggle('unwrapped', !wraps);
  }

  /** Makes a button of the name of its file, which the host found. */
  linkFile(): void {
    const shown = this.#title.querySelector('span.code-file');
    if (shown !== null) {
      const link = button('code-file', this.fileName);
      setButtonName(link, formatString(this.#deps.strings.openFile, this.fileName));
      link.addEventListener('click', () => this.#runAction('openFile'));
      shown.replaceWith(link);
    }
  }

  get #isWrapped(): boolean {
    const { classList } = this.element;
    return (
      classList.contains('wrapped') ||
      (!classList.contains('unwrapped') && this.element.closest('.wrap-code') !== null)
    );
  }

  #menuItems(isForShell: boolean): MenuItem[][] {
    const { strings } = this.#deps;
    const disabledReason = () => this.#disabledReason;
    const inTerminal: MenuItem = {
      name: strings.runInTerminal,
      keybinding: isMac() ? strings.runKeyOnMac : strings.runKey,
      run: () => this.#runAction('run', strings.insertedInTerminal),
      disabledReason,
    };
    const newFile: MenuItem = {
      name: strings.newFile,
      run: () => this.#runAction('newFile'),
      disabledReason,
    };
    return [
      [newFile, ...(isForShell ? [inTerminal] : [])],
      [{ name: strings.wrapLines, isChecked: () => this.#isWrapped, run: () => this.toggleWrap() }],
    ];
  }

  #button(action: CodeBlockAction, name: string, doneName: string, iconName: IconName): HTMLButtonElement {
    return actionButton({
      name,
      doneName,
      iconName,
      status: this.#status,
      run: () => this.#deps.host.request({ type: 'codeBlockAction', ...this.ref, action }),
    });
  }

  /** @param done what is said when it worked, where that cannot be seen */
  async #runAction(action: CodeBlockAction, done = ''): Promise<void> {
    setStatus(this.#status, this.#disabledReason ?? '');
    if (this.#isStreaming) {
      return;
    }
    const problem = await this.#deps.host.request({ type: 'codeBlockAction', ...this.ref, action });
    setStatus(this.#status, visibleText(problem ?? done));
  }
}

/**
 * Moves the keyboard to the code block before or after where it is, round the ends of the conversation. From outside
 * of the turns it goes to the first block of the last reply that has one, or back to the last block of all.
 * @param from the element that has the keyboard, or had it before a command came from outside
 */
export function moveToCodeBlock(
  turns: Element,
  direction: 'next' | 'previous',
  from: Element | undefined,
): void {
  const blocks = codeBlocksIn(turns);
  const last = blocks.at(-1);
  if (last === undefined) {
    return;
  }
  if (from === undefined || !turns.contains(from)) {
    const first = blocks.find(({ ref }) => ref.turnId === last.ref.turnId);
    (direction === 'next' ? first : last)?.focus();
    return;
  }
  const own = closestCodeBlock(from);
  const lies = (where: number) => (block: (typeof blocks)[number]) =>
    block !== own && (from.compareDocumentPosition(block.element) & where) !== 0;
  const found =
    direction === 'next'
      ? (blocks.find(lies(Node.DOCUMENT_POSITION_FOLLOWING)) ?? blocks[0])
      : (blocks.findLast(lies(Node.DOCUMENT_POSITION_PRECEDING)) ?? last);
  found?.focus();
}
