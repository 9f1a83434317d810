import type { ToPanel } from '../../protocol/toPanel.ts';
import { ATTACHMENT_ICONS } from '../attachments/chips.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../viewContext.ts';
import { type ComposerText, isOfInputMethod } from './composerText.ts';
import { type Suggestion, SuggestList } from './suggestList.ts';

/** What is done with a text that is complete, and with sentences about it. */
interface CompletionUses {
  /** Tells a screen reader. */
  announce: (text: string) => void;
  /** Why something could not be taken. */
  onProblem: (problem: string) => void;
  /** Enter was pressed before it was known that there is nothing to be taken. */
  send: () => void;
}

type Found = Extract<ToPanel, { type: 'candidates' | 'prompts' }>;

/** Looks for what is named behind `@` and `/` as one types, and puts what is chosen in its place. */
export class Completion {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #text: ComposerText;
  readonly #uses: CompletionUses;
  readonly #list: SuggestList;
  #trigger: Trigger | undefined;
  /** Where the sign stands whose suggestions are not wanted. */
  #unwanted: number | undefined;
  #searchId = 0;
  #shownId = 0;
  #announced = 0;
  /** Whether Enter or Tab was pressed before the suggestions for what stands there had come. */
  #held: 'Enter' | 'Tab' | undefined;
  /** What `insertText` takes the place of. */
  #replaced = '';

  constructor(context: ViewContext, text: ComposerText, uses: CompletionUses) {
    this.#context = context;
    this.#text = text;
    this.#uses = uses;
    const box = text.element;
    this.#list = new SuggestList(context, box, (suggestion) => this.#take(suggestion));
    this.element = this.#list.element;
    box.addEventListener('input', (event) => {
      const isTyped = event instanceof InputEvent && /^insert(Composition)?Text$/.test(event.inputType);
      this.#look(isTyped);
    });
    document.addEventListener('selectionchange', () => this.#trigger !== undefined && this.#look(false));
    box.addEventListener('blur', () => this.#giveUp());
  }

  /** @returns whether the key was meant for it */
  pressed(event: KeyboardEvent): boolean {
    const { key } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isTaking = key === 'Enter' || key === 'Tab';
    if (isSuggestKey(event) && !isOfInputMethod(event)) {
      return this.#reopen(event);
    }
    if (this.#trigger === undefined || !isPlain || isOfInputMethod(event)) {
      return false;
    }
    if (isTaking && this.#isAwaited && this.#held === undefined && (this.#list.isOpen || key === 'Enter')) {
      this.#held = key;
      return true;
    }
    if (!this.#list.isOpen) {
      return false;
    }
    if (key === 'Escape') {
      this.#giveUp();
      return true;
    }
    const { active } = this.#list;
    if (isTaking && active !== undefined) {
      this.#take(active);
      return true;
    }
    return this.#list.move(key);
  }

  /** The answer to what was looked for last; one to anything before comes too late. */
  show(found: Found): void {
    const trigger = this.#trigger;
    const kind = found.type === 'prompts' ? 'prompt' : 'context';
    if (trigger?.kind !== kind || found.searchId !== this.#searchId) {
      return;
    }
    const { strings } = this.#context;
    this.#shownId = found.searchId;
    this.#list.show(
      suggestionsOf(found),
      kind === 'prompt' ? strings.promptSuggestions : strings.contextSuggestions,
    );
    this.#announce(found.items.length);
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && this.#list.active !== undefined) {
      this.#take(this.#list.active);
    } else if (held === 'Enter') {
      this.#giveUp();
      this.#uses.send();
    }
  }

  /** Puts the text of the prompt that was chosen in the place of its name. */
  insert(text: string): void {
    const end = this.#text.value.startsWith(this.#replaced) ? this.#replaced.length : 0;
    // What is typed next begins a word of its own, or a search behind @.
    const gap = /\s$/.test(text) || /^\s/.test(this.#text.value.slice(end)) ? '' : ' ';
    this.#text.replacePart(0, end, text + gap);
    this.#replaced = '';
  }

  /** Another text stands there, if not by typing: a sign that was not wanted in the one before may be in this one. */
  textChanged(): void {
    this.#look(false);
  }

  get #isAwaited(): boolean {
    return this.#searchId !== this.#shownId;
  }

  /** @param mayBegin whether a search may begin that is not under way */
  #look(mayBegin: boolean): void {
    const { element: box, value, caret } = this.#text;
    const before = this.#trigger;
    const trigger = box.selectionEnd === caret ? triggerAt(value, caret) : undefined;
    if (trigger === undefined || trigger.start !== this.#unwanted) {
      this.#unwanted = undefined;
    }
    const goesOn = before?.kind === trigger?.kind && before?.start === trigger?.start;
    if (trigger === undefined || this.#unwanted !== undefined || !(mayBegin || goesOn)) {
      this.#close();
    } else if (!goesOn || before?.query !== trigger.query) {
      if (!goesOn) {
        this.#close();
      }
      this.#trigger = trigger;
      this.#held = undefined;
      this.#searchId += 1;
      const type = trigger.kind === 'prompt' ? 'promptsWanted' : 'candidatesWanted';
      this.#context.host.post({ type, searchId: this.#searchId, query: trigger.query });
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
      this.#unwanted = undefined;
      this.#look(true);
    }
    return true;
  }

  #take({ key }: Suggestion): void {
    const { start, kind } = this.#trigger ?? { start: 0, kind: 'context' };
    const { caret } = this.#text;
    this.#giveUp();
    if (kind === 'context') {
      this.#text.replacePart(start, caret, '');
      void this.#request({ type: 'attachCandidate', key });
    } else {
      this.#replaced = this.#text.value.slice(0, caret);
      void this.#request({ type: 'takePrompt', key });
    }
  }

  async #request(message: Parameters<ViewContext['host']['request']>[0]): Promise<void> {
    this.#uses.onProblem((await this.#context.host.request(message)) ?? '');
  }

  #announce(count: number): void {
    const { oneSuggestion, suggestions, noSuggestions } = this.#context.strings;
    if (count !== this.#announced) {
      const said = count === 0 ? noSuggestions : fill(suggestions, count);
      this.#uses.announce(count === 1 ? oneSuggestion : said);
    }
    this.#announced = count;
  }

  /** Looks no more for what stands there, until another sign is typed. */
  #giveUp(): void {
    this.#unwanted = this.#trigger?.start ?? this.#unwanted;
    this.#close();
  }

  #close(): void {
    this.#trigger = undefined;
    this.#held = undefined;
    this.#announced = 0;
    this.#list.hide();
  }
}

/** VS Code's key for suggestions, which is the same on a Mac. */
function isSuggestKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'Space' && ctrlKey && !metaKey && !altKey && !shiftKey;
}

function suggestionsOf(found: Found): Suggestion[] {
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
const LONGEST_QUERY = 100;

/**
 * What stands before the caret: an `@` at the start of the text or after white space begins a search for something
 * to attach, a `/` at the start of the text one for a prompt. White space ends either.
 * @param caret in characters from 0
 */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const from = Math.max(0, caret - LONGEST_QUERY - 1);
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
