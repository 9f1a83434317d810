import * as vscode from 'vscode';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import { createRedactor } from '../../../client/failures/redact.ts';
import type { Conversations } from '../../../core/asking/conversations.ts';
import type { Conversation } from '../../../core/conversation/conversation.ts';
import type { History } from '../../../core/history/history.ts';
import {
  type ExportFormat,
  type ExportOptions,
  redactedFileName,
  redactedUniqueFileName,
  toExported,
  toFileText,
} from '../../../core/history/transfer/exportFile.ts';
import type { PortableConversation } from '../../../core/history/transfer/portableConversation.ts';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';
import { showMessage } from '../../errorMessage.ts';
import type { SecretGuard } from '../../secrets/secretGuard.ts';
import {
  joined,
  notify,
  pickItem,
  runWithProgress,
  showOpenDialog,
  showQuickPick,
  showSaveDialog,
  t,
} from '../../vscodeUi.ts';
import { withTimeout } from '../../withTimeout.ts';
import { baseName, defaultLocation, offerInEditor, offerToOpen, writeText } from './transferFiles.ts';

export interface ExportCommands {
  /** @param conversationId defaults to the current conversation */
  exportConversation(conversationId: string | undefined): Promise<void>;
  exportAllConversations(): Promise<void>;
}

/** Conversations in memory and on disk. */
export interface ConversationSource {
  conversations: Pick<Conversations, 'loaded' | 'current' | 'show'>;
  history: History;
}

/** What masks secrets in exports. */
export interface ExportSecrets {
  keyStore: Pick<ApiKeyStore, 'read'>;
  secretGuard: Pick<SecretGuard, 'redactor'>;
}

interface ExportDeps extends ConversationSource, ExportSecrets {
  /** Path of the home folder, if there is one. */
  home: string | undefined;
}

/** Maximum time to wait for the disk if the conversation is also in memory. */
const READ_TIMEOUT_MS = 2000;

interface FoundConversation extends PortableConversation {
  /** Whether parts of it could not be read. */
  isDamaged: boolean;
}

/** Commands that export conversations to files. They also work if conversations can't be saved. */
export function exportCommands(deps: ExportDeps): ExportCommands {
  const { conversations } = deps;
  return {
    exportConversation: async (conversationId) => {
      let conversation: FoundConversation | undefined;
      try {
        conversation = await findConversation(deps, conversationId ?? conversations.current.conversation.id);
      } catch (error) {
        return showMessage(t('The conversation could not be read: {0}', toErrorMessage(error)));
      }
      if (conversation === undefined) {
        return showMessage(t('There is nothing in this conversation to export.'));
      }
      await exportOne(deps, conversation);
    },
    exportAllConversations: () => exportAll(deps),
  };
}

async function exportOne(deps: ExportDeps, conversation: FoundConversation): Promise<void> {
  const options = await readExportOptions(deps);
  const textAs = (format: 'markdown' | 'json'): string => toFileText([conversation], { format, ...options });
  try {
    const file = await showSaveDialog({
      title: t('Export Conversation'),
      filters: { Markdown: ['md'], JSON: ['json'] },
      ...defaultLocation(deps.home, `${redactedFileName(conversation, options.redact)}.md`),
    });
    if (file !== undefined) {
      await writeText(file, textAs(/\.json$/i.test(file.path) ? 'json' : 'markdown'));
      const message = conversation.isDamaged
        ? t('The readable part of the conversation was exported to {0}.', baseName(file))
        : t('The conversation was exported to {0}.', baseName(file));
      offerToOpen(message, () => vscode.window.showTextDocument(file, { preview: false }));
    }
  } catch (error) {
    offerInEditor(error, textAs('markdown'), 'markdown');
  }
}

/**
 * Exports all conversations, as one Markdown file each or one JSON file. Reports how many were exported and how many
 * could not be read.
 */
async function exportAll(deps: ExportDeps): Promise<void> {
  const { home } = deps;
  const ids = await listConversationIds(deps);
  if (ids.length === 0) {
    return showMessage(t('There are no conversations to export.'));
  }
  const format = await askForFormat();
  const destination = format && (await askForDestination(format, home));
  if (format === undefined || destination === undefined) {
    return;
  }
  let unreadable = 0;
  let damaged = 0;
  async function* read(): AsyncGenerator<PortableConversation, void, undefined> {
    for (const id of ids) {
      const found = await findConversation(deps, id).catch(() => 'unreadable' as const);
      if (found === 'unreadable') {
        unreadable++;
      } else if (found !== undefined) {
        damaged += found.isDamaged ? 1 : 0;
        yield found;
      }
    }
  }
  const options = { format, ...(await readExportOptions(deps)) };
  try {
    const written = await runWithProgress(
      { title: t('Exporting conversations'), cancellable: true },
      (token) =>
        (format === 'json' ? writeJsonFile : writeMarkdownFiles)(destination, read(), options, token),
    );
    const text = joined(
      [
        t('{0} conversations were exported to {1}.', written, baseName(destination)),
        ...(damaged === 0 ? [] : [t('Parts of {0} could not be read.', damaged)]),
        ...(unreadable === 0 ? [] : [t('{0} could not be read.', unreadable)]),
      ],
      ' ',
    );
    offerToOpen(text, () => vscode.commands.executeCommand('vscode.open', destination));
  } catch (error) {
    void notify('Error', t('The file could not be written: {0}', toErrorMessage(error)));
  }
}

async function askForFormat(): Promise<ExportFormat | undefined> {
  const formats = [
    pickItem(
      { label: t('Markdown'), detail: t('One file per conversation, to read and to share.') },
      { format: 'markdown' as const },
    ),
    pickItem(
      {
        label: t('JSON'),
        detail: t('One file for all conversations, exactly as they are. It can be imported.'),
      },
      { format: 'json' as const },
    ),
  ];
  const title = t('Export All Conversations');
  return (await showQuickPick(formats, { title }))?.format;
}

async function askForDestination(
  format: ExportFormat,
  home: string | undefined,
): Promise<vscode.Uri | undefined> {
  const title = t('Export All Conversations');
  if (format === 'json') {
    const filters = { JSON: ['json'] };
    return showSaveDialog({ title, filters, ...defaultLocation(home, 'conversations.json') });
  }
  const chosen = await showOpenDialog({
    title,
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: t('Export'),
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
    // One by one, so that the extension host stays responsive.
    all.push(toExported(conversation, options.redact));
  }
  await writeText(file, toFileText(all, { ...options, redact: (text) => text }));
  return all.length;
}

/** Overwrites earlier exports of the same conversations. */
async function writeMarkdownFiles(
  folder: vscode.Uri,
  conversations: AsyncIterable<PortableConversation>,
  options: ExportOptions,
  token: vscode.CancellationToken,
): Promise<number> {
  let written = 0;
  for await (const conversation of conversations) {
    if (token.isCancellationRequested) {
      break;
    }
    const name = `${redactedUniqueFileName(conversation, options.redact)}.md`;
    await writeText(vscode.Uri.joinPath(folder, name), toFileText([conversation], options));
    written++;
  }
  return written;
}

/** Finds a conversation in memory, which has its latest turns, or on disk. Rejects if it can't be read. */
async function findConversation(
  source: ConversationSource,
  id: string,
): Promise<FoundConversation | undefined> {
  const inMemory = findInMemory(source, id);
  const stored = await (inMemory === undefined
    ? source.history.open(id)
    : withTimeout(READ_TIMEOUT_MS, source.history.open(id), undefined));
  if (stored === undefined) {
    return inMemory && { ...inMemory, isDamaged: false };
  }
  const { turns, model, title, pinned, workspace } = { ...stored, ...inMemory };
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

/**
 * Returns the ids of all conversations except those in the trash, oldest first; only of those in memory if the disk
 * can't be read.
 */
async function listConversationIds(source: ConversationSource): Promise<string[]> {
  const listed = await source.history.list().catch(() => []);
  const trashedIds = new Set(listed.filter(({ trashedAt }) => trashedAt !== undefined).map(({ id }) => id));
  const storedIds = listed.toSorted((one, other) => one.createdAt - other.createdAt).map(({ id }) => id);
  const inMemory = source.conversations.loaded.map(({ conversation }) => conversation.id).reverse();
  return [...new Set([...storedIds, ...inMemory])].filter((id) => !trashedIds.has(id));
}

function findInMemory(source: ConversationSource, id: string): Conversation | undefined {
  return source.conversations.loaded.find(({ conversation }) => conversation.id === id)?.conversation;
}

/** Returns the export options: labels of headings, and masking of the API key and of redacted secrets. */
export async function readExportOptions({
  keyStore,
  secretGuard,
}: ExportSecrets): Promise<Omit<ExportOptions, 'format'>> {
  const apiKey = (await keyStore.read())?.apiKey;
  const maskKey = apiKey === undefined ? (text: string) => text : createRedactor(apiKey);
  const redact = await secretGuard.redactor();
  return {
    redact: (text) => redact(maskKey(text)),
    labels: {
      user: t('You'),
      assistant: t('Assistant'),
      earlierReply: t('earlier reply'),
      untitled: t('Conversation'),
      ends: {
        cutAtLimit: t('cut off at the limit'),
        stopped: t('stopped'),
        failed: t('failed'),
        interrupted: t('interrupted'),
      },
    },
  };
}
