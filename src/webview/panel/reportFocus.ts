import { defined } from '../../base/defined.ts';
import type { CodeBlockPlace } from '../../protocol/toHost.ts';
import { codeBlockAround } from '../code/codeBlockView.ts';
import type { Host } from '../host.ts';

/**
 * Tells the host whether the panel has the keyboard, and which code block in it, so that keys and commands can mean
 * that one. A box of VS Code that is open takes the keyboard from the panel, but the block stays the one that is meant.
 */
export function reportFocus(host: Host): void {
  let told = tell(host, document.hasFocus());
  const update = (hasFocus: boolean, codeBlock?: CodeBlockPlace): void => {
    if (told.hasFocus !== hasFocus || !isSame(told.codeBlock, codeBlock)) {
      told = tell(host, hasFocus, codeBlock);
    }
  };
  document.addEventListener('focusin', ({ target }) =>
    update(true, target instanceof Element ? codeBlockAround(target)?.place : undefined),
  );
  // Not before the keyboard is back where it was.
  window.addEventListener('focus', () =>
    queueMicrotask(() => update(true, codeBlockAround(document.activeElement)?.place)),
  );
  window.addEventListener('blur', () => update(false, told.codeBlock));
}

function tell(host: Host, hasFocus: boolean, codeBlock?: CodeBlockPlace) {
  host.post({ type: 'focusChanged', hasFocus, ...defined({ codeBlock }) });
  return { hasFocus, codeBlock };
}

function isSame(one: CodeBlockPlace | undefined, other: CodeBlockPlace | undefined): boolean {
  return one?.turnId === other?.turnId && one?.block === other?.block;
}
