import type { Failure } from '../../contract/failure.ts';
import { type ActionError, connectButton, failed } from '../actionResult.ts';
import { openSetting } from '../settings.ts';
import { failureActions, openDashboard, settingIdFor } from './failureActions.ts';
import { failureText } from './failureText.ts';
import { actionLabel } from './noticeViews.ts';

/** Describes a failure outside of its turn. A notification shows it with the button that helps, if there is one. */
export function failureMessage(failure: Failure, model = ''): ActionError {
  const text = failureText(failure, model);
  const action = failureActions(failure)[0];
  switch (action) {
    case 'connect':
    case 'changeApiKey':
      return failed(text, { button: connectButton(actionLabel(action)) });
    case 'openSettings':
      return failed(text, {
        button: { label: actionLabel(action), run: () => openSetting(settingIdFor(failure)) },
      });
    case 'openDashboard':
      return failed(text, { button: { label: actionLabel(action), run: openDashboard } });
    default:
      return failed(text);
  }
}
