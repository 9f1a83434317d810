import { omitUndefined } from '../../base/omitUndefined.ts';
import type { FocusedCodeBlock } from '../../protocol/toHost.ts';
import { closestCodeBlock } from '../code/codeBlockView.ts';
import { listenForSelectedPart } from '../code/listenForSelectedPart.ts';
import { isTextField } from '../dom.ts';
import type { Host } from '../host.ts';

/**
 * Keeps the focus in the page, whatever is drawn: by a message, a timer, a frame or an observer. If the focused element is
 * removed or hidden, the browser leaves the focus on the body, where typing is lost and Tab starts at the beginning. It
 * does so too when an input box of VS Code has taken the focus and closes. After a button or link that was pressed with
 * the pointer, typing continues in the text field that had the focus before.
 * @param focusDefault called if the focused element can't have the focus any more
 * @returns a function that returns the element that has the focus or will get it back, `undefined` if none
 */
export function trackFocus(focusDefault: () => void): () => Element | undefined {
  let lastFocused: Element | undefined;
  /** Has the focus, or had it before the pointer pressed a button or link. */
  let field: Element | undefined;
  let isPressed = false;
  const onFocus = (focused: Element | undefined): void => {
    // A button of a code block makes that block the one to which commands apply.
    const isControl =
      focused?.matches('a, button, [role=link]') === true && closestCodeBlock(focused) === undefined;
    field = isPressed && isControl ? field : isTextField(focused) ? focused : undefined;
    lastFocused = field ?? focused;
  };
  onFocus(focusedElement());
  document.addEventListener('focusin', ({ target }) =>
    onFocus(target instanceof Element ? target : undefined),
  );
  // A click outside focusable elements removes the focus, as intended: for example to select text.
  document.addEventListener('pointerdown', () => {
    lastFocused = undefined;
    isPressed = true;
  });
  // A click on the focused element fires no `focusin`.
  document.addEventListener('pointerup', () => {
    if (lastFocused === undefined) {
      onFocus(focusedElement());
    }
    isPressed = false;
  });
  const restore = (): void => {
    if (lastFocused === undefined || focusedElement()?.checkVisibility() === true) {
      return;
    }
    if (lastFocused instanceof HTMLElement && lastFocused.checkVisibility()) {
      lastFocused.focus({ preventScroll: true });
    } else {
      focusDefault();
    }
  };
  // Called before anything else can happen, such as a key press. An open input box of VS Code keeps the focus.
  new MutationObserver((changes) => {
    const focused = focusedElement();
    // Cheap while a reply grows: asks for the style only if something around the focused element has changed.
    const mayBeHidden = changes.some(
      ({ type, target }) => type === 'attributes' && target.contains(focused ?? null),
    );
    if ((focused === undefined || mayBeHidden) && document.hasFocus()) {
      restore();
    }
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['class', 'hidden', 'open'] });
  // In a microtask: an element that is being focused gets the focus only after this event.
  window.addEventListener('focus', () => queueMicrotask(restore));
  return () => focusedElement() ?? lastFocused;
}

/** The element that has the focus while the page has it. */
export function focusedElement(): Element | undefined {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body ? undefined : activeElement;
}

/**
 * Tells the host whether the panel has the focus, in which code block, and what is selected there, so that keys and
 * commands apply to that. While an input box of VS Code has the focus, the reported block stays.
 */
export function reportFocus(host: Host): void {
  let reported = postFocus(host, document.hasFocus());
  const update = (hasFocus: boolean, codeBlock?: FocusedCodeBlock): void => {
    if (reported.hasFocus !== hasFocus || !isSameCodeBlock(reported.codeBlock, codeBlock)) {
      reported = postFocus(host, hasFocus, codeBlock);
    }
  };
  document.addEventListener('focusin', ({ target }) =>
    update(true, target instanceof Element ? codeBlockAround(target) : undefined),
  );
  // After `trackFocus` has restored the focus.
  window.addEventListener('focus', () =>
    queueMicrotask(() => update(true, codeBlockAround(document.activeElement))),
  );
  window.addEventListener('blur', () => update(false, reported.codeBlock));
  listenForSelectedPart(() => {
    if (document.hasFocus()) {
      update(true, codeBlockAround(document.activeElement));
    }
  });
}

function codeBlockAround(focused: Element | null): FocusedCodeBlock | undefined {
  const block = closestCodeBlock(focused);
  return block && { ...block.ref, ...omitUndefined({ part: block.selectedPart }) };
}

function postFocus(host: Host, hasFocus: boolean, codeBlock?: FocusedCodeBlock) {
  host.post({ type: 'focusChanged', hasFocus, ...omitUndefined({ codeBlock }) });
  return { hasFocus, codeBlock };
}

function isSameCodeBlock(one: FocusedCodeBlock | undefined, other: FocusedCodeBlock | undefined): boolean {
  return (
    one?.turnId === other?.turnId &&
    one?.blockIndex === other?.blockIndex &&
    one?.innerIndex === other?.innerIndex &&
    one?.part?.start === other?.part?.start &&
    one?.part?.end === other?.part?.end
  );
}

/**
 * Tells the host that the user is using this page: at the first key or pointer press after it got the focus. The focus
 * alone doesn't count, since VS Code also focuses a page when an input box closes.
 */
export function reportUse(host: Host): void {
  let isReported = false;
  const onPress = (): void => {
    if (!isReported) {
      isReported = true;
      host.post({ type: 'webviewUsed' });
    }
  };
  window.addEventListener('keydown', onPress, { capture: true });
  window.addEventListener('pointerdown', onPress, { capture: true });
  window.addEventListener('blur', () => {
    isReported = false;
  });
}
