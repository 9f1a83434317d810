import * as vscode from 'vscode';
import type { AttachmentKind } from '../../../core/attachments/attachment.ts';
import { truncateAsBefore } from '../../../core/contextWindow/truncateToLines.ts';
import { failed } from '../../actionResult.ts';
import { type ComposerAttachment, isLive } from '../../composer/composerAttachment.ts';
import { displayPath } from '../../displayPath.ts';
import { fileOf } from '../../findCell.ts';
import type { EditorSource } from '../../targetEditor.ts';
import { plainText, t, type UiText } from '../../uiText.ts';
import { captureSelection, hasSelectedText } from '../captureSelection.ts';
import { askToRead, type Readable, readAgain } from '../readingDoor.ts';
import { withReadLimit } from '../readLimit.ts';
import { captureDiff, captureDiffAround, noDiffText } from './captureDiff.ts';
import { captureFile } from './captureFile.ts';
import { captureFolder } from './captureFolder.ts';
import { ALL_FILES_URI, captureProblems } from './captureProblems.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';
import { captureSymbol } from './captureSymbol.ts';
import { captureLastCommand, captureTerminal, type TerminalExecutions } from './captureTerminal.ts';
import type { FoundSymbol } from './symbols.ts';

/** What can be attached of each kind, before it is read. `File` is a URI, or what may be read of it. */
interface Sources<File> {
  selection: object;
  file: { file: File };
  folder: { file: File };
  symbol: { file: File; symbol: FoundSymbol };
  /** Without `uri`: the problems of the whole workspace. */
  problems: { uri?: vscode.Uri };
  /** Without `root`: the repository of the active editor, or one that the user chooses. */
  diff: { root?: vscode.Uri };
  /** The selection of the active terminal, or its last command with the output. */
  terminal: { part: 'selection' | 'lastCommand' };
  instructions: { file: File };
}

export type AttachmentSource<File = vscode.Uri> = {
  [Kind in AttachmentKind]: { kind: Kind } & Sources<File>[Kind];
}[AttachmentKind];

export type CandidateSource = AttachmentSource | { kind: 'currentFile' };

/** A candidate without its key. */
export interface FoundCandidate {
  source: CandidateSource;
  label: string;
  detail?: string;
}

/** How a kind comes into a question. With `KIND_INFO` of `core`, all that a kind needs. */
interface KindReader<Kind extends AttachmentKind> {
  /**
   * What asks the user applies the limit itself.
   * @param limitMs as in `withReadLimit`
   * @returns `undefined` if the user canceled
   */
  capture(
    source: Sources<Readable>[Kind],
    editor: EditorSource | undefined,
    limitMs: number | undefined,
    executions: TerminalExecutions | undefined,
  ): Promise<CaptureResult | undefined> | CaptureResult | undefined;
  /** Reads the source of a live attachment again: the same one, or an error. `undefined` for a snapshot. */
  captureAgain: ((attachment: ComposerAttachment, uri: vscode.Uri) => Promise<CaptureResult>) | undefined;
  /** The candidates that are offered before anything is typed. Those that are found by name are in `Candidates`. */
  candidates(editor: EditorSource | undefined): readonly FoundCandidate[];
}

const none = (): readonly FoundCandidate[] => [];

const READERS: { readonly [Kind in AttachmentKind]: KindReader<Kind> } = {
  selection: {
    capture: (_, editor) =>
      (editor && captureSelection(editor, newAttachmentId())) ?? {
        error: failed(t('Nothing is selected. Select the code to ask about.')),
      },
    captureAgain: undefined,
    candidates: (editor) =>
      editor === undefined || !hasSelectedText(editor)
        ? []
        : [candidate({ kind: 'selection' }, t('Selection'), displayPath(editor.document.uri))],
  },
  file: {
    capture: ({ file }) => captureFile(file),
    captureAgain: fileAgain((file, { encoding }) => captureFile(file, 'file', encoding)),
    candidates: (editor) =>
      editor === undefined
        ? []
        : [
            candidate(
              { kind: 'currentFile' },
              t('Current File in Each Question'),
              displayPath(editor.document.uri),
            ),
          ],
  },
  folder: {
    capture: ({ file }) => captureFolder(file),
    captureAgain: fileAgain((folder) => captureFolder(folder)),
    candidates: none,
  },
  symbol: {
    capture: ({ file, symbol }) => captureSymbol(file, symbol),
    captureAgain: undefined,
    candidates: none,
  },
  problems: {
    capture: ({ uri }) => captureProblems(uri),
    captureAgain: async (_, uri) => captureProblems(uri.toString() === ALL_FILES_URI ? undefined : uri),
    candidates: (editor) => [
      ...(editor === undefined
        ? []
        : [
            candidate(
              { kind: 'problems', uri: editor.document.uri },
              t('Problems in This File'),
              displayPath(editor.document.uri),
            ),
          ]),
      candidate({ kind: 'problems' }, t('Problems in the Workspace')),
    ],
  },
  diff: {
    capture: ({ root }, editor, limitMs) =>
      root === undefined
        ? captureDiffAround(editor && fileOf(editor.document.uri), limitMs)
        : captureDiff(root, limitMs),
    captureAgain: (_, uri) => captureDiff(uri),
    candidates: () => {
      const why = noDiffText();
      return [candidate({ kind: 'diff' }, t('Git Changes'), why && plainText(why))];
    },
  },
  terminal: {
    capture: ({ part }, _, _limitMs, executions) =>
      part === 'selection' ? captureTerminal() : captureLastCommand(executions),
    captureAgain: undefined,
    candidates: () => {
      const terminal = vscode.window.activeTerminal;
      return terminal === undefined
        ? []
        : [
            candidate({ kind: 'terminal', part: 'selection' }, t('Terminal Selection'), terminal.name),
            candidate({ kind: 'terminal', part: 'lastCommand' }, t('Last Terminal Command'), terminal.name),
          ];
    },
  },
  instructions: {
    capture: ({ file }) => captureFile(file, 'instructions'),
    captureAgain: fileAgain((file, { encoding }) => captureFile(file, 'instructions', encoding)),
    candidates: none,
  },
};

/** The candidates of all kinds that are offered before anything is typed. */
export function fixedCandidates(editor: EditorSource | undefined): FoundCandidate[] {
  return Object.values(READERS).flatMap((reader) => reader.candidates(editor));
}

/**
 * Reads what the user has chosen. The user is asked about all files from outside of the workspace at once.
 * @param limitMs as in `withReadLimit`
 * @param executions what is known of the commands that terminals have run
 */
export async function captureSources(
  sources: readonly AttachmentSource[],
  editor: EditorSource | undefined,
  limitMs?: number,
  executions?: TerminalExecutions,
): Promise<CaptureResult[]> {
  const uris = sources.flatMap((source) => ('file' in source ? [source.file] : []));
  const files = await askToRead(uris, undefined, undefined, limitMs);
  const captured = await Promise.all(
    sources.map((source) => {
      if (!('file' in source)) {
        return capture(source.kind, source, editor, limitMs, executions);
      }
      const file = files.shift();
      return file === undefined || 'error' in file
        ? file
        : withReadLimit(
            displayPath(file.uri),
            capture(source.kind, { ...source, file }, editor, limitMs),
            limitMs,
          );
    }),
  );
  return captured.filter((one) => one !== undefined);
}

/**
 * Reads files and folders, of which it is not known yet which is what. The parameters are those of `askToRead`.
 * @returns nothing for what must not be read
 */
export async function captureFiles(
  uris: readonly vscode.Uri[],
  ask?: Parameters<typeof askToRead>[1],
  isTabEnough?: boolean,
  limitMs?: number,
): Promise<CaptureResult[]> {
  const files = await askToRead(uris, ask, isTabEnough, limitMs);
  const allowed = files.filter((file) => file !== undefined);
  const read = async (file: Readable): Promise<CaptureResult> =>
    (await isFolder(file.uri)) ? captureFolder(file) : captureFile(file);
  return Promise.all(
    allowed.map((file) =>
      'error' in file ? file : withReadLimit(displayPath(file.uri), read(file), limitMs),
    ),
  );
}

async function capture<Kind extends AttachmentKind>(
  kind: Kind,
  source: Sources<Readable>[Kind],
  editor: EditorSource | undefined,
  limitMs: number | undefined,
  executions?: TerminalExecutions,
): Promise<CaptureResult | undefined> {
  return READERS[kind].capture(source, editor, limitMs, executions);
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    // The error is reported when the file is read.
    return false;
  }
}

/**
 * Reads a live attachment again: all of it, so that name, language and text belong together. Returns the same object
 * if nothing has changed. If the attachment was truncated to fit the context window, the new text is truncated as well.
 * @param limitMs as in `withReadLimit`
 */
export async function refreshAttachment(
  attachment: ComposerAttachment,
  limitMs?: number,
): Promise<CaptureResult> {
  const { uri, id, path, isCurrentFile } = attachment;
  const { captureAgain } = READERS[attachment.kind];
  if (uri === undefined || captureAgain === undefined || !isLive(attachment)) {
    return attachment;
  }
  const captured = await withReadLimit(path, captureAgain(attachment, vscode.Uri.parse(uri)), limitMs);
  if ('error' in captured) {
    return captured;
  }
  // Secrets that were redacted are in the new text again. They are detected when it is sent.
  const refreshed = truncateAsBefore<ComposerAttachment>(
    { ...captured, id, ...(isCurrentFile && { isCurrentFile }) },
    attachment,
  );
  return isSameCapture(refreshed, attachment) ? attachment : refreshed;
}

function isSameCapture(one: ComposerAttachment, other: ComposerAttachment): boolean {
  return (['text', 'path', 'languageId', 'encoding', 'identity', 'leftOutLines', 'problem'] as const).every(
    (key) => one[key] === other[key],
  );
}

/** Reads a file or folder again if it is still the same one. */
function fileAgain(
  read: (file: Readable, attachment: ComposerAttachment) => Promise<CaptureResult>,
): (attachment: ComposerAttachment, uri: vscode.Uri) => Promise<CaptureResult> {
  return async (attachment, uri) => {
    const file = await readAgain(uri, attachment.identity);
    return 'error' in file ? file : read(file, attachment);
  };
}

function candidate(source: CandidateSource, label: UiText, detail?: string): FoundCandidate {
  return { source, label: plainText(label), ...(detail !== undefined && { detail }) };
}
