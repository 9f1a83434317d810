/**
 * The script in the page's own HTML: the text box, which stands there too, can be used before any file has loaded. It has
 * the keyboard whenever the page has it, and what is typed and sent meanwhile is passed on to the panel.
 */

import { hasText } from '../base/hasText.ts';
import { PAGE_SHOWN } from '../protocol/panelPage.ts';
import { Composition } from './composition.ts';
import type { WebviewApi } from './host.ts';
import { listenForKeys } from './keyboard.ts';
import type { ViewState } from './panel/viewState.ts';
import type { startPanel } from './start.ts';

declare function acquireVsCodeApi(): WebviewApi;

/** How long a page that isn't painted, since it is hidden, waits before it loads the panel, in ms. */
const MAX_WAIT_MS = 100;

const api = acquireVsCodeApi();
const composition = new Composition();
const box = document.querySelector('textarea');
const sendButton = document.querySelector('.send-button');
const loading = new AbortController();
const { signal } = loading;
let askedText: string | undefined;

function ask(): void {
  askedText ??= box?.value;
}

function focusBox(): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    box?.focus();
  }
}

if (box !== null) {
  box.value = box.dataset['draft'] ?? '';
  // Where it was before the page was hidden.
  const { caret }: Partial<Pick<ViewState, 'caret'>> = Object(api.getState());
  box.setSelectionRange(caret ?? box.value.length, caret ?? box.value.length);
  const showButton = (): void => sendButton?.setAttribute('aria-disabled', String(!hasText(box.value)));
  showButton();
  box.addEventListener('input', showButton, { signal });
  listenForKeys(
    box,
    (event) => {
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        ask();
      }
    },
    { signal },
  );
}
sendButton?.addEventListener('click', ask, { signal });
focusBox();
window.addEventListener('focus', focusBox, { signal });

async function loadPanel(): Promise<void> {
  await Promise.race([
    // A timer that is set in a frame runs after the frame was painted.
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);
  api.postMessage(PAGE_SHOWN);
  const { panel = '', styles = '' } = document.body.dataset;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  // Without its style sheet, the panel is readable at least.
  const styled = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  document.head.append(link);
  const [start]: [{ startPanel: typeof startPanel }, unknown] = await Promise.all([import(panel), styled]);
  loading.abort();
  start.startPanel(api, composition, askedText);
}

void loadPanel();
// Then there is no script in the body, ever.
document.currentScript?.remove();
