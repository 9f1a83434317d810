import type { ToPanel } from '../../protocol/toPanel.ts';
import { ATTACHMENT_ICONS } from '../attachments/chips.ts';
import { formatString } from '../format.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { type ComposerText, isImeKeydown } from './composerText.ts';
import { type Suggestion, SuggestList } from './suggestList.ts';

/** What is done with a text that is complete, and with sentences about it. */
interface SuggestCallbacks {
  /** Tells a screen reader. */
  announce: (text: string) => void;
  /** Why something could not be taken. */
  onError: (problem: string) => void;
  /** Enter was pressed before it was known that there is nothing to be taken. */
  send: () => void;
}

type SuggestResults = Extract<ToPanel, { type: 'candidates' | 'prompts' }>;

/** Looks for what is named behind `@` and `/` as one types, and puts what is chosen in its place. */
export class SuggestController {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #text: ComposerText;
  readonly #callbacks: SuggestCallbacks;
  readonly #list: SuggestList;
  #trigger: Trigger | undefined;
  /** Where the sign stands whose suggestions are not wanted. */
  #dismissedAt: number | undefined;
  #searchId = 0;
  #shownId = 0;
  #announced = 0;
  /** Whether Enter or Tab was pressed before the suggestions for what stands there had come. */
  #pendingKey: 'Enter' | 'Tab' | undefined;
  /** What `insertText` takes the place of. */
  #replacedText = '';

  constructor(deps: ViewDeps, text: ComposerText, uses: SuggestCallbacks) {
    this.#deps = deps;
    this.#text = text;
    this.#callbacks = uses;
    const box = text.element;
    this.#list = new SuggestList(deps, box, (suggestion) => this.#accept(suggestion));
    this.element = this.#list.element;
    box.addEventListener('input', (event) => {
      const isTyped = event instanceof InputEvent && /^insert(Composition)?Text$/.test(event.inputType);
      this.#updateTrigger(isTyped);
    });
    document.addEventListener(
      'selectionchange',
      () => this.#trigger !== undefined && this.#updateTrigger(false),
    );
    box.addEventListener('blur', () => this.#dismiss());
  }

  /** @returns whether the key was meant for it */
  handleKeydown(event: KeyboardEvent): boolean {
    const { key } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isTaking = key === 'Enter' || key === 'Tab';
    if (isSuggestKey(event) && !isImeKeydown(event)) {
      return this.#reopen(event);
    }
    if (this.#trigger === undefined || !isPlain || isImeKeydown(event)) {
      return false;
    }
    if (
      isTaking &&
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
    if (isTaking && active !== undefined) {
      this.#accept(active);
      return true;
    }
    return this.#list.moveActive(key);
  }

  /** The answer to what was looked for last; one to anything before comes too late. */
  show(found: SuggestResults): void {
    const trigger = this.#trigger;
    const kind = found.type === 'prompts' ? 'prompt' : 'context';
    if (trigger?.kind !== kind || found.searchId !== this.#searchId) {
      return;
    }
    const { strings } = this.#deps;
    this.#shownId = found.searchId;
    this.#list.show(
      suggestionsOf(found),
      kind === 'prompt' ? strings.promptSuggestions : strings.attachmentSuggestions,
    );
    this.#announce(found.items.length);
    const held = this.#pendingKey;
    this.#pendingKey = undefined;
    if (held !== undefined && this.#list.active !== undefined) {
      this.#accept(this.#list.active);
    } else if (held === 'Enter') {
      this.#dismiss();
      this.#callbacks.send();
    }
  }

  /** Puts the text of the prompt that was chosen in the place of its name. */
  insert(text: string): void {
    const end = this.#text.value.startsWith(this.#replacedText) ? this.#replacedText.length : 0;
    // What is typed next begins a word of its own, or a search behind @.
    const gap = /\s$/.test(text) || /^\s/.test(this.#text.value.slice(end)) ? '' : ' ';
    this.#text.replaceRange(0, end, text + gap);
    this.#replacedText = '';
  }

  /** Another text stands there, if not by typing: a sign that was not wanted in the one before may be in this one. */
  textChanged(): void {
    this.#updateTrigger(false);
  }

  get #isPending(): boolean {
    return this.#searchId !== this.#shownId;
  }

  /** @param mayBegin whether a search may begin that is not under way */
  #updateTrigger(mayBegin: boolean): void {
    const { element: box, value, caret } = this.#text;
    const before = this.#trigger;
    const trigger = box.selectionEnd === caret ? triggerAt(value, caret) : undefined;
    if (trigger === undefined || trigger.start !== this.#dismissedAt) {
      this.#dismissedAt = undefined;
    }
    const goesOn = before?.kind === trigger?.kind && before?.start === trigger?.start;
    if (trigger === undefined || this.#dismissedAt !== undefined || !(mayBegin || goesOn)) {
      this.#close();
    } else if (!goesOn || before?.query !== trigger.query) {
      if (!goesOn) {
        this.#close();
      }
      this.#trigger = trigger;
      this.#pendingKey = undefined;
      this.#searchId += 1;
      const type = trigger.kind === 'prompt' ? 'searchPrompts' : 'searchCandidates';
      this.#deps.host.post({ type, searchId: this.#searchId, query: trigger.query });
    }
  }

  /** Looks once more for what stands before the caret, after Escape or on the way back to it. */
  #reopen(event: KeyboardEvent): boolean {
    const { element: box, value, caret } = this.#text;
    if (box.selectionEnd !== caret || triggerAt(value, caret) === undefined) {
      return false;
    }
    // VS Code would look for suggestions as well, in whichever editor it takes for the one with the keyboard.
    event.stopPropagation();
    if (this.#trigger === undefined) {
      this.#dismissedAt = undefined;
      this.#updateTrigger(true);
    }
    return true;
  }

  #accept({ key }: Suggestion): void {
    const { start, kind } = this.#trigger ?? { start: 0, kind: 'context' };
    const { caret } = this.#text;
    this.#dismiss();
    if (kind === 'context') {
      this.#text.replaceRange(start, caret, '');
      void this.#request({ type: 'attachCandidate', key });
    } else {
      this.#replacedText = this.#text.value.slice(0, caret);
      void this.#request({ type: 'insertPrompt', key });
    }
  }

  async #request(message: Parameters<ViewDeps['host']['request']>[0]): Promise<void> {
    this.#callbacks.onError((await this.#deps.host.request(message)) ?? '');
  }

  #announce(count: number): void {
    const { oneSuggestion, suggestions, noSuggestions } = this.#deps.strings;
    if (count !== this.#announced) {
      const said = count === 0 ? noSuggestions : formatString(suggestions, count);
      this.#callbacks.announce(count === 1 ? oneSuggestion : said);
    }
    this.#announced = count;
  }

  /** Looks no more for what stands there, until another sign is typed. */
  #dismiss(): void {
    this.#dismissedAt = this.#trigger?.start ?? this.#dismissedAt;
    this.#close();
  }

  #close(): void {
    this.#trigger = undefined;
    this.#pendingKey = undefined;
    this.#announced = 0;
    this.#list.hide();
  }
}

/** VS Code's key for suggestions, which is the same on a Mac. */
function isSuggestKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'Space' && ctrlKey && !metaKey && !altKey && !shiftKey;
}

function suggestionsOf(found: SuggestResults): Suggestion[] {
  return found.type === 'prompts'
    ? found.items.map((item) => ({ ...item, iconName: 'comment' as const }))
    : found.items.map(({ key, kind, label, detail }) => {
        return { key, name: label, detail, iconName: ATTACHMENT_ICONS[kind] };
      });
}

/** What is being looked for while a text is written, and where in it that stands. */
export interface Trigger {
  /** `@` looks for something to attach, `/` for a prompt. */
  kind: 'context' | 'prompt';
  /** Where its sign stands, in characters from 0; the query follows, up to the caret. */
  start: number;
  query: string;
}

/** Longer, it is no name of anything. Characters. */
const MAX_QUERY_CHARS = 100;

/**
 * What stands before the caret: an `@` at the start of the text or after white space begins a search for something
 * to attach, a `/` at the start of the text one for a prompt. White space ends either.
 * @param caret in characters from 0
 */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const from = Math.max(0, caret - MAX_QUERY_CHARS - 1);
  const word = /\S*$/.exec(text.slice(from, caret))?.[0] ?? '';
  const start = caret - word.length;
  const [sign] = word;
  const isWhole = start > from || from === 0;
  if (!isWhole) {
    return undefined;
  }
  const query = word.slice(1);
  if (sign === '@') {
    return { kind: 'context', start, query };
  }
  return sign === '/' && start === 0 ? { kind: 'prompt', start, query } : undefined;
}
