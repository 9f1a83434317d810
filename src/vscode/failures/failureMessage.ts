import * as vscode from 'vscode';
import type { Failure } from '../../contract/failure.ts';
import { openSetting } from '../settings.ts';
import { type UiText, withButton } from '../vscodeUi.ts';
import { failureActions, openDashboard, settingIdFor } from './failureActions.ts';
import { failureText } from './failureText.ts';
import { actionLabel } from './noticeViews.ts';

/** Describes a failure that belongs to no turn. A notification shows it with the button that helps, if there is one. */
export function failureMessage(failure: Failure): UiText {
  const text = failureText(failure, '');
  const action = failureActions(failure)[0];
  switch (action) {
    case 'connect':
    case 'changeApiKey':
      return withButton(text, actionLabel(action), () => vscode.commands.executeCommand('assistant.connect'));
    case 'openSettings':
      return withButton(text, actionLabel(action), () => openSetting(settingIdFor(failure)));
    case 'openDashboard':
      return withButton(text, actionLabel(action), openDashboard);
    default:
      return text;
  }
}
