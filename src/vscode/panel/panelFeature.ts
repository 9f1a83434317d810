import * as vscode from 'vscode';
import { openableLink } from '../../core/openableLink.ts';
import { onSettingsChanged, readWrapCode } from '../settings.ts';
import type { ChatUi } from './chatUi.ts';
import type { Feature } from './feature.ts';
import { onReadingSettingsChanged, readReadingSettings } from './readingSettings.ts';

/** Where the chat is shown, what has the keyboard in it, and how its text is read. */
export function panelFeature(ui: ChatUi) {
  const { tab, view, focus } = ui;
  const hostRunId = crypto.randomUUID();
  const postReading = (): void =>
    ui.post({ type: 'readingSettings', readingSettings: readReadingSettings() });
  const listeners = vscode.Disposable.from(
    onReadingSettingsChanged(postReading),
    onSettingsChanged(() => ui.post({ type: 'wrapCode', wrapCode: readWrapCode() })),
  );
  return {
    commands: {
      openChat: () => ui.reveal(),
      openChatInEditor: () => tab.open(),
      openChatInNewWindow: () => tab.openInNewWindow(),
      moveChat: () => view.move(),
      findInConversation: () => ui.reveal({ type: 'find' }),
    },
    messages: {
      // The places themselves take note of it.
      webviewUsed: () => undefined,
      focusChanged: ({ hasFocus, codeBlock }, from) => focus.update(from, hasFocus, codeBlock),
      openLink: ({ href }) => openLink(href),
    },
    state: () => ({ hostRunId, wrapCode: readWrapCode() }),
    onWillSendState: postReading,
    dispose: () => listeners.dispose(),
  } satisfies Feature;
}

/** Opens a link of a reply in the browser or mail program, if it is one that may be opened. */
async function openLink(href: string): Promise<void> {
  const address = openableLink(href);
  if (address !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}
