import { fileReferenceOf } from '../../core/code/fileReference.ts';
import type { FileLink } from '../../protocol/code.ts';
import { frameQueue } from '../frameQueue.ts';
import { textOf } from '../host.ts';
import { hasNoModifiers, listenForKeys } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Links that lead to no address, and inline code. */
const CANDIDATES = '[data-file], :not(pre) > code';

const LINK = '.file-link';

/** Distance in CSS pixels up to which a press that moves is a click, not the selection of text. */
const MAX_CLICK_MOVE = 4;

/** Number of candidates looked at per step of the frame queue. */
const STEP = 50;

/**
 * Inline code and links of a reply that lead to files. Only attributes of the nodes that are there change, so that
 * nothing moves, and a selection in them stays.
 */
export class FileLinks {
  readonly #markdown: HTMLElement;
  /** The last that were posted, by their text. */
  #links: ReadonlyMap<string, FileLink> = new Map();
  /** Of the links that are shown. */
  readonly #indexes = new WeakMap<Element, number>();

  constructor({ host, ui }: Pick<ViewDeps, 'host' | 'ui'>, turnId: string, markdown: HTMLElement) {
    this.#markdown = markdown;
    let pressed = { x: 0, y: 0 };
    markdown.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
      pressed = { x, y };
    });
    // A press by a screen reader is no click, and has no place.
    const isSelecting = (event: MouseEvent | KeyboardEvent): boolean =>
      event instanceof MouseEvent &&
      (event.detail > 1 ||
        (event.detail === 1 &&
          Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > MAX_CLICK_MOVE));
    const onUse = (event: MouseEvent | KeyboardEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>(LINK) : null;
      const linkIndex = link === null ? undefined : this.#indexes.get(link);
      if (linkIndex === undefined || isSelecting(event)) {
        return;
      }
      // A link in a summary doesn't open the details.
      event.preventDefault();
      void host
        .request({ type: 'openFileLink', turnId, linkIndex })
        .then((result) => ui.showStatus(textOf(result)));
    };
    markdown.addEventListener('click', onUse);
    listenForKeys(markdown, (event) => {
      if (event.key === 'Enter' && hasNoModifiers(event)) {
        onUse(event);
      }
    });
  }

  /** Whether anything may be the name of a file, so that the host should look for it. */
  get hasCandidates(): boolean {
    return this.#candidates.some(
      (each) => each.hasAttribute('data-file') || fileReferenceOf(each.textContent) !== undefined,
    );
  }

  /** Makes links of what leads to these files, and of nothing else. */
  show(links: readonly FileLink[]): void {
    this.#links = new Map(links.map((link) => [link.text, link]));
    const candidates =
      links.length === 0 ? [...this.#markdown.querySelectorAll<HTMLElement>(LINK)] : this.#candidates;
    let next = 0;
    frameQueue.add(() => {
      const end = next + STEP;
      for (const candidate of candidates.slice(next, end)) {
        const link = this.#links.get(candidate.getAttribute('data-file') ?? candidate.textContent);
        // A link in a link could not be reached.
        if (link !== undefined && candidate.parentElement?.closest(`a, ${LINK}`) === null) {
          this.#indexes.set(candidate, link.index);
          showAsLink(candidate, link);
        } else if (this.#indexes.has(candidate) && candidate !== document.activeElement) {
          this.#indexes.delete(candidate);
          showAsText(candidate);
        }
      }
      next = end;
      return next < candidates.length;
    });
  }

  get #candidates(): HTMLElement[] {
    return [...this.#markdown.querySelectorAll<HTMLElement>(CANDIDATES)];
  }
}

function showAsLink(node: HTMLElement, { path, lines }: FileLink): void {
  node.role = 'link';
  node.tabIndex = 0;
  node.classList.add('file-link');
  node.title =
    lines === undefined
      ? t('Open {0}', path)
      : lines.start === lines.end
        ? t('Open {0}, line {1}', path, lines.start)
        : t('Open {0}, lines {1}–{2}', path, lines.start, lines.end);
}

function showAsText(node: HTMLElement): void {
  node.role = null;
  for (const name of ['tabindex', 'title']) {
    node.removeAttribute(name);
  }
  node.classList.remove('file-link');
}
