import { isPlain } from '../keyboard.ts';

/** Rows that PageUp and PageDown go. */
const PAGE = 10;

interface Grid {
  count(): number;
  active(): number;
  focusAt(index: number): void;
  leaveUpward(): void;
}

const ROW_STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The arrow keys in a grid whose rows have the keyboard: up and down by rows, sideways into the buttons of a row. */
export function listenForGridKeys(element: HTMLElement, grid: Grid): void {
  element.addEventListener('keydown', (event) => {
    if (isPlain(event) && (goByRow(event.key, grid) || goSideways(event.key))) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

function goByRow(key: string, { count, active, focusAt, leaveUpward }: Grid): boolean {
  const step = ROW_STEPS[key];
  if (step === undefined) {
    return false;
  }
  if (key === 'ArrowUp' && active() <= 0) {
    leaveUpward();
  } else {
    focusAt(Math.min(Math.max(0, step(active(), count())), count() - 1));
  }
  return true;
}

function goSideways(key: string): boolean {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const row = document.activeElement?.closest<HTMLElement>('[role="row"]');
  if (by === undefined || row == null) {
    return false;
  }
  const stops: (Element | null)[] = [row, ...row.querySelectorAll('button')];
  const at = stops.indexOf(document.activeElement);
  const next = stops[Math.min(Math.max(0, at + by), stops.length - 1)];
  if (next instanceof HTMLElement) {
    next.focus();
  }
  return true;
}
