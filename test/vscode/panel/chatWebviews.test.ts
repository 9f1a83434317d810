import * as vscode from 'vscode';
import type { ToHost } from '../../../src/protocol/toHost.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import type { ChatWebview, WebviewContainer } from '../../../src/vscode/panel/chatWebview.ts';
import { ChatWebviews } from '../../../src/vscode/panel/chatWebviews.ts';
import { PanelFocus } from '../../../src/vscode/panel/panelFocus.ts';
import { equal } from '../assert.ts';

const FOCUS: ToPanel = { type: 'focusComposer' };

/** In the place of a page in VS Code: says what it is told to, and keeps what it hears. */
class StubPage implements WebviewContainer {
  readonly heard: ToPanel[] = [];
  readonly #said = new vscode.EventEmitter<unknown>();
  visible = true;
  active = false;
  readonly webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'https://example.com',
    onDidReceiveMessage: this.#said.event,
    postMessage: async (message: ToPanel) => {
      this.heard.push(message);
      return true;
    },
    asWebviewUri: (uri) => uri,
  };

  say(message: ToHost | { type: string }): void {
    this.#said.fire(message);
  }

  isVisible(): boolean {
    return this.visible;
  }

  isActive(): boolean {
    return this.active;
  }

  async show(): Promise<void> {
    this.visible = true;
  }

  setHistoryShown(): void {}
}

describe('the surfaces that show the chat', () => {
  let received: [string, ChatWebview][];
  let surfaces: ChatWebviews;

  beforeEach(() => {
    received = [];
    surfaces = new ChatWebviews(vscode.Uri.parse('file:///extension'), (message, surface) =>
      received.push([message.type, surface]),
    );
  });

  function open(then?: ToPanel): { page: StubPage; surface: ChatWebview } {
    const page = new StubPage();
    return { page, surface: surfaces.add(page, then) };
  }

  it('hear nothing before they are ready, while they are hidden, and after they are closed', () => {
    const { page, surface } = open();
    surfaces.post(FOCUS);
    page.say({ type: 'ready' });
    surfaces.post(FOCUS);
    page.visible = false;
    surface.onVisibilityChanged();
    surfaces.post(FOCUS);
    page.visible = true;
    surface.onVisibilityChanged();
    surfaces.post(FOCUS);
    page.say({ type: 'ready' });
    surfaces.remove(surface);
    surfaces.post(FOCUS);
    equal(page.heard, [FOCUS]);
    equal(surfaces.current, undefined);
  });

  it('have the keyboard no more once they are hidden or closed', () => {
    const focus = new PanelFocus();
    surfaces = new ChatWebviews(vscode.Uri.parse('file:///extension'), (message, surface) => {
      if (message.type === 'focusChanged') {
        void focus.update(surface, message.hasFocus, message.codeBlock);
      }
    });
    const codeBlock = { turnId: 'turn', blockIndex: 0 };
    const view = open();
    const tab = open();
    for (const leave of [
      () => {
        tab.page.visible = false;
        tab.surface.onVisibilityChanged();
      },
      () => surfaces.remove(tab.surface),
    ]) {
      tab.page.visible = true;
      tab.page.say({ type: 'focusChanged', hasFocus: true, codeBlock });
      equal([focus.hasFocus, focus.codeBlock], [true, codeBlock]);
      leave();
      equal([focus.hasFocus, focus.codeBlock], [false, undefined]);
    }
    // Moved from one to the other, which need not be heard of in that order.
    view.page.say({ type: 'focusChanged', hasFocus: true });
    tab.page.say({ type: 'focusChanged', hasFocus: false });
    equal(focus.hasFocus, true);
    surfaces.remove(tab.surface);
    equal(focus.hasFocus, true);
    view.page.say({ type: 'focusChanged', hasFocus: false });
    equal(focus.hasFocus, false);
  });

  it('are told apart: what is for the others is not for the one', () => {
    const [one, other] = [open(), open()];
    one.page.say({ type: 'ready' });
    other.page.say({ type: 'ready' });
    surfaces.postToOthers(one.surface, FOCUS);
    equal([one.page.heard, other.page.heard], [[], [FOCUS]]);
    equal(received[1]?.[1] === other.surface, true);
  });

  it('are the current one when they were used last, unless another can be seen', () => {
    const [one, other] = [open(), open()];
    equal(surfaces.current === one.surface, true, 'The first');
    other.page.say({ type: 'ready' });
    equal(surfaces.current === one.surface, true, 'A page that comes is not in use');
    other.page.say({ type: 'webviewUsed' });
    equal(surfaces.current === other.surface, true, 'The one that was used');
    other.page.visible = false;
    equal(surfaces.current === one.surface, true, 'The one in view');
    one.page.visible = false;
    equal(surfaces.current === other.surface, true, 'The last used of the hidden');
  });

  it('take the keyboard once: when they are ready, or at once', async () => {
    const { page, surface } = open(FOCUS);
    page.say({ type: 'ready' });
    page.say({ type: 'ready' });
    equal(page.heard, [FOCUS]);
    await surface.reveal({ type: 'find' });
    equal(page.heard, [FOCUS, { type: 'find' }]);
    page.active = true;
    page.say({ type: 'ready' });
    equal(page.heard.at(-1), FOCUS, 'A page that moved with the keyboard keeps it');
  });

  it('drop what is no message of the protocol', () => {
    const { page } = open();
    page.say({ type: 'runCommand' });
    equal(received, []);
  });

  it('get the text so far before another one gets the picture that has it in it', () => {
    const [one, other] = [open(), open()];
    one.page.say({ type: 'ready' });
    const picture: ToPanel = { type: 'connection', connection: 'connected' };
    surfaces.postReplyText('turn', 'Half');
    other.page.say({ type: 'ready' });
    surfaces.postTo(other.surface, picture);
    surfaces.postReplyText('turn', ' and half');
    surfaces.postTo(other.surface, picture);
    const texts = (page: StubPage): string =>
      page.heard
        .map((message) => (message.type === 'replyText' ? message.text : `(${message.type})`))
        .join('');
    equal(texts(one.page), 'Half and half');
    equal(texts(other.page), 'Half(connection) and half(connection)');
  });
});
