import { element } from './dom.ts';

/** Delay as of VS Code's own hovers (`workbench.hover.delay`), in ms. */
const DELAY_MS = 500;
/** Distance to the element and to the edges of the panel, in px. */
const MARGIN_PX = 4;

const TOOLTIP = element('div', 'tooltip');
let delay: number | undefined;
let anchor: Element | undefined;

/**
 * Shows the tooltip of an element that gets the focus by keyboard: browsers show a `title` only to the mouse. Any key
 * hides it, without claiming the key: Escape may also close a list or stop a reply.
 */
export function listenForTooltips(): void {
  TOOLTIP.popover = 'manual';
  // The `title` is already the accessible description.
  TOOLTIP.ariaHidden = 'true';
  document.body.append(TOOLTIP);
  document.addEventListener('focusin', ({ target }) => {
    hideTooltip();
    if (target instanceof HTMLElement && target.matches(':focus-visible')) {
      delay = window.setTimeout(() => showTooltip(target), DELAY_MS);
    }
  });
  for (const event of ['focusout', 'keydown', 'pointerdown', 'resize']) {
    window.addEventListener(event, hideTooltip, { capture: true, passive: true });
  }
  // Not on other scrolling: the conversation scrolls while a reply grows.
  const onScroll = ({ target }: Event): void => {
    if (anchor !== undefined && target instanceof Node && target.contains(anchor)) {
      hideTooltip();
    }
  };
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
}

/** Shows the tooltip of an element, below it or, without enough room, above it. */
export function showTooltip(titled: HTMLElement): void {
  hideTooltip();
  if (titled.title === '' || !titled.checkVisibility()) {
    return;
  }
  TOOLTIP.textContent = titled.title;
  // Its width would be limited by the room to the right of the previous position.
  TOOLTIP.style.left = '0';
  // Shown last, so that it is above other popovers.
  TOOLTIP.showPopover();
  anchor = titled;
  const box = titled.getBoundingClientRect();
  const { width, height } = TOOLTIP.getBoundingClientRect();
  const below = box.bottom + MARGIN_PX;
  const above = box.top - MARGIN_PX - height;
  const left = Math.min(box.left, window.innerWidth - MARGIN_PX - width);
  TOOLTIP.style.left = `${Math.max(MARGIN_PX, left)}px`;
  TOOLTIP.style.top = `${below + height <= window.innerHeight || above < 0 ? below : above}px`;
}

function hideTooltip(): void {
  clearTimeout(delay);
  anchor = undefined;
  if (TOOLTIP.matches(':popover-open')) {
    TOOLTIP.hidePopover();
  }
}
