import * as vscode from 'vscode';
import { MAX_TEXT_CHARS } from '../../../src/protocol/limits.ts';
import type { ToHost } from '../../../src/protocol/toHost.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { ChatUi } from '../../../src/vscode/panel/chatUi.ts';
import type { ChatWebview, WebviewContainer } from '../../../src/vscode/panel/chatWebview.ts';
import { ChatWebviews } from '../../../src/vscode/panel/chatWebviews.ts';
import type { OpenedPage } from '../../../src/vscode/panel/openPage.ts';
import { PanelFocus } from '../../../src/vscode/panel/panelFocus.ts';
import { plainText, type UiText } from '../../../src/vscode/uiText.ts';
import { equal, ok, until } from '../assert.ts';

const FOCUS: ToPanel = { type: 'focusComposer' };
const READY: ToHost = { type: 'ready', hasFocus: false };

/** A stub page: sends messages on request and records what it receives. */
class StubPage implements WebviewContainer {
  readonly received: ToPanel[] = [];
  readonly #sent = new vscode.EventEmitter<unknown>();
  visible = true;
  active = false;
  isClosed = false;
  title = '';
  readonly webview = {
    postMessage: async (message: ToPanel) => {
      this.received.push(message);
      return true;
    },
  };
  /** Drafts that the page was given while it was hidden. */
  readonly drafts: string[] = [];
  readonly page: OpenedPage = {
    whenShown: Promise.resolve(),
    listen: (onMessage) => this.#sent.event(onMessage),
    update: ({ draft }) => this.drafts.push(draft),
  };

  send(message: ToHost | object): void {
    this.#sent.fire(message);
  }

  isVisible(): boolean {
    ok(!this.isClosed, 'Webview is disposed');
    return this.visible;
  }

  isActive(): boolean {
    return this.active;
  }

  async show(): Promise<void> {
    this.visible = true;
  }

  setHistoryShown(): void {}

  setTitle(title: UiText): void {
    this.title = plainText(title);
  }
}

describe('chat webviews', () => {
  let messages: [string, ChatWebview][];
  let unreadable: string[];
  /** The unsent text. */
  let draft = '';
  let webviews: ChatWebviews;

  beforeEach(() => {
    messages = [];
    unreadable = [];
    webviews = new ChatWebviews({
      onMessage: (message, webview) => messages.push([message.type, webview]),
      logUnreadable: (description) => unreadable.push(description),
      shownAtOnce: () => ({ draft, model: '' }),
    });
  });

  function open(messageOnReady?: ToPanel): { page: StubPage; webview: ChatWebview } {
    const page = new StubPage();
    return { page, webview: webviews.add(page, messageOnReady) };
  }

  it('have the conversation before the user while one of them is visible and shows no list', () => {
    const seen: boolean[] = [];
    webviews.onVisibilityChanged(() => seen.push(webviews.isConversationVisible));
    const { page, webview } = open();
    webview.setHistoryShown(true);
    webview.setHistoryShown(false);
    page.visible = false;
    webview.onVisibilityChanged();
    page.visible = true;
    webview.onVisibilityChanged();
    webviews.remove(webview);
    equal(seen, [true, false, true, false, true, false]);
  });

  it('receive nothing before they are ready, while hidden, or after they are closed', () => {
    const { page, webview } = open();
    webviews.post(FOCUS);
    page.send(READY);
    webviews.post(FOCUS);
    page.visible = false;
    webview.onVisibilityChanged();
    webviews.post(FOCUS);
    page.visible = true;
    webview.onVisibilityChanged();
    webviews.post(FOCUS);
    page.send(READY);
    page.isClosed = true;
    webviews.remove(webview);
    webviews.post(FOCUS);
    // Of what began before.
    webview.post({ type: 'draft', conversationId: 'one', text: 'late' });
    equal(page.drafts, ['']);
    equal(page.received, [FOCUS]);
    equal(webviews.current, undefined);
  });

  it('are given the unsent text while they are hidden, for the next time that they are shown', () => {
    const { page, webview } = open();
    page.send(READY);
    draft = 'typed';
    webviews.post({ type: 'draftChangedElsewhere', conversationId: 'one', text: draft });
    equal(page.drafts, []);
    page.visible = false;
    webview.onVisibilityChanged();
    draft = 'typed elsewhere';
    webviews.post({ type: 'replyText', conversationId: 'one', turnId: 'turn', text: 'text' });
    webviews.post({ type: 'draftChangedElsewhere', conversationId: 'one', text: draft });
    page.visible = true;
    webview.onVisibilityChanged();
    webviews.post({ type: 'draftChangedElsewhere', conversationId: 'one', text: draft });
    equal(page.drafts, ['typed', 'typed elsewhere']);
  });

  it('lose the focus when they are hidden or closed', () => {
    const focus = new PanelFocus();
    webviews = new ChatWebviews({
      onMessage: (message, webview) => {
        if (message.type === 'focusChanged') {
          void focus.update(webview, message.hasFocus, message.codeBlock);
        }
      },
      logUnreadable: () => undefined,
      shownAtOnce: () => ({ draft, model: '' }),
    });
    const codeBlock = { turnId: 'turn', blockIndex: 0 };
    const view = open();
    const tab = open();
    for (const hideOrClose of [
      () => {
        tab.page.visible = false;
        tab.webview.onVisibilityChanged();
      },
      () => webviews.remove(tab.webview),
    ]) {
      tab.page.visible = true;
      tab.page.send({ type: 'focusChanged', hasFocus: true, codeBlock });
      equal([focus.hasFocus, focus.codeBlock], [true, codeBlock]);
      hideOrClose();
      equal([focus.hasFocus, focus.codeBlock], [false, undefined]);
    }
    // After a move from tab to view, the two messages may arrive in either order.
    view.page.send({ type: 'focusChanged', hasFocus: true });
    tab.page.send({ type: 'focusChanged', hasFocus: false });
    equal(focus.hasFocus, true);
    webviews.remove(tab.webview);
    equal(focus.hasFocus, true);
    view.page.send({ type: 'focusChanged', hasFocus: false });
    equal(focus.hasFocus, false);
  });

  it('don’t receive a message that is meant for all others', () => {
    const [one, other] = [open(), open()];
    one.page.send(READY);
    other.page.send(READY);
    webviews.postToOthers(one.webview, FOCUS);
    equal([one.page.received, other.page.received], [[], [FOCUS]]);
    equal(messages[1]?.[1] === other.webview, true);
  });

  it('become current when they are used, unless only another one is visible', () => {
    const [one, other] = [open(), open()];
    equal(webviews.current === one.webview, true, 'The first');
    other.page.send(READY);
    equal(webviews.current === one.webview, true, 'A page that loads does not become current');
    other.page.send({ type: 'webviewUsed' });
    equal(webviews.current === other.webview, true, 'The used one');
    other.page.visible = false;
    equal(webviews.current === one.webview, true, 'The visible one');
    one.page.visible = false;
    equal(webviews.current === other.webview, true, 'The last used hidden one');
  });

  it('are focused once, when they are ready or, if they already are, immediately', async () => {
    const { page, webview } = open(FOCUS);
    page.send(READY);
    page.send(READY);
    equal(page.received, [FOCUS]);
    await webview.reveal({ type: 'find' });
    equal(page.received, [FOCUS, { type: 'find' }]);
    page.active = true;
    page.send(READY);
    equal(page.received.at(-1), FOCUS, 'A page that moved with the focus keeps it');
  });

  it('are not focused when they are ready if they have done that, so that the user can move the focus meanwhile', async () => {
    const { page, webview } = open(FOCUS);
    const ready = { ...READY, hasFocus: true };
    page.send(ready);
    page.active = true;
    page.send(ready);
    equal(page.received, []);
    page.visible = false;
    webview.onVisibilityChanged();
    // It loads while it is shown.
    page.show = async () => page.send(ready);
    await webview.reveal();
    equal(page.received, []);
    await webview.reveal();
    equal(page.received, [FOCUS], 'It is there');
    webview.onVisibilityChanged();
    await webview.reveal({ type: 'find' });
    equal(page.received, [FOCUS, { type: 'find' }], 'Another place in the page');
  });

  it('have the title of the conversation, or of the list while it is shown', () => {
    const one = open();
    equal(one.page.title, 'Chat');
    webviews.setTitle('Why?');
    const other = open();
    one.webview.setHistoryShown(true);
    equal([one.page.title, other.page.title], ['Conversations', 'Why?']);
    webviews.setTitle('');
    one.webview.setHistoryShown(false);
    equal([one.page.title, other.page.title], ['Chat', 'Chat']);
  });

  it('answer requests that they can’t read, so that the sender goes on, and log no content', () => {
    const { page } = open();
    page.send(READY);
    messages = [];
    const secret = 'secret';
    page.send({ type: 'runCommand' });
    page.send({ type: secret.repeat(20), requestId: secret });
    page.send({
      type: 'editQuestion',
      requestId: 7,
      conversationId: 'c',
      turnId: 't',
      text: [secret],
      [secret]: 1,
    });
    page.send({
      type: 'sendMessage',
      requestId: 8,
      conversationId: 'c',
      text: 'x'.repeat(MAX_TEXT_CHARS + 1),
      attachmentIds: [],
    });
    equal(messages, []);
    equal(
      page.received.map(
        (message) => message.type === 'response' && [message.requestId, message.result?.kind === 'error'],
      ),
      [
        [7, true],
        [8, true],
      ],
    );
    equal(unreadable.length, 4);
    equal(unreadable[3], 'unreadable message of the chat: sendMessage: text.too_big');
    ok(!unreadable.join().includes(secret), unreadable.join());
  });

  it('receive the collected reply text before another one receives a state that includes it', () => {
    const [one, other] = [open(), open()];
    one.page.send(READY);
    const message: ToPanel = { type: 'connection', connection: { state: 'ready' } };
    webviews.postReplyText({ conversationId: 'c', turnId: 'turn', text: 'Half' });
    other.page.send(READY);
    webviews.postTo(other.webview, message);
    webviews.postReplyText({ conversationId: 'c', turnId: 'turn', text: ' and half' });
    webviews.postTo(other.webview, message);
    const texts = (page: StubPage): string =>
      page.received
        .map((message) => (message.type === 'replyText' ? message.text : `(${message.type})`))
        .join('');
    equal(texts(one.page), 'Half and half');
    equal(texts(other.page), 'Half(connection) and half(connection)');
  });

  it('receive a conversation that is shown while the window is restored once, when it is restored', async () => {
    let isLoading = true;
    const ui = new ChatUi(vscode.Uri.file('/extension'), (description) => unreadable.push(description));
    try {
      ui.setFeatures([{ state: () => (isLoading ? { isLoading } : {}) }], () => 'c');
      const page = new StubPage();
      const webview = ui.add(page, undefined);
      page.send(READY);
      await until(
        () => page.received.length,
        (count) => count > 0,
      );
      ui.show();
      isLoading = false;
      ui.showIn(webview);
      ui.show();
      const shown = page.received.map((message) => message.type === 'shown' && message.isLoading === true);
      equal(shown.join(), 'true,false,false');
    } finally {
      ui.dispose();
    }
  });
});
