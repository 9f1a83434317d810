import * as z from 'zod/mini';
import { MOST_DROPPED } from '../../protocol/attachments.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../viewContext.ts';

/**
 * Takes files and folders that are dropped anywhere on the panel. VS Code lets them come so far only while Shift is
 * held; without it, it opens them.
 */
export class DropTarget {
  /** Lies over the panel while something is dragged over it. */
  readonly element = element('div', 'drop-overlay');
  readonly #context: ViewContext;
  readonly #onProblem: (problem: string) => void;
  /** What is dragged began in the panel itself. */
  #isOwn = false;

  /** @param onProblem is told why what was dropped can't be attached, or an empty text */
  constructor(context: ViewContext, onProblem: (problem: string) => void) {
    this.#context = context;
    this.#onProblem = onProblem;
    this.element.hidden = true;
    this.element.ariaHidden = 'true';
    document.addEventListener('dragstart', () => {
      this.#isOwn = true;
    });
    document.addEventListener('dragend', () => {
      this.#isOwn = false;
    });
    document.addEventListener('dragenter', (event) => this.#over(event));
    document.addEventListener('dragover', (event) => this.#over(event));
    document.addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) {
        this.element.hidden = true;
      }
    });
    document.addEventListener('drop', (event) => this.#dropped(event));
  }

  #over(event: DragEvent): void {
    const { dataTransfer: dragged } = event;
    if (dragged === null || this.#isOwn || !mayHoldFiles(dragged)) {
      return;
    }
    event.preventDefault();
    dragged.dropEffect = 'copy';
    const { dropToAttach, holdShift } = this.#context.strings;
    const hint = event.shiftKey ? dropToAttach : holdShift;
    if (this.element.textContent !== hint) {
      this.element.replaceChildren(element('span', '', hint));
    }
    this.element.hidden = false;
  }

  #dropped(event: DragEvent): void {
    const { dataTransfer: dropped } = event;
    this.element.hidden = true;
    if (dropped === null || this.#isOwn || !mayHoldFiles(dropped)) {
      return;
    }
    event.preventDefault();
    void this.#attach(droppedUris(dropped));
  }

  async #attach(uris: readonly string[]): Promise<void> {
    const { dropUnreachable, dropTooMany } = this.#context.strings;
    if (uris.length === 0) {
      this.#onProblem(dropUnreachable);
    } else if (uris.length > MOST_DROPPED) {
      this.#onProblem(fill(dropTooMany, MOST_DROPPED));
    } else {
      this.#onProblem((await this.#context.host.request({ type: 'dropped', uris: [...uris] })) ?? '');
    }
  }
}

/** What VS Code says of files that are dragged, the best first; its own names are written in small letters by browsers. */
const LISTS = ['application/vnd.code.uri-list', 'text/uri-list'] as const;
const URI_ARRAY = 'resourceurls';
const EDITORS = 'codeeditors';
const KNOWN: readonly string[] = [...LISTS, URI_ARRAY, EDITORS, 'codefiles', 'files'];

const urisSchema = z.array(z.string());
const editorsSchema = z.array(z.object({ resource: z.optional(z.unknown()) }));

/** Whether files may be among what is dragged. What they are is only said when they are dropped. */
function mayHoldFiles({ types }: DataTransfer): boolean {
  return types.some((type) => KNOWN.includes(type.toLowerCase()));
}

/** The addresses of the files that were dropped; empty for those that come from outside VS Code. */
function droppedUris(dropped: DataTransfer): string[] {
  const lists = LISTS.flatMap((type) => dropped.getData(type).split(/\r?\n/));
  const all = [...lists, ...uriArray(dropped), ...editorUris(dropped)];
  const uris = all.map((uri) => uri.trim()).filter((uri) => /^[a-z][\w+.-]*:/i.test(uri));
  return [...new Set(uris)].filter((uri) => !/^https?:/i.test(uri));
}

function uriArray(dropped: DataTransfer): string[] {
  return urisSchema.safeParse(parsed(dropped.getData(URI_ARRAY))).data ?? [];
}

function editorUris(dropped: DataTransfer): string[] {
  const editors = editorsSchema.safeParse(parsed(dropped.getData(EDITORS))).data ?? [];
  return editors.flatMap(({ resource }) => (typeof resource === 'string' ? [resource] : []));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
