/** What to do once each of these elements is visible. */
const WAITING = new WeakMap<Element, (() => void)[]>();

const OBSERVER = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      OBSERVER.unobserve(target);
      const waiting = WAITING.get(target) ?? [];
      WAITING.delete(target);
      for (const run of waiting) {
        run();
      }
    }
  }
});

/**
 * Calls `run` once a turn, or the group of older turns that it is in, is visible: an observer checks each of its targets
 * in every frame, so it doesn't observe a thousand turns.
 */
export function whenVisible(turn: Element, run: () => void): void {
  // Once it is drawn, so that it is in its group.
  requestAnimationFrame(() => {
    const target = turn.closest('.older') ?? turn;
    WAITING.set(target, [...(WAITING.get(target) ?? []), run]);
    OBSERVER.observe(target);
  });
}
