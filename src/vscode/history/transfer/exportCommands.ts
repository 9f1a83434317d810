import * as vscode from 'vscode';
import { abortable } from '../../../base/abortable.ts';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import { createRedactor } from '../../../client/failures/redact.ts';
import type { Conversations } from '../../../core/asking/conversations.ts';
import type { Conversation } from '../../../core/conversation/conversation.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../../core/history/files/historyClock.ts';
import type { History } from '../../../core/history/history.ts';
import { writeJson } from '../../../core/history/transfer/conversationsAsJson.ts';
import {
  encodeParts,
  exportFileName,
  toExported,
  uniqueFileName,
} from '../../../core/history/transfer/exportFile.ts';
import { type HeadingLabels, writeMarkdown } from '../../../core/history/transfer/exportMarkdown.ts';
import type { PortableConversation } from '../../../core/history/transfer/portableConversation.ts';
import type { Redact } from '../../../core/secrets/redactTexts.ts';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import { showMessage } from '../../actionResult.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';
import type { SecretGuard } from '../../secrets/secretGuard.ts';
import { joined, plainText, t, type UiText } from '../../uiText.ts';
import {
  notify,
  pickItem,
  runWithProgress,
  showOpenDialog,
  showQuickPick,
  showSaveDialog,
} from '../../vscodeUi.ts';
import { withTimeout } from '../../withTimeout.ts';
import { baseName, defaultLocation, offerInEditor, offerToOpen, writeWhole } from './transferFiles.ts';

export interface ExportCommands {
  /** @param conversationId defaults to the current conversation */
  exportConversation(conversationId: string | undefined): Promise<void>;
  exportAllConversations(): Promise<void>;
}

/** Conversations in memory and on disk. */
export interface ConversationSource {
  conversations: Pick<Conversations, 'loaded' | 'current' | 'show' | 'syncFromHistory'>;
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
  const { redact, labels } = await readExportOptions(deps);
  const slicer = new TimeSlicer(SYSTEM_CLOCK);
  const exported = await toExported(conversation, redact, slicer);
  try {
    const file = await showSaveDialog({
      title: t('Export Conversation'),
      filters: { Markdown: ['md'], JSON: ['json'] },
      ...defaultLocation(deps.home, `${exportFileName(exported)}.md`),
    });
    if (file !== undefined) {
      const isJson = /\.json$/i.test(file.path);
      const parts = isJson ? writeJson([exported]) : writeMarkdown(exported, labels);
      await writeWhole(file, await encodeParts(parts, slicer));
      const message = conversation.isDamaged
        ? t('The readable part of the conversation was exported to {0}.', baseName(file))
        : t('The conversation was exported to {0}.', baseName(file));
      offerToOpen(message, () => vscode.window.showTextDocument(file, { preview: false }));
    }
  } catch (error) {
    offerInEditor(error, [...writeMarkdown(exported, labels)].join(''), 'markdown');
  }
}

/**
 * Exports all conversations, as one Markdown file each or one JSON file. Reports how many were exported and how many
 * could not be read.
 */
async function exportAll(deps: ExportDeps): Promise<void> {
  const result: ExportResult = { written: 0, damaged: 0, unreadable: 0 };
  const ids = await runWithProgress(t('Exporting conversations'), (signal) =>
    abortable(listConversationIds(deps, result), signal).catch(() => undefined),
  );
  if (ids === undefined) {
    // Canceled before anything was chosen.
    return;
  }
  if (ids.length === 0) {
    return showMessage(result.problem ?? t('There are no conversations to export.'));
  }
  const format = await askForFormat();
  const destination = format && (await askForDestination(format, deps.home));
  if (format === undefined || destination === undefined) {
    return;
  }
  await runWithProgress(t('Exporting conversations'), async (signal) => {
    try {
      const write = format === 'json' ? writeJsonFile : writeMarkdownFiles;
      await write(deps, ids, destination, result, signal);
    } catch (error) {
      result.problem = signal.aborted
        ? t('The export was canceled.')
        : t('The file could not be written: {0}', toErrorMessage(error));
      result.severity = signal.aborted ? 'Information' : 'Error';
    }
  });
  reportExport(result, destination);
}

/** What came of an export of all conversations. */
interface ExportResult {
  written: number;
  /** How many of those written are incomplete. */
  damaged: number;
  unreadable: number;
  /** Why not all were written. */
  problem?: UiText;
  severity?: 'Information' | 'Error';
}

function reportExport(
  { written, damaged, unreadable, problem, severity = 'Information' }: ExportResult,
  destination: vscode.Uri,
): void {
  const text = joined(
    [
      ...(problem === undefined ? [] : [problem]),
      written === 0
        ? t('Nothing was exported.')
        : written === 1
          ? t('1 conversation was exported to {0}.', baseName(destination))
          : t('{0} conversations were exported to {1}.', written, baseName(destination)),
      ...(damaged === 0 ? [] : [t('Parts of {0} could not be read.', damaged)]),
      ...(unreadable === 0 ? [] : [t('{0} could not be read.', unreadable)]),
    ],
    ' ',
  );
  if (written === 0) {
    void notify(severity, text);
  } else {
    offerToOpen(text, () => vscode.commands.executeCommand('vscode.open', destination), severity);
  }
}

async function askForFormat(): Promise<'markdown' | 'json' | undefined> {
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
  format: 'markdown' | 'json',
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
  deps: ExportDeps,
  ids: readonly string[],
  file: vscode.Uri,
  result: ExportResult,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { redact } = await abortable(readExportOptions(deps), signal);
    const slicer = new TimeSlicer(SYSTEM_CLOCK);
    const exported = readExported(deps, ids, result, { redact, slicer, signal });
    const bytes = await encodeParts(writeJson(exported), slicer, signal);
    if (result.written > 0) {
      await writeWhole(file, bytes, signal);
    }
  } catch (error) {
    Object.assign(result, { written: 0, damaged: 0 });
    throw error;
  }
}

/** Overwrites earlier exports of the same conversations. */
async function writeMarkdownFiles(
  deps: ExportDeps,
  ids: readonly string[],
  folder: vscode.Uri,
  result: ExportResult,
  signal: AbortSignal,
): Promise<void> {
  const { redact, labels } = await abortable(readExportOptions(deps), signal);
  const slicer = new TimeSlicer(SYSTEM_CLOCK);
  for await (const exported of readExported(deps, ids, result, { redact, slicer, signal })) {
    const file = vscode.Uri.joinPath(folder, `${uniqueFileName(exported)}.md`);
    await writeWhole(file, await encodeParts(writeMarkdown(exported, labels), slicer, signal), signal);
  }
}

/** Reads conversations one by one, and counts each in the result when the next one is asked for. */
async function* readExported(
  source: ConversationSource,
  ids: readonly string[],
  result: ExportResult,
  { redact, slicer, signal }: { redact: Redact; slicer: TimeSlicer; signal: AbortSignal },
): AsyncGenerator<PortableConversation, void, undefined> {
  for (const id of ids) {
    const found = await abortable(findConversation(source, id), signal).catch(() => 'unreadable' as const);
    signal.throwIfAborted();
    if (found === 'unreadable') {
      result.unreadable++;
    } else if (found !== undefined) {
      yield await toExported(found, redact, slicer, signal);
      result.written++;
      result.damaged += found.isDamaged ? 1 : 0;
    }
  }
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
 * can't be read, which is then the problem in the result.
 */
async function listConversationIds(source: ConversationSource, result: ExportResult): Promise<string[]> {
  const listed = await source.history.list().catch((error: unknown) => {
    result.problem = t('The stored conversations could not be read: {0}', toErrorMessage(error));
    return [];
  });
  const trashedIds = new Set(listed.filter(({ trashedAt }) => trashedAt !== undefined).map(({ id }) => id));
  const storedIds = listed.toSorted((one, other) => one.createdAt - other.createdAt).map(({ id }) => id);
  const inMemory = source.conversations.loaded.map(({ conversation }) => conversation.id).reverse();
  return [...new Set([...storedIds, ...inMemory])].filter((id) => !trashedIds.has(id));
}

function findInMemory(source: ConversationSource, id: string): Conversation | undefined {
  return source.conversations.loaded.find(({ conversation }) => conversation.id === id)?.conversation;
}

/** Returns what is needed to export: labels of headings, and masking of the API key and of redacted secrets. */
export async function readExportOptions({
  keyStore,
  secretGuard,
}: ExportSecrets): Promise<{ redact: Redact; labels: HeadingLabels }> {
  const apiKey = (await keyStore.read())?.apiKey;
  const maskKey = apiKey === undefined ? (text: string) => text : createRedactor(apiKey);
  const redact = await secretGuard.redactor();
  return {
    redact: (text) => redact(maskKey(text)),
    labels: {
      user: plainText(t('You')),
      assistant: plainText(t('Assistant')),
      earlierReply: plainText(t('earlier reply')),
      untitled: plainText(t('Conversation')),
      ends: {
        cutAtLimit: plainText(t('cut off at the limit')),
        stopped: plainText(t('stopped')),
        failed: plainText(t('failed')),
        interrupted: plainText(t('interrupted')),
      },
    },
  };
}
