import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { platform } from '#platform';
import { redact } from '../../client/redact.ts';
import type { PortableConversation } from '../../core/history/portable.ts';
import type { ExportOptions, FileKind } from '../../core/history/transfer.ts';
import type { ApiKeyStore } from '../apiKeyStore.ts';
import type { Chat } from '../chat.ts';
import { say } from '../say.ts';

export interface ExportDependencies {
  chat: Chat;
  keys: ApiKeyStore;
}

export interface ExportCommands {
  /** @param argument the id of a conversation, or `{ conversationId }`; without it, it is the one that is shown. */
  exportConversation(argument?: unknown): Promise<void>;
}

const argumentSchema = z.union([
  z.string(),
  z.pipe(
    z.object({ conversationId: z.string() }),
    z.transform(({ conversationId }) => conversationId),
  ),
]);

/** Conversations out of the program, into files. They work as well when nothing can be saved. */
export function exportCommands(dependencies: ExportDependencies): ExportCommands {
  return {
    exportConversation: async (argument) => {
      const id = argumentSchema.safeParse(argument).data ?? dependencies.chat.session.conversation.id;
      const conversation = await find(dependencies, id);
      if (conversation === undefined) {
        say(vscode.l10n.t('There is nothing in this conversation to export.'));
        return;
      }
      await exportOne(dependencies, conversation);
    },
  };
}

/** As it is in memory, where it is newer than on the disk. */
async function find({ chat }: ExportDependencies, id: string): Promise<PortableConversation | undefined> {
  const session = chat.conversations.all.find(({ conversation }) => conversation.id === id);
  const found = session?.conversation;
  return found !== undefined && found.turns.length > 0 ? found : undefined;
}

async function exportOne({ keys }: ExportDependencies, conversation: PortableConversation): Promise<void> {
  // Loaded when it is first needed: nothing of it is for activation to wait for.
  const { fileText, maskedFileName } = await import('../../core/history/transfer.ts');
  const mask = await masking(keys);
  const textAs = (kind: FileKind): string => fileText([conversation], { kind, words: words(), mask });
  try {
    const place = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Conversation'),
      filters: { Markdown: ['md'], JSON: ['json'] },
      ...defaultPlace(`${maskedFileName(conversation, mask)}.md`),
    });
    if (place !== undefined) {
      const kind = /\.json$/i.test(place.path) ? 'json' : 'markdown';
      await vscode.workspace.fs.writeFile(place, new TextEncoder().encode(textAs(kind)));
      offerToOpen(place);
    }
  } catch (error) {
    await offerInEditor(error, textAs('markdown'));
  }
}

/** Takes the stored key out of a text, in whatever writing it stands there. */
export async function masking(keys: ApiKeyStore): Promise<ExportOptions['mask']> {
  const apiKey = (await keys.read())?.apiKey;
  return (text) => (apiKey === undefined ? text : redact(text, apiKey));
}

export function words(): ExportOptions['words'] {
  return {
    user: vscode.l10n.t('You'),
    assistant: vscode.l10n.t('Assistant'),
    untitled: vscode.l10n.t('Conversation'),
    ends: {
      cutAtLimit: vscode.l10n.t('cut at the limit'),
      stopped: vscode.l10n.t('stopped'),
      failed: vscode.l10n.t('failed'),
      interrupted: vscode.l10n.t('interrupted'),
    },
  };
}

/** In the workspace, or at home where no folder is open. */
function defaultPlace(name: string): { defaultUri?: vscode.Uri } {
  const home = platform.homeFolder === undefined ? undefined : vscode.Uri.file(platform.homeFolder);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? home;
  return folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
}

function offerToOpen(file: vscode.Uri): void {
  const open = vscode.l10n.t('Open');
  const name = file.path.split('/').at(-1) ?? '';
  void vscode.window
    .showInformationMessage(vscode.l10n.t('The conversation was exported to {0}.', name), open)
    .then(async (chosen) => {
      if (chosen === open) {
        await vscode.window.showTextDocument(file, { preview: false });
      }
    });
}

/** Where no file can be written, an editor still holds the text, and VS Code can save it elsewhere. */
async function offerInEditor(error: unknown, text: string): Promise<void> {
  const open = vscode.l10n.t('Open in Editor');
  const reason = error instanceof Error ? error.message : String(error);
  const chosen = await vscode.window.showErrorMessage(
    vscode.l10n.t('The file could not be written: {0}', reason),
    open,
  );
  if (chosen === open) {
    const document = await vscode.workspace.openTextDocument({ content: text, language: 'markdown' });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
