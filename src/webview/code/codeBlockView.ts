import { isShellLanguage, readCodeInfo } from '../../core/code/codeInfo.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { CodeAction, CodeBlockPlace } from '../../protocol/toHost.ts';
import { actionButton, button, disableButton, nameButton } from '../buttons.ts';
import { element, setStatus, statusLine } from '../dom.ts';
import { fill } from '../format.ts';
import type { IconName } from '../icons.ts';
import { isMac, roving } from '../keyboard.ts';
import { type MenuItem, menuButton } from '../menuButton.ts';
import type { ViewContext } from '../viewContext.ts';
import { CodeText } from './codeText.ts';
import { languageName } from './languages.ts';

const VIEWS = new WeakMap<Element, CodeBlockView>();

/** The code block that an element is or is in. */
export function codeBlockAround(inner: Element | null | undefined): CodeBlockView | undefined {
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
  readonly place: CodeBlockPlace;
  /** The name of the file that its fence gave, as it can be shown; empty where it gave none. */
  readonly file: string;
  readonly #context: ViewContext;
  readonly #text: CodeText;
  readonly #code: HTMLElement;
  readonly #title: HTMLElement;
  readonly #buttons: readonly HTMLButtonElement[];
  #isOpen = false;
  readonly #status = statusLine('code-status');

  constructor(context: ViewContext, place: CodeBlockPlace, info: string, content: string) {
    const { strings } = context;
    const { language, file } = readCodeInfo(visibleText(info));
    const name = languageName(language) || strings.plainText;
    const label = fill(strings.codeBlock, place.block + 1, name);
    this.#context = context;
    this.place = place;
    this.file = file;
    const more = menuButton(strings.moreActions, this.#menuItems(isShellLanguage(language)));
    this.#buttons = [
      this.#button('copy', strings.copy, strings.copied, 'copy'),
      this.#button('insert', strings.insertAtCursor, strings.inserted, 'insert'),
      this.#button('replace', strings.replaceSelection, strings.replaced, 'replace'),
    ];
    const stops = [...this.#buttons, more.button];
    const bar = element('div', 'toolbar', ...stops);
    bar.role = 'toolbar';
    bar.ariaLabel = label;
    roving(bar, () => stops, true);
    this.#title = element('span', 'code-title');
    if (file !== '') {
      this.#title.append(element('span', 'code-file', file));
    }
    this.#title.append(element('span', 'code-language', name));
    this.#title.title = file === '' ? name : `${file} ${name}`;
    this.#text = new CodeText(context, language);
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
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    for (const each of this.#buttons) {
      disableButton(each, this.#openReason);
    }
    if (this.#status.textContent === this.#context.strings.stillBeingWritten) {
      setStatus(this.#status, '');
    }
  }

  get #openReason(): string | undefined {
    return this.#isOpen ? this.#context.strings.stillBeingWritten : undefined;
  }

  focus(): void {
    this.#code.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  toggleWrap(): void {
    const wraps = !this.#wraps;
    this.element.classList.toggle('wrapped', wraps);
    this.element.classList.toggle('unwrapped', !wraps);
  }

  /** Makes a button of the name of its file, which the host found. */
  linkFile(): void {
    const shown = this.#title.querySelector('span.code-file');
    if (shown !== null) {
      const link = button('code-file', this.file);
      nameButton(link, fill(this.#context.strings.openFile, this.file));
      link.addEventListener('click', () => this.#act('openFile'));
      shown.replaceWith(link);
    }
  }

  get #wraps(): boolean {
    const { classList } = this.element;
    return (
      classList.contains('wrapped') ||
      (!classList.contains('unwrapped') && this.element.closest('.wrap-code') !== null)
    );
  }

  #menuItems(isForShell: boolean): MenuItem[][] {
    const { strings } = this.#context;
    const disabledReason = () => this.#openReason;
    const inTerminal: MenuItem = {
      name: strings.runInTerminal,
      keys: isMac() ? strings.runKeyOnMac : strings.runKey,
      act: () => this.#act('run', strings.inTerminal),
      disabledReason,
    };
    const newFile: MenuItem = { name: strings.newFile, act: () => this.#act('newFile'), disabledReason };
    return [
      [newFile, ...(isForShell ? [inTerminal] : [])],
      [{ name: strings.wrapLines, isChecked: () => this.#wraps, act: () => this.toggleWrap() }],
    ];
  }

  #button(action: CodeAction, name: string, doneName: string, iconName: IconName): HTMLButtonElement {
    return actionButton({
      name,
      doneName,
      iconName,
      status: this.#status,
      act: () => this.#context.host.request({ type: 'codeAction', ...this.place, action }),
    });
  }

  /** @param done what is said when it worked, where that cannot be seen */
  async #act(action: CodeAction, done = ''): Promise<void> {
    setStatus(this.#status, this.#openReason ?? '');
    if (this.#isOpen) {
      return;
    }
    const problem = await this.#context.host.request({ type: 'codeAction', ...this.place, action });
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
    const first = blocks.find(({ place }) => place.turnId === last.place.turnId);
    (direction === 'next' ? first : last)?.focus();
    return;
  }
  const own = codeBlockAround(from);
  const lies = (where: number) => (block: (typeof blocks)[number]) =>
    block !== own && (from.compareDocumentPosition(block.element) & where) !== 0;
  const found =
    direction === 'next'
      ? (blocks.find(lies(Node.DOCUMENT_POSITION_FOLLOWING)) ?? blocks[0])
      : (blocks.findLast(lies(Node.DOCUMENT_POSITION_PRECEDING)) ?? last);
  found?.focus();
}
