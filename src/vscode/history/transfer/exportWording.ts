import * as vscode from 'vscode';
import { redactor } from '../../../client/failures/redact.ts';
import type { ExportOptions } from '../../../core/history/transfer/exportFile.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';

/** How what is exported is to be written: what headings say, and without the stored key. */
export async function exportOptions(keys: ApiKeyStore): Promise<Omit<ExportOptions, 'kind'>> {
  const apiKey = (await keys.read())?.apiKey;
  return {
    mask: apiKey === undefined ? (text) => text : redactor(apiKey),
    words: {
      user: vscode.l10n.t('You'),
      assistant: vscode.l10n.t('Assistant'),
      untitled: vscode.l10n.t('Conversation'),
      ends: {
        cutAtLimit: vscode.l10n.t('cut at the limit'),
        stopped: vscode.l10n.t('stopped'),
        failed: vscode.l10n.t('failed'),
        interrupted: vscode.l10n.t('interrupted'),
      },
    },
  };
}
