import { element } from './dom.ts';

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Buttons as one stop of the Tab key, with the arrow keys between them: the toolbar pattern of the ARIA
 * Authoring Practices Guide.
 */
export function toolbar(name: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const bar = element('div', 'toolbar', ...buttons);
  bar.role = 'toolbar';
  bar.ariaLabel = name;
  const makeStop = (stop: number): void => {
    for (const [index, button] of buttons.entries()) {
      button.tabIndex = index === stop ? 0 : -1;
    }
  };
  makeStop(0);
  const focused = (): number => buttons.findIndex((button) => button.matches(':focus'));
  bar.addEventListener('focusin', () => makeStop(focused()));
  bar.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    const index = focused();
    if (step !== undefined && index >= 0) {
      event.preventDefault();
      buttons[step(index, buttons.length)]?.focus();
    }
  });
  return bar;
}
