import { omitUndefined } from '../../base/omitUndefined.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import { closestCodeBlock } from '../code/codeBlockView.ts';
import type { Host } from '../host.ts';

/**
 * Gives the keyboard back to what had it. When a box of VS Code takes the keyboard, the browser forgets where in this
 * page it was, and would give it back to the body of the page, where typing is lost and Tab begins anew.
 * @param focusDefault puts the keyboard where it belongs when what had it is gone
 * @returns what tells which element has the keyboard, or will have it again; `undefined` for none
 */
export function trackFocus(focusDefault: () => void): () => Element | undefined {
  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  // A press beside everything takes the keyboard from all, and is meant to: text is being selected, say.
  document.addEventListener('pointerdown', () => {
    last = undefined;
  });
  // One on what had it already leaves it there, and says nothing of it.
  document.addEventListener('pointerup', () => {
    last ??= focusedElement();
  });
  const restore = (): void => {
    if (focusedElement() !== undefined || last === undefined) {
      return;
    }
    if (last instanceof HTMLElement && last.checkVisibility()) {
      last.focus({ preventScroll: true });
    } else {
      focusDefault();
    }
  };
  // A moment later: what is being given the keyboard at this time gets it after this event alone.
  window.addEventListener('focus', () => queueMicrotask(restore));
  return () => focusedElement() ?? last;
}

function focusedElement(): Element | undefined {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body ? undefined : activeElement;
}

/**
 * Tells the host whether the panel has the keyboard, and which code block in it, so that keys and commands can mean
 * that one. A box of VS Code that is open takes the keyboard from the panel, but the block stays the one that is meant.
 */
export function reportFocus(host: Host): void {
  let told = postFocus(host, document.hasFocus());
  const update = (hasFocus: boolean, codeBlock?: CodeBlockRef): void => {
    if (told.hasFocus !== hasFocus || !isSameCodeBlock(told.codeBlock, codeBlock)) {
      told = postFocus(host, hasFocus, codeBlock);
    }
  };
  document.addEventListener('focusin', ({ target }) =>
    update(true, target instanceof Element ? closestCodeBlock(target)?.ref : undefined),
  );
  // Not before the keyboard is back where it was.
  window.addEventListener('focus', () =>
    queueMicrotask(() => update(true, closestCodeBlock(document.activeElement)?.ref)),
  );
  window.addEventListener('blur', () => update(false, told.codeBlock));
}

function postFocus(host: Host, hasFocus: boolean, codeBlock?: CodeBlockRef) {
  host.post({ type: 'focusChanged', hasFocus, ...omitUndefined({ codeBlock }) });
  return { hasFocus, codeBlock };
}

function isSameCodeBlock(one: CodeBlockRef | undefined, other: CodeBlockRef | undefined): boolean {
  return one?.turnId === other?.turnId && one?.blockIndex === other?.blockIndex;
}

/**
 * Tells the host that this page is the one in use: at the first press of a key or of the pointer since the keyboard came
 * into it. The keyboard alone says nothing, since VS Code gives it to a page by itself when a box of its own closes.
 */
export function reportUse(host: Host): void {
  let isTold = false;
  const pressed = (): void => {
    if (!isTold) {
      isTold = true;
      host.post({ type: 'webviewUsed' });
    }
  };
  window.addEventListener('keydown', pressed, { capture: true });
  window.addEventListener('pointerdown', pressed, { capture: true });
  window.addEventListener('blur', () => {
    isTold = false;
  });
}
