import { omitUndefined } from '../../base/omitUndefined.ts';
import { isMarkdownLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { languageName } from '../../core/code/languageId.ts';
import { commandsIn } from '../../core/code/prompts.ts';
import { type CodePart, codePart, isWholeLines } from '../../core/editing/codePart.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AppliedView } from '../../protocol/code.ts';
import type { CodeBlockAction, CodeBlockRef } from '../../protocol/toHost.ts';
import type { RequestResult } from '../../protocol/toPanel.ts';
import { element, openDetailsAround, setStatus, statusLine } from '../dom.ts';
import { textOf } from '../host.ts';
import { t } from '../l10n.ts';
import type { BlockName } from '../turnToggles.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { AppliedRow, placeText } from './appliedRow.ts';
import { CodeText } from './codeText.ts';
import { CodeTitle } from './codeTitle.ts';
import { CodeToolbar } from './codeToolbar.ts';
import { findingsAt, type ReplyFindings } from './replyFindings.ts';
import { selectedPartOf } from './selectedPart.ts';

const VIEWS = new WeakMap<Element, CodeBlockView>();

export function closestCodeBlock(inner: Element | null | undefined): CodeBlockView | undefined {
  const outer = inner?.closest('.code');
  return outer ? VIEWS.get(outer) : undefined;
}

export function codeBlocksIn(outer: Element): CodeBlockView[] {
  return [...outer.querySelectorAll('.code')].flatMap((block) => VIEWS.get(block) ?? []);
}

/** Actions that act on the selected part of a block. */
const ACTIONS_ON_PARTS: ReadonlySet<CodeBlockAction> = new Set([
  'copy',
  'insert',
  'replace',
  'replaceAskedAbout',
  'review',
]);

/** Actions after which the code may stand in a file. */
const ACTIONS_THAT_APPLY: ReadonlySet<CodeBlockAction> = new Set([
  'insert',
  'replace',
  'replaceAskedAbout',
  'review',
  'applyToFile',
  'newFile',
]);

/** The code of a Markdown block, rendered. */
export interface RenderedCode {
  readonly element: HTMLElement;
  set isStreaming(isGrowing: boolean);
  set findings(findings: ReplyFindings);
  update(code: string): void;
  append(added: string): void;
}

/** Renders the code of a Markdown block, which may still be growing. Handed in, as it draws code blocks itself. */
export type RenderCode = (block: CodeBlockRef, code: string, isStreaming: boolean) => RenderedCode;

/** A code block: title and toolbar above the code or, if it is Markdown and the user wants that, what that says. */
export class CodeBlockView {
  readonly element: HTMLElement;
  readonly ref: CodeBlockRef;
  readonly #deps: ViewDeps;
  readonly #text: CodeText;
  readonly #code: HTMLElement;
  readonly #title: CodeTitle;
  readonly #toolbar: CodeToolbar;
  readonly #label: string;
  readonly #name: BlockName;
  readonly #render: RenderCode | undefined;
  #rendered: RenderedCode | undefined;
  #applied: AppliedRow | undefined;
  #removeReverted: (() => void) | undefined;
  /** Whether the user has started an action here whose outcome the row is to say. */
  #hasActed = false;
  #isWhole = false;
  #isStreaming = false;
  #removeReason: (() => void) | undefined;
  /** The selected part when the buttons were last updated. */
  #shownPart: CodePart | undefined;
  readonly #status = statusLine('code-status');

  /** @param render absent in a rendered block: what is in that is not rendered again */
  constructor(deps: ViewDeps, ref: CodeBlockRef, info: string, content: string, render?: RenderCode) {
    const { language, file: named, text } = parseInfoString(visibleText(info));
    const name = languageName(language) || t('Plain text');
    const { turnId, blockIndex, innerIndex } = ref;
    const number = innerIndex === undefined ? blockIndex + 1 : `${blockIndex + 1}.${innerIndex + 1}`;
    const label = t('Code block {0}, {1}', number, name);
    this.#label = label;
    this.#name = innerIndex === undefined ? `${blockIndex}` : `${blockIndex}/${innerIndex}`;
    this.#render = isMarkdownLanguage(language) ? render : undefined;
    this.#deps = deps;
    this.ref = ref;
    this.#toolbar = new CodeToolbar({
      label,
      language,
      position: innerIndex === undefined ? blockIndex : undefined,
      status: this.#status,
      run: (action) => this.#request(action),
      runFromMenu: (action, done) => this.#runAction(action, done),
      hasCommands: () => commandsIn(this.#text.text, language) !== undefined,
      isWrapped: () => this.#isWrapped,
      toggleWrap: () => this.toggleWrap(),
      rendering: this.#render && {
        isOn: () => this.#rendered !== undefined,
        toggle: () => this.#toggleRendered(),
      },
    });
    this.#title = new CodeTitle({
      named: named?.text ?? '',
      language: name,
      open: () => this.#runAction('openFile'),
      onFocusLost: () => this.#focusContent(),
    });
    this.#text = new CodeText(deps, language);
    this.#code = element('pre', '', this.#text.element);
    this.#code.dir = 'ltr';
    // Focusable, so that the arrow keys can scroll long lines.
    this.#code.tabIndex = 0;
    this.#code.role = 'group';
    this.#code.ariaLabel = label;
    const header = element(
      'div',
      'code-header',
      this.#title.element,
      this.#toolbar.element,
      this.#toolbar.menu,
    );
    listenForPresses(header);
    const infoText = text === '' ? [] : [element('div', 'code-info', text)];
    this.element = element('div', 'code', header, ...infoText, this.#code, this.#status);
    VIEWS.set(this.element, this);
    this.#showWrap(deps.toggles.get(turnId, `code ${this.#name}`));
    this.update(content);
    this.#showRendered();
  }

  /** @param content as in the Markdown token: ends with a line end unless empty */
  update(content: string): void {
    this.#text.update(content);
    this.#rendered?.update(this.#text.text);
  }

  append(text: string): void {
    const added = this.#text.append(text);
    this.#rendered?.append(added);
  }

  /** Whether nothing else is in the reply: rendering it is then one press away. */
  setWhole(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#updateRendering();
  }

  /** Disables the actions while the block is streaming, so that none applies to incomplete code. */
  setStreaming(isOpen: boolean): void {
    this.#isStreaming = isOpen;
    this.#toolbar.setDisabledReason(this.#disabledReason);
    if (this.#rendered !== undefined) {
      this.#rendered.isStreaming = isOpen;
    }
    if (!isOpen) {
      this.#removeReason?.();
    }
  }

  set findings(findings: ReplyFindings) {
    const found = findingsAt(findings, this.ref);
    this.#toolbar.found = found;
    this.#title.file = found.file;
    this.#showApplied(found.applied);
    if (this.#rendered !== undefined) {
      this.#rendered.findings = findings;
    }
  }

  #showApplied(applied: AppliedView | undefined): void {
    if (applied === undefined) {
      const hadFocus = this.#applied?.element.contains(document.activeElement) === true;
      this.#applied?.element.remove();
      this.#applied = undefined;
      if (hadFocus) {
        this.#focusContent();
      }
      return;
    }
    if (this.#applied === undefined) {
      this.#applied = new AppliedRow({
        show: () => this.#runAction('showApplied'),
        revert: async () => {
          this.#removeReverted = await this.#runAction('revert', t('Reverted.'));
        },
      });
      // Undo has brought it back.
      this.#removeReverted?.();
      this.#status.before(this.#applied.element);
    }
    if (this.#applied.update(applied) && this.#hasActed) {
      this.#hasActed = false;
      // Not in the status line, where the result of the action may be.
      this.#deps.ui.announce(placeText(applied));
    }
  }

  /** The selected part of the code, on which Copy, Insert, Replace and Review act. */
  get selectedPart(): CodePart | undefined {
    const part = selectedPartOf(this.#text.element);
    return part !== undefined && codePart(this.#text.text, part) !== '' ? part : undefined;
  }

  /** Makes the buttons say what they act on. Returns whether that has changed. */
  updateSelectedPart(): boolean {
    const part = this.selectedPart;
    this.#toolbar.selected =
      part === undefined ? undefined : isWholeLines(this.#text.text, part) ? 'lines' : 'text';
    const hasChanged = part?.start !== this.#shownPart?.start || part?.end !== this.#shownPart?.end;
    this.#shownPart = part;
    return hasChanged;
  }

  get #disabledReason(): string | undefined {
    return this.#isStreaming ? t('This code block is still being written.') : undefined;
  }

  focus(): void {
    openDetailsAround(this.element);
    this.#focusContent();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  #focusContent(): void {
    (this.#rendered?.element ?? this.#code).focus({ preventScroll: true });
  }

  toggleWrap(): void {
    if (this.#rendered === undefined) {
      const wraps = !this.#isWrapped;
      this.#deps.toggles.set(this.ref.turnId, `code ${this.#name}`, wraps);
      this.#showWrap(wraps);
    }
  }

  #toggleRendered(): void {
    this.#deps.toggles.set(this.ref.turnId, `rendered ${this.#name}`, this.#rendered === undefined);
    this.#showRendered();
  }

  get #wantsRendered(): boolean | undefined {
    return this.#render && this.#deps.toggles.get(this.ref.turnId, `rendered ${this.#name}`);
  }

  #showRendered(): void {
    const shown = this.#rendered?.element ?? this.#code;
    this.#rendered = this.#wantsRendered
      ? this.#render?.(this.ref, this.#text.text, this.#isStreaming)
      : undefined;
    const next = this.#rendered?.element ?? this.#code;
    if (next !== this.#code) {
      // Next Code Block goes there. It has nothing to scroll, so Tab doesn't.
      next.tabIndex = -1;
      next.role = 'group';
      next.ariaLabel = this.#label;
    }
    shown.replaceWith(next);
    this.element.classList.toggle('rendered', next !== this.#code);
    this.#updateRendering();
  }

  #updateRendering(): void {
    this.#toolbar.updateRendering(this.#isWhole || this.#wantsRendered !== undefined);
  }

  #showWrap(wraps: boolean | undefined): void {
    this.element.classList.toggle('wrapped', wraps === true);
    this.element.classList.toggle('unwrapped', wraps === false);
  }

  /** Shows a sentence of the host below the code. */
  showStatus(text: string): () => void {
    return setStatus(this.#status, visibleText(text));
  }

  get #isWrapped(): boolean {
    const { classList } = this.element;
    return (
      classList.contains('wrapped') ||
      (!classList.contains('unwrapped') && this.element.closest('.wrap-code') !== null)
    );
  }

  /**
   * @param done status text after success, for actions without a visible result
   * @returns a function that removes what the action has said
   */
  async #runAction(action: CodeBlockAction, done = ''): Promise<(() => void) | undefined> {
    this.#removeReason = setStatus(this.#status, this.#disabledReason ?? '');
    if (this.#isStreaming) {
      return undefined;
    }
    const result = await this.#request(action);
    return this.showStatus(result === undefined ? done : textOf(result));
  }

  #request(action: CodeBlockAction): Promise<RequestResult | undefined> {
    this.#hasActed ||= ACTIONS_THAT_APPLY.has(action);
    const part = ACTIONS_ON_PARTS.has(action) ? this.selectedPart : undefined;
    return this.#deps.host.request({
      type: 'codeBlockAction',
      ...this.ref,
      action,
      ...omitUndefined({ part }),
    });
  }
}

/** Keeps the selection when a button is pressed: the browser would clear it, and with it the part to act on. */
function listenForPresses(header: HTMLElement): void {
  header.addEventListener('mousedown', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('button') : null;
    if (pressed !== null && document.getSelection()?.isCollapsed === false) {
      event.preventDefault();
      pressed.focus({ preventScroll: true });
    }
  });
}

/**
 * Moves the focus to the next or previous code block, wrapping around at the ends of the conversation. Leaves out
 * earlier replies that are closed. From outside the turns, next is the first block of the last reply with code, and
 * previous is the last block.
 * @param from the focused element, or the one that had the focus before the command
 */
export function moveToCodeBlock(
  turns: Element,
  direction: 'next' | 'previous',
  from: Element | undefined,
): void {
  const blocks = codeBlocksIn(turns).filter(
    (block) => block.element.closest('.earlier-reply:not([open])') === null,
  );
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
