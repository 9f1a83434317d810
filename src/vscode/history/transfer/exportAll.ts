import * as vscode from 'vscode';
import type { PortableConversation } from '../../../core/history/transfer/portable.ts';
import {
  asExported,
  type ExportOptions,
  type FileKind,
  fileText,
  isFileOf,
  maskedNames,
} from '../../../core/history/transfer/transfer.ts';
import { reasonOf } from '../../../core/reasonOf.ts';
import type { Chat } from '../../asking/chat.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';
import { say } from '../../say.ts';
import { allConversations, findConversation } from './conversationSource.ts';
import { exportOptions } from './exportWording.ts';
import { nameOf, offerToOpen, readText, startPlace, writeText } from './transferFiles.ts';

export interface ExportDependencies {
  chat: Chat;
  keys: ApiKeyStore;
  /** Path of the user's folder, where there is one. */
  home: string | undefined;
}

/** Writes all conversations: a file of Markdown for each, or one of JSON. Says how many, and how many could not be read. */
export async function exportAll({ chat, keys, home }: ExportDependencies): Promise<void> {
  const ids = await allConversations(chat);
  if (ids.length === 0) {
    return say(vscode.l10n.t('There are no conversations to export.'));
  }
  const kind = await askForKind();
  const place = kind && (await askForPlace(kind, home));
  if (kind === undefined || place === undefined) {
    return;
  }
  let unread = 0;
  let damaged = 0;
  async function* read(): AsyncGenerator<PortableConversation, void, undefined> {
    for (const id of ids) {
      const found = await findConversation(chat, id).catch(() => 'unread' as const);
      if (found === 'unread') {
        unread++;
      } else if (found !== undefined) {
        damaged += found.isDamaged ? 1 : 0;
        yield found;
      }
    }
  }
  const options = { kind, ...(await exportOptions(keys)) };
  try {
    const written = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Exporting conversations'),
        cancellable: true,
      },
      (_progress, token) => (kind === 'json' ? writeOne : writeEach)(place, read(), options, token),
    );
    const text = [
      vscode.l10n.t('{0} conversations were exported to {1}.', written, nameOf(place)),
      ...(damaged === 0 ? [] : [vscode.l10n.t('Parts of {0} could not be read.', damaged)]),
      ...(unread === 0 ? [] : [vscode.l10n.t('{0} could not be read.', unread)]),
    ].join(' ');
    offerToOpen(text, () => vscode.commands.executeCommand('vscode.open', place));
  } catch (error) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The file could not be written: {0}', reasonOf(error)));
  }
}

async function askForKind(): Promise<FileKind | undefined> {
  const markdown = {
    label: 'Markdown',
    detail: vscode.l10n.t('A file for each, to read, edit and compare.'),
  };
  const json = { label: 'JSON', detail: vscode.l10n.t('One file for all, exactly as they are.') };
  const title = vscode.l10n.t('Export All Conversations');
  const chosen = await vscode.window.showQuickPick([markdown, json], { title });
  return chosen && (chosen.label === json.label ? 'json' : 'markdown');
}

async function askForPlace(kind: FileKind, home: string | undefined): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Export All Conversations');
  if (kind === 'json') {
    const filters = { JSON: ['json'] };
    return vscode.window.showSaveDialog({ title, filters, ...startPlace(home, 'conversations.json') });
  }
  const chosen = await vscode.window.showOpenDialog({
    title,
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: vscode.l10n.t('Export'),
    ...startPlace(home),
  });
  return chosen?.[0];
}

async function writeOne(
  file: vscode.Uri,
  conversations: AsyncIterable<PortableConversation>,
  options: ExportOptions,
  token: vscode.CancellationToken,
): Promise<number> {
  const all: PortableConversation[] = [];
  for await (const conversation of conversations) {
    if (token.isCancellationRequested) {
      return 0;
    }
    // One by one, so that the window goes on meanwhile.
    all.push(asExported(conversation, options.mask));
  }
  await writeText(file, fileText(all, { ...options, mask: (text) => text }));
  return all.length;
}

/** A file that holds the same conversation from an earlier export is written anew; any other stays. */
async function writeEach(
  folder: vscode.Uri,
  conversations: AsyncIterable<PortableConversation>,
  options: ExportOptions,
  token: vscode.CancellationToken,
): Promise<number> {
  const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, `${name}.md`);
  const there = new Set(
    (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name.toLowerCase()),
  );
  const nameFor = maskedNames(options.mask, async (name, { id }) => {
    const isThere = there.has(`${name}.md`.toLowerCase());
    return isThere && !isFileOf((await readText(fileOf(name))) ?? '', id);
  });
  let written = 0;
  for await (const conversation of conversations) {
    if (token.isCancellationRequested) {
      break;
    }
    await writeText(fileOf(await nameFor(conversation)), fileText([conversation], options));
    written++;
  }
  return written;
}
