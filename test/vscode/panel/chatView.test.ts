import type * as vscode from 'vscode';
import { ChatView } from '../../../src/vscode/panel/chatView.ts';
import { ChatWebviews } from '../../../src/vscode/panel/chatWebviews.ts';
import { equal } from '../assert.ts';

describe('the badge of the chat view', () => {
  it('says how many replies have ended or wait, also if the view is opened later, and goes with them', () => {
    const never = () => ({ dispose: () => undefined });
    const view = {
      webview: { postMessage: async () => true },
      visible: true,
      onDidChangeVisibility: never,
      onDidDispose: never,
    } as unknown as vscode.WebviewView;
    const page = { whenShown: Promise.resolve(), listen: never, update: () => undefined };
    const webviews = new ChatWebviews({
      onMessage: () => undefined,
      logUnreadable: () => undefined,
      shownAtOnce: () => ({ draft: '', model: '' }),
    });
    const chatView = new ChatView(webviews);
    chatView.setUnseenCount(1);
    chatView.adopt(view, page, undefined);
    equal(view.badge, { value: 1, tooltip: '1 reply to look at' });
    chatView.setUnseenCount(2);
    equal(view.badge, { value: 2, tooltip: '2 replies to look at' });
    chatView.setUnseenCount(0);
    equal(view.badge, { value: 0, tooltip: '' });
  });
});
