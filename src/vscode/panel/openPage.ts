import * as vscode from 'vscode';
import { visibleText } from '../../core/visibleText.ts';
import { PAGE_SHOWN, panelPage } from '../../protocol/panelPage.ts';
import { translations } from '../uiText.ts';

/** Set by the build. */
declare const FIRST_PAINT: Parameters<typeof panelPage>[0]['firstPaint'];

/** How long VS Code may take to show a page, in ms. */
const SHOW_TIMEOUT_MS = 1000;

/** A page of the chat, as VS Code has it from the moment it is opened. */
export interface OpenedPage {
  /** Resolves when the page is shown or `SHOW_TIMEOUT_MS` has passed: until then, all other work would delay it. */
  readonly whenShown: Promise<void>;
  /** Calls the listener with each message of the page, also with those that it has sent before. To be called once. */
  listen(onMessage: (message: unknown) => void): void;
  /** Changes what the page shows at once when VS Code loads it again. Only for a hidden page: VS Code would reload it. */
  update(shown: ShownAtOnce): void;
}

/** What a page shows before it has loaded. */
export interface ShownAtOnce {
  readonly draft: string;
  /** Id of the model; empty if none is selected. */
  readonly model: string;
}

/** Gives VS Code the page of a webview. */
export function openPage(webview: vscode.Webview, extensionUri: vscode.Uri, shown: ShownAtOnce): OpenedPage {
  const received: unknown[] = [];
  let listener = (message: unknown): void => void received.push(message);
  const whenShown = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SHOW_TIMEOUT_MS);
    webview.onDidReceiveMessage((message: unknown) => {
      clearTimeout(timer);
      resolve();
      if (Object(message).type !== PAGE_SHOWN.type) {
        listener(message);
      }
    });
  });
  // The page may only read the folder of the built panel.
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  let { draft, model } = shown;
  const setPage = (): void => {
    webview.html = panelPage({
      language: vscode.env.language,
      folder: webview.asWebviewUri(folder).toString(),
      cspSource: webview.cspSource,
      translations: translations(),
      draft,
      model: visibleText(model),
      firstPaint: { script: FIRST_PAINT.script, style: FIRST_PAINT.style },
      nonce: crypto.randomUUID(),
    });
  };
  setPage();
  return {
    whenShown,
    listen: (onMessage) => {
      listener = onMessage;
      received.splice(0).forEach(onMessage);
    },
    update: (later) => {
      if (later.draft !== draft || later.model !== model) {
        ({ draft, model } = later);
        setPage();
      }
    },
  };
}
