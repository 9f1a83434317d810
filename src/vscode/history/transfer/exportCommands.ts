import * as vscode from 'vscode';
import { fileText, maskedFileName } from '../../../core/history/transfer/transfer.ts';
import { reasonOf } from '../../../core/reasonOf.ts';
import { say } from '../../say.ts';
import { conversationIn } from '../conversationIn.ts';
import { type FoundConversation, findConversation } from './conversationSource.ts';
import { type ExportDependencies, exportAll } from './exportAll.ts';
import { exportOptions } from './exportWording.ts';
import { nameOf, offerInEditor, offerToOpen, startPlace, writeText } from './transferFiles.ts';

export interface ExportCommands {
  /** @param argument `{ conversationId }`; without it, it is the one that is shown. */
  exportConversation(argument?: unknown): Promise<void>;
  exportAllConversations(): Promise<void>;
}

/** Conversations out of the program, into files. They work as well when nothing can be saved. */
export function exportCommands(dependencies: ExportDependencies): ExportCommands {
  const { chat } = dependencies;
  return {
    exportConversation: async (argument) => {
      let conversation: FoundConversation | undefined;
      try {
        conversation = await findConversation(chat, conversationIn(argument) ?? chat.session.conversation.id);
      } catch (error) {
        return say(vscode.l10n.t('The conversation could not be read: {0}', reasonOf(error)));
      }
      if (conversation === undefined) {
        return say(vscode.l10n.t('There is nothing in this conversation to export.'));
      }
      await exportOne(dependencies, conversation);
    },
    exportAllConversations: () => exportAll(dependencies),
  };
}

async function exportOne({ keys, home }: ExportDependencies, conversation: FoundConversation): Promise<void> {
  const options = await exportOptions(keys);
  const textAs = (kind: 'markdown' | 'json'): string => fileText([conversation], { kind, ...options });
  try {
    const file = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Conversation'),
      filters: { Markdown: ['md'], JSON: ['json'] },
      ...startPlace(home, `${maskedFileName(conversation, options.mask)}.md`),
    });
    if (file !== undefined) {
      await writeText(file, textAs(/\.json$/i.test(file.path) ? 'json' : 'markdown'));
      const message = conversation.isDamaged
        ? vscode.l10n.t('What can be read of the conversation was exported to {0}.', nameOf(file))
        : vscode.l10n.t('The conversation was exported to {0}.', nameOf(file));
      offerToOpen(message, () => vscode.window.showTextDocument(file, { preview: false }));
    }
  } catch (error) {
    offerInEditor(error, textAs('markdown'), 'markdown');
  }
}
