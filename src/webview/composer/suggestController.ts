import { fuzzyRanges } from '../../core/attachments/fuzzyScore.ts';
import { comparableName, replaceTypedPrompt, type Trigger, triggerAt } from '../../core/composer/triggers.ts';
import type { CandidateList } from '../../protocol/attachments.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { ATTACHMENT_ICONS } from '../attachments/chips.ts';
import { formatPlural } from '../format.ts';
import { textOf } from '../host.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import type { ComposerText } from './composerText.ts';
import { type Suggestion, SuggestList } from './suggestList.ts';

type SuggestResults = Extract<ToPanel, { type: 'candidates' | 'prompts' }>;

/** Searches attachments at `@` and prompts at `/` while the user types, and inserts the accepted suggestion. */
export class SuggestController {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #text: ComposerText;
  readonly #send: () => void;
  readonly #list: SuggestList;
  #trigger: Trigger | undefined;
  /** Offset of the `@` or `/` whose suggestions were dismissed. */
  #dismissedAt: number | undefined;
  #searchId = 0;
  #shownId = 0;
  /** Number of results of the current search that are shown. */
  #shownCount = 0;
  #announced = '';
  /** Key that was pressed before the results of the current query arrived. */
  #pendingKey: 'Enter' | 'Tab' | undefined;
  /** Text that `insert` replaces. */
  #replacedText = '';

  /** @param send called if Enter was pressed before the results arrived, and the results are empty */
  constructor(deps: ViewDeps, text: ComposerText, send: () => void) {
    this.#deps = deps;
    this.#text = text;
    this.#send = send;
    this.#list = new SuggestList(text, (suggestion) => this.#accept(suggestion));
    this.element = this.#list.element;
    text.element.addEventListener('input', (event) => {
      const isTyped = event instanceof InputEvent && /^insert(Composition)?Text$/.test(event.inputType);
      this.#updateTrigger(isTyped && !text.isReplacing);
    });
    document.addEventListener(
      'selectionchange',
      () => this.#trigger !== undefined && this.#updateTrigger(false),
    );
    text.element.addEventListener('focusout', () => this.#dismiss());
  }

  /** Returns whether the key was handled. */
  handleKeydown(event: KeyboardEvent): boolean {
    const { key } = event;
    const hasNoModifiers = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isAcceptKey = key === 'Enter' || key === 'Tab';
    if (isSuggestKey(event)) {
      return this.#reopen(event);
    }
    if (this.#trigger === undefined || !hasNoModifiers) {
      return false;
    }
    if (
      isAcceptKey &&
      this.#isPending &&
      this.#pendingKey === undefined &&
      (this.#list.isOpen || key === 'Enter')
    ) {
      this.#pendingKey = key;
      return true;
    }
    if (!this.#list.isOpen) {
      return false;
    }
    if (key === 'Escape') {
      this.#dismiss();
      return true;
    }
    const { active } = this.#list;
    if (isAcceptKey && active !== undefined) {
      this.#accept(active);
      return true;
    }
    return this.#list.moveActive(key);
  }

  /** Shows the results of the latest search. Those of earlier ones are ignored. */
  show(results: SuggestResults): void {
    const trigger = this.#trigger;
    const kind = results.type === 'prompts' ? 'prompt' : 'attachment';
    if (trigger?.kind !== kind || results.searchId !== this.#searchId) {
      return;
    }
    const rest = results.type === 'prompts' ? undefined : results.rest;
    const suggestions = suggestionsOf(results, trigger.query);
    if (!this.#isPending) {
      this.#list.append(suggestions.slice(this.#shownCount));
    } else {
      const isFound = suggestions.length > 0 || rest !== 'searching';
      this.#shownId = isFound ? results.searchId : this.#shownId;
      // Until something is found, the results for what was typed before stay.
      if (isFound || !this.#list.isOpen) {
        this.#list.show(suggestions, kind === 'prompt' ? t('Prompts') : t('Attachment suggestions'));
      }
    }
    this.#shownCount = suggestions.length;
    this.#list.setNote(noteOf(rest));
    this.#announce(suggestions.length, rest);
    if (this.#isPending) {
      return;
    }
    const pendingKey = this.#pendingKey;
    this.#pendingKey = undefined;
    if (pendingKey !== undefined && this.#list.active !== undefined) {
      this.#accept(this.#list.active);
    } else if (pendingKey === 'Enter') {
      this.#dismiss();
      this.#send();
    }
  }

  /** Replaces the name of the accepted prompt with its text. */
  insert(text: string): void {
    const typed = this.#replacedText;
    this.#replacedText = '';
    this.#text.change((box) => {
      const { value, caret } = this.#text;
      const { end, text: inserted } = replaceTypedPrompt(value, typed, text);
      const { selectionEnd } = this.#text.box;
      box.type(0, end, inserted);
      // What was typed after the name meanwhile goes on where it was.
      const moved = inserted.length - end;
      if (caret > end) {
        box.select(caret + moved, selectionEnd + moved);
      }
    });
  }

  /** Call when the text was replaced other than by typing. A dismissed `@` or `/` applies only to the old text. */
  textChanged(): void {
    this.#updateTrigger(false);
  }

  get #isPending(): boolean {
    return this.#searchId !== this.#shownId;
  }

  /** @param canStart whether a new search may start */
  #updateTrigger(canStart: boolean): void {
    const { box, value, caret } = this.#text;
    const before = this.#trigger;
    const trigger = box.selectionEnd === caret ? triggerAt(value, caret) : undefined;
    if (trigger === undefined || trigger.start !== this.#dismissedAt) {
      this.#dismissedAt = undefined;
    }
    const isSameTrigger = before?.kind === trigger?.kind && before?.start === trigger?.start;
    if (trigger === undefined || this.#dismissedAt !== undefined || !(canStart || isSameTrigger)) {
      this.#close();
    } else if (!isSameTrigger || before?.query !== trigger.query) {
      if (!isSameTrigger) {
        this.#close();
      }
      this.#trigger = trigger;
      this.#pendingKey = undefined;
      this.#searchId += 1;
      const type = trigger.kind === 'prompt' ? 'searchPrompts' : 'searchCandidates';
      this.#deps.host.post({ type, searchId: this.#searchId, query: trigger.query });
    }
  }

  /** Searches again at the caret, after Escape or when the caret returns to an `@` or `/`. */
  #reopen(event: KeyboardEvent): boolean {
    const { box, value, caret } = this.#text;
    if (box.selectionEnd !== caret || triggerAt(value, caret) === undefined) {
      return false;
    }
    // Otherwise VS Code also triggers suggestions, in the editor that it considers focused.
    event.stopPropagation();
    if (this.#trigger === undefined) {
      this.#dismissedAt = undefined;
      this.#updateTrigger(true);
    }
    return true;
  }

  #accept({ key }: Suggestion): void {
    const { start, kind } = this.#trigger ?? { start: 0, kind: 'attachment' };
    // The suggestion was clicked.
    this.#deps.composition.finish();
    const { caret, value } = this.#text;
    this.#dismiss();
    if (kind === 'attachment') {
      this.#text.change((box) => box.type(start, caret, ''));
      void this.#request({ type: 'attachCandidate', key });
    } else {
      this.#replacedText = value.slice(0, caret);
      // If another conversation is shown by then, the host replaces the name in this one.
      this.#text.flush();
      void this.#request({ type: 'insertPrompt', key, typed: this.#replacedText });
    }
  }

  async #request(message: Parameters<ViewDeps['host']['request']>[0]): Promise<void> {
    this.#deps.ui.showStatus('');
    const result = await this.#deps.host.request(message);
    if (result !== undefined) {
      this.#deps.ui.showStatus(textOf(result));
    }
  }

  #announce(count: number, rest: CandidateList['rest']): void {
    if (rest === 'searching' && this.#list.active !== undefined) {
      return;
    }
    const counted =
      count === 0 ? t('No suggestions') : formatPlural(count, t('1 suggestion'), t('{0} suggestions'));
    const text =
      rest === undefined ? counted : rest === 'searching' ? noteOf(rest) : `${counted}. ${noteOf(rest)}`;
    if (text !== this.#announced) {
      this.#deps.ui.announce(text);
    }
    this.#announced = text;
  }

  /** Closes the list until another `@` or `/` is typed. */
  #dismiss(): void {
    this.#dismissedAt = this.#trigger?.start ?? this.#dismissedAt;
    this.#close();
  }

  #close(): void {
    this.#trigger = undefined;
    this.#pendingKey = undefined;
    this.#announced = '';
    this.#list.hide();
  }
}

/** VS Code's key for Trigger Suggest, which is Ctrl+Space on macOS too. */
function isSuggestKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'Space' && ctrlKey && !metaKey && !altKey && !shiftKey;
}

function noteOf(rest: CandidateList['rest']): string {
  switch (rest) {
    case 'searching':
      return t('Searching…');
    case 'unlisted':
      return t('Keep typing for more');
    default:
      return '';
  }
}

function suggestionsOf(results: SuggestResults, query: string): Suggestion[] {
  return results.type === 'prompts'
    ? results.items.map((item) => {
        return {
          ...item,
          iconName: 'comment' as const,
          ranges: fuzzyRanges(comparableName(query), item.name),
        };
      })
    : results.items.map(({ key, kind, label, detail, fileIcon }) => {
        const ranges = fuzzyRanges(query.toLowerCase(), label);
        return { key, name: label, detail, iconName: ATTACHMENT_ICONS[kind], fileIcon, ranges };
      });
}
