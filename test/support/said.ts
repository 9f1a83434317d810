import type { ActionResult } from '../../src/vscode/actionResult.ts';
import { isUiText, plainText, type UiText } from '../../src/vscode/uiText.ts';

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

/** A replacer for `JSON.stringify`: texts and results as a person reads them. */
export function asRead(_key: string, value: unknown): unknown {
  if (isUiText(value)) {
    return plainText(value);
  }
  const { kind, text }: { kind?: unknown; text?: unknown } = Object(value);
  return isUiText(text) && (kind === 'error' || kind === 'info')
    ? kind === 'error'
      ? plainText(text)
      : { info: plainText(text) }
    : value;
}
