import type { ActionResult } from '../../src/vscode/errorMessage.ts';
import { plainText, type UiText } from '../../src/vscode/vscodeUi.ts';

/** What a person reads of it; empty if they have canceled, `undefined` if there is nothing to read. */
export function said(result: UiText | ActionResult): string | undefined {
  if (result === undefined) {
    return undefined;
  }
  if (!('kind' in result)) {
    return plainText(result);
  }
  return result.kind === 'canceled' ? '' : plainText(result.text);
}
