import * as vscode from 'vscode';

const OPENED_SCHEMES: readonly string[] = ['https:', 'mailto:'];

/** Opens a link of a reply in the browser or mail program. Any other scheme is left alone. */
export async function openLink(href: string): Promise<void> {
  if (URL.canParse(href) && OPENED_SCHEMES.includes(new URL(href).protocol)) {
    await vscode.env.openExternal(vscode.Uri.parse(href, true));
  }
}
