import * as vscode from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import { createRedactor } from '../../../client/failures/redact.ts';
import type { Conversations } from '../../../core/asking/conversations.ts';
import type { Conversation } from '../../../core/conversation/conversation.ts';
import type { History } from '../../../core/history/history.ts';
import {
  createRedactedFileNamer,
  type ExportFormat,
  type ExportOptions,
  isExportOf,
  redactedFileName,
  toExported,
  toFileText,
} from '../../../core/history/transfer/exportFile.ts';
import type { PortableConversation } from '../../../core/history/transfer/portableConversation.ts';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';
import { showMessage } from '../../errorMessage.ts';
import { withTimeout } from '../../withTimeout.ts';
import { conversationIdOf } from '../conversationIdOf.ts';
import {
  baseName,
  defaultLocation,
  offerInEditor,
  offerToOpen,
  readText,
  writeText,
} from './transferFiles.ts';

export interface ExportCommands {
  /** @param argument `{ conversationId }`; without it, it is the one that is shown. */
  exportConversation(argument?: unknown): Promise<void>;
  exportAllConversations(): Promise<void>;
}

/** Where conversations are: in memory, and on the disk. */
export interface ConversationSource {
  conversations: Pick<Conversations, 'loaded' | 'current' | 'show'>;
  history: History;
}

interface ExportDeps extends ConversationSource {
  keyStore: ApiKeyStore;
  /** Path of the user's folder, where there is one. */
  home: string | undefined;
}

/** A disk that takes longer keeps nobody from what is in memory. ms */
const READ_TIMEOUT_MS = 2000;

/** A conversation to be exported. */
interface FoundConversation extends PortableConversation {
  /** Some of it could not be read. */
  isDamaged: boolean;
}

/** Conversations out of the program, into files. They work as well when nothing can be saved. */
export function exportCommands(dependencies: ExportDeps): ExportCommands {
  const { conversations } = dependencies;
  return {
    exportConversation: async (argument) => {
      let conversation: FoundConversation | undefined;
      try {
        conversation = await findConversation(
          dependencies,
          conversationIdOf(argument) ?? conversations.current.conversation.id,
        );
      } catch (error) {
        return showMessage(vscode.l10n.t('The conversation could not be read: {0}', toErrorMessage(error)));
      }
      if (conversation === undefined) {
        return showMessage(vscode.l10n.t('There is nothing in this conversation to export.'));
      }
      await exportOne(dependencies, conversation);
    },
    exportAllConversations: () => exportAll(dependencies),
  };
}

async function exportOne({ keyStore, home }: ExportDeps, conversation: FoundConversation): Promise<void> {
  const options = await readExportOptions(keyStore);
  const textAs = (format: 'markdown' | 'json'): string => toFileText([conversation], { format, ...options });
  try {
    const file = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Conversation'),
      filters: { Markdown: ['md'], JSON: ['json'] },
      ...defaultLocation(home, `${redactedFileName(conversation, options.redact)}.md`),
    });
    if (file !== undefined) {
      await writeText(file, textAs(/\.json$/i.test(file.path) ? 'json' : 'markdown'));
      const message = conversation.isDamaged
        ? vscode.l10n.t('The readable part of the conversation was exported to {0}.', baseName(file))
        : vscode.l10n.t('The conversation was exported to {0}.', baseName(file));
      offerToOpen(message, () => vscode.window.showTextDocument(file, { preview: false }));
    }
  } catch (error) {
    offerInEditor(error, textAs('markdown'), 'markdown');
  }
}

/** Writes all conversations: a file of Markdown for each, or one of JSON. Says how many, and how many could not be read. */
async function exportAll(dependencies: ExportDeps): Promise<void> {
  const { keyStore, home } = dependencies;
  const ids = await listConversationIds(dependencies);
  if (ids.length === 0) {
    return showMessage(vscode.l10n.t('There are no conversations to export.'));
  }
  const kind = await askForFormat();
  const place = kind && (await askForDestination(kind, home));
  if (kind === undefined || place === undefined) {
    return;
  }
  let unread = 0;
  let damaged = 0;
  async function* read(): AsyncGenerator<PortableConversation, void, undefined> {
    for (const id of ids) {
      const found = await findConversation(dependencies, id).catch(() => 'unread' as const);
      if (found === 'unread') {
        unread++;
      } else if (found !== undefined) {
        damaged += found.isDamaged ? 1 : 0;
        yield found;
      }
    }
  }
  const options = { format: kind, ...(await readExportOptions(keyStore)) };
  try {
    const written = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Exporting conversations'),
        cancellable: true,
      },
      (_progress, token) =>
        (kind === 'json' ? writeJsonFile : writeMarkdownFiles)(place, read(), options, token),
    );
    const text = [
      vscode.l10n.t('{0} conversations were exported to {1}.', written, baseName(place)),
      ...(damaged === 0 ? [] : [vscode.l10n.t('Parts of {0} could not be read.', damaged)]),
      ...(unread === 0 ? [] : [vscode.l10n.t('{0} could not be read.', unread)]),
    ].join(' ');
    offerToOpen(text, () => vscode.commands.executeCommand('vscode.open', place));
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('The file could not be written: {0}', toErrorMessage(error)),
    );
  }
}

async function askForFormat(): Promise<ExportFormat | undefined> {
  const markdown = {
    label: 'Markdown',
    detail: vscode.l10n.t('One file per conversation, to read, edit, and compare.'),
  };
  const json = {
    label: 'JSON',
    detail: vscode.l10n.t('One file for all conversations, exactly as they are.'),
  };
  const title = vscode.l10n.t('Export All Conversations');
  const chosen = await vscode.window.showQuickPick([markdown, json], { title });
  return chosen && (chosen.label === json.label ? 'json' : 'markdown');
}

async function askForDestination(
  kind: ExportFormat,
  home: string | undefined,
): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Export All Conversations');
  if (kind === 'json') {
    const filters = { JSON: ['json'] };
    return vscode.window.showSaveDialog({ title, filters, ...defaultLocation(home, 'conversations.json') });
  }
  const chosen = await vscode.window.showOpenDialog({
    title,
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: vscode.l10n.t('Export'),
    ...defaultLocation(home),
  });
  return chosen?.[0];
}

async function writeJsonFile(
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
    all.push(toExported(conversation, options.redact));
  }
  await writeText(file, toFileText(all, { ...options, redact: (text) => text }));
  return all.length;
}

/** A file that holds the same conversation from an earlier export is written anew; any other stays. */
async function writeMarkdownFiles(
  folder: vscode.Uri,
  conversations: AsyncIterable<PortableConversation>,
  options: ExportOptions,
  token: vscode.CancellationToken,
): Promise<number> {
  const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, `${name}.md`);
  const there = new Set(
    (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name.toLowerCase()),
  );
  const nameFor = createRedactedFileNamer(options.redact, async (name, { id }) => {
    const isThere = there.has(`${name}.md`.toLowerCase());
    return isThere && !isExportOf((await readText(fileOf(name))) ?? '', id);
  });
  let written = 0;
  for await (const conversation of conversations) {
    if (token.isCancellationRequested) {
      break;
    }
    await writeText(fileOf(await nameFor(conversation)), toFileText([conversation], options));
    written++;
  }
  return written;
}

/** The conversation that is wanted: in memory, where it has its newest turns, or on the disk. Rejects where it can't be read. */
async function findConversation(
  source: ConversationSource,
  id: string,
): Promise<FoundConversation | undefined> {
  const own = findInMemory(source, id);
  const stored = await (own === undefined
    ? source.history.open(id)
    : withTimeout(READ_TIMEOUT_MS, source.history.open(id), undefined));
  if (stored === undefined) {
    return own && { ...own, isDamaged: false };
  }
  const { turns, model, title, pinned, workspace } = { ...stored, ...own };
  return turns.length === 0
    ? undefined
    : {
        id,
        turns,
        pinned,
        isDamaged: stored.damage !== undefined,
        ...omitUndefined({ model, title, workspace }),
      };
}

/** The ids of all conversations but those in the trash, the oldest first; of those in memory, where the disk can't be read. */
async function listConversationIds(source: ConversationSource): Promise<string[]> {
  const listed = await source.history.list().catch(() => []);
  const inTrash = new Set(listed.filter(({ trashedAt }) => trashedAt !== undefined).map(({ id }) => id));
  const begun = listed.toSorted((one, other) => one.createdAt - other.createdAt).map(({ id }) => id);
  const own = source.conversations.loaded.map(({ conversation }) => conversation.id).reverse();
  return [...new Set([...begun, ...own])].filter((id) => !inTrash.has(id));
}

function findInMemory(source: ConversationSource, id: string): Conversation | undefined {
  return source.conversations.loaded.find(({ conversation }) => conversation.id === id)?.conversation;
}

/** How what is exported is to be written: what headings say, and without the stored key. */
export async function readExportOptions(keys: ApiKeyStore): Promise<Omit<ExportOptions, 'format'>> {
  const apiKey = (await keys.read())?.apiKey;
  return {
    redact: apiKey === undefined ? (text) => text : createRedactor(apiKey),
    words: {
      user: vscode.l10n.t('You'),
      assistant: vscode.l10n.t('Assistant'),
      untitled: vscode.l10n.t('Conversation'),
      ends: {
        cutAtLimit: vscode.l10n.t('cut off at the limit'),
        stopped: vscode.l10n.t('stopped'),
        failed: vscode.l10n.t('failed'),
        interrupted: vscode.l10n.t('interrupted'),
      },
    },
  };
}
