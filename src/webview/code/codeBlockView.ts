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

export function closestCodeBlock(inner: Element | null | undefined): CodeBlockView | undefined {
  const outer = inner?.closest('.code');
  return outer ? VIEWS.get(outer) : undefined;
}

export function codeBlocksIn(outer: Element): CodeBlockView[] {
  return [...outer.querySelectorAll('.code')].flatMap((block) => VIEWS.get(block) ?? []);
}

/** A code block: title and toolbar above the code. */
export class CodeBlockView {
  readonly element: HTMLElement;
  readonly ref: CodeBlockRef;
  /** File name in the info string, with visible hidden characters. Empty if there is none. */
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
    const toolbar = element('div', 'toolbar', ...stops);
    toolbar.role = 'toolbar';
    toolbar.ariaLabel = label;
    createRovingTabIndex(toolbar, () => stops, true);
    this.#title = element('span', 'code-title');
    if (file !== '') {
      this.#title.append(element('span', 'code-file', file));
    }
    this.#title.append(element('span', 'code-language', name));
    this.#title.title = file === '' ? name : `${file} ${name}`;
    this.#text = new CodeText(deps, language);
    this.#code = element('pre', '', this.#text.element);
    this.#code.dir = 'ltr';
    // Focusable, so that the arrow keys can scroll long lines.
    this.#code.tabIndex = 0;
    this.#code.role = 'group';
    this.#code.ariaLabel = label;
    const header = element('div', 'code-header', this.#title, toolbar, more.menu);
    this.element = element('div', 'code', header, this.#code, this.#status);
    VIEWS.set(this.element, this);
    this.update(content);
  }

  /** @param content as in the Markdown token: ends with a line end unless empty */
  update(content: string): void {
    this.#text.update(content);
  }

  append(text: string): void {
    this.#text.append(text);
  }

  /** Disables the actions while the block is streaming, so that none applies to incomplete code. */
  setStreaming(isOpen: boolean): void {
    this.#isStreaming = isOpen;
    for (const actionElement of this.#buttons) {
      setDisabledReason(actionElement, this.#disabledReason);
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

  /** Turns the file name into a button. Call once the host has found the file. */
  linkFile(): void {
    const fileElement = this.#title.querySelector('span.code-file');
    if (fileElement !== null) {
      const link = button('code-file', this.fileName);
      setButtonName(link, formatString(this.#deps.strings.openFile, this.fileName));
      link.addEventListener('click', () => this.#runAction('openFile'));
      fileElement.replaceWith(link);
    }
  }

  get #isWrapped(): boolean {
    const { classList } = this.element;
    return (
      classList.contains('wrapped') ||
      (!classList.contains('unwrapped') && this.element.closest('.wrap-code') !== null)
    );
  }

  #menuItems(isShell: boolean): MenuItem[][] {
    const { strings } = this.#deps;
    const disabledReason = () => this.#disabledReason;
    const runInTerminal: MenuItem = {
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
      [newFile, ...(isShell ? [runInTerminal] : [])],
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

  /** @param done status text after success, for actions without a visible result */
  async #runAction(action: CodeBlockAction, done = ''): Promise<void> {
    setStatus(this.#status, this.#disabledReason ?? '');
    if (this.#isStreaming) {
      return;
    }
    const error = await this.#deps.host.request({ type: 'codeBlockAction', ...this.ref, action });
    setStatus(this.#status, visibleText(error ?? done));
  }
}

/**
 * Moves the focus to the next or previous code block, wrapping around at the ends of the conversation. From outside
 * the turns, next is the first block of the last reply with code, and previous is the last block.
 * @param from the focused element, or the one that had the focus before the command
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
  const currentBlock = closestCodeBlock(from);
  const isAt = (position: number) => (block: (typeof blocks)[number]) =>
    block !== currentBlock && (from.compareDocumentPosition(block.element) & position) !== 0;
  const target =
    direction === 'next'
      ? (blocks.find(isAt(Node.DOCUMENT_POSITION_FOLLOWING)) ?? blocks[0])
      : (blocks.findLast(isAt(Node.DOCUMENT_POSITION_PRECEDING)) ?? last);
  target?.focus();
}
