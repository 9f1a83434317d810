import { hasText } from '../../base/hasText.ts';
import type { ErrorResult } from '../actionResult.ts';
import { captureTerminal } from '../attachments/kinds/captureTerminal.ts';
import { t } from '../uiText.ts';
import { askForQuestion, askOrKeepInComposer, type SelectionServices } from './askAboutSelection.ts';

/** Asks about the selection in the active terminal. */
export async function askAboutTerminalSelection(services: SelectionServices): Promise<ErrorResult> {
  const captured = await captureTerminal();
  if (captured === undefined || 'error' in captured) {
    return captured?.error;
  }
  const text = await askForQuestion(services, captured, {
    title: t('Ask About Terminal Selection'),
    subject: t('About the selection in the terminal {0}', captured.path),
    placeHolder: t('Ask about the selected text'),
  });
  if (text !== undefined && hasText(text)) {
    await askOrKeepInComposer(services, text, captured, []);
  }
  return undefined;
}
