import * as vscode from 'vscode';
import type { UnseenReplies } from '../../core/asking/unseenReplies.ts';
import { openableLink } from '../../core/openableLink.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import { onSettingsChanged, readSetting } from '../settings.ts';
import { t } from '../uiText.ts';
import { openExternal } from '../vscodeUi.ts';
import type { ChatUi } from './chatUi.ts';
import type { Feature } from './feature.ts';
import { onReadingSettingsChanged, readReadingSettings } from './readingSettings.ts';

/** The chat webviews, the focus in them, and how they show text. */
export function panelFeature(ui: ChatUi, unseenReplies: Pick<UnseenReplies, 'count' | 'onChanged'>) {
  const { tab, view, focus } = ui;
  const hostRunId = crypto.randomUUID();
  const postReading = (): void =>
    ui.post({ type: 'readingSettings', readingSettings: readReadingSettings() });
  const listeners = vscode.Disposable.from(
    unseenReplies.onChanged(() => view.setUnseenCount(unseenReplies.count)),
    onReadingSettingsChanged(postReading),
    onSettingsChanged(() => ui.post({ type: 'wrapCode', wrapCode: readSetting('wrapCode') })),
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
      // `ChatWebviews` handles this message itself.
      webviewUsed: () => undefined,
      focusChanged: ({ hasFocus, codeBlock }, from) => focus.update(from, hasFocus, codeBlock),
      openLink: ({ href }) => openLink(href),
    },
    state: () => ({ hostRunId, wrapCode: readSetting('wrapCode') }),
    onWillSendState: postReading,
    dispose: () => listeners.dispose(),
  } satisfies Feature;
}

/** Opens a link of a reply in the browser or mail program, if its scheme is allowed. */
async function openLink(href: string): Promise<ErrorResult> {
  const url = openableLink(href);
  if (url === undefined) {
    return failed(t('Links of this kind can’t be opened from the chat.'));
  }
  await openExternal(url);
  return undefined;
}
