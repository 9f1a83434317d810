import * as vscode from 'vscode';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { type BlockFile, fileOfBlock } from '../../core/code/fileOfBlock.ts';
import { type FileReference, isSameFile, type NamedFile } from '../../core/code/fileReference.ts';
import {
  isDiagramLanguage,
  isMarkdownLanguage,
  isShellLanguage,
  parseInfoString,
} from '../../core/code/infoString.ts';
import { type AssistantTurn, isRunning, type Turn } from '../../core/conversation/conversation.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import { fitsDocument } from '../../core/editing/plan/fitsDocument.ts';
import type { CodeBlockPlace } from '../../core/markdown/codeBlockPlace.ts';
import { type CodeBlock, codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import { safePathSegments } from '../../core/safePathSegments.ts';
import type { BlockFileView } from '../../protocol/code.ts';
import { readChosen } from '../attachments/readingDoor.ts';
import { displayPath } from '../displayPath.ts';
import { findFiles } from '../workspaceFile.ts';
import { type NamedFiles, placesForNewFile } from './namedFiles.ts';

/*
 * Which file each code block of a reply is for, by its name (`fileOfBlock`): one that exists, or a new one. If there are
 * several, the user chooses; nothing chooses for them.
 */

/** Maximum number of files looked up per reply, since each costs file system calls and a reply may name any number. */
export const MAX_FILES = 100;

/** The file that a code block is for, or the ones of which the user chooses. */
export interface BlockPlace {
  readonly block: CodeBlockPlace;
  readonly name: NamedFile;
  readonly isOwn: boolean;
  readonly isAskedAbout: boolean;
  /** Those that exist. If there is one, no new one is offered. */
  readonly files: readonly vscode.Uri[];
  /** Where a new one can be made. */
  readonly newFiles: readonly vscode.Uri[];
}

/** What is known of the question of a reply. */
export interface Asked {
  readonly turns: readonly Turn[];
  /** The paths of the files of selections as they are now. */
  pathsOf(selections: readonly Attachment[]): Promise<readonly string[]>;
}

interface NamedBlock extends BlockFile {
  readonly block: CodeBlockPlace;
}

/** The places of all code blocks of an ended reply that name a file, also of those in its Markdown blocks. */
export async function placesOfBlocks(
  files: NamedFiles,
  reply: AssistantTurn,
  asked: Asked,
): Promise<BlockPlace[]> {
  const named = isRunning(reply) ? [] : namedBlocks(reply, asked.turns).slice(0, MAX_FILES);
  const selections = named.length > 0 ? selectionsAskedAbout(asked.turns, reply.id) : [];
  const paths = selections.length > 0 ? await asked.pathsOf(selections) : [];
  const references = named.map(({ file }) => referenceTo(file));
  const found = await files.find(references.flatMap((reference) => reference ?? []));
  return Promise.all(
    named.map(async ({ block, file, isOwn = false }, index): Promise<BlockPlace> => {
      const at = references.slice(0, index).filter((reference) => reference !== undefined).length;
      const existing = references[index] === undefined ? [] : (found[at] ?? []);
      const place = { block, name: file, isOwn, isAskedAbout: false, files: [], newFiles: [] };
      if (existing === 'tooMany') {
        return place;
      }
      // A longer name is that of another file.
      const own = paths.find((shownPath) => isSameFile(file, { path: '', shownPath }));
      if (own !== undefined && !(await isOtherFile(file, own))) {
        return { ...place, isAskedAbout: true, files: existing.filter((uri) => displayPath(uri) === own) };
      }
      const reachable = await Promise.all(existing.map(isReachable));
      return existing.length > 0
        ? { ...place, files: existing.filter((_, position) => reachable[position]) }
        : { ...place, newFiles: await placesForNewFile(file.path, await folderOf(paths)) };
    }),
  );
}

export function viewOf({ block, name, isOwn, isAskedAbout, files, newFiles }: BlockPlace): BlockFileView {
  const [first, second] = files.length > 0 ? files : newFiles;
  return {
    ...block,
    path: first === undefined || second !== undefined ? name.path : displayPath(first),
    leadsTo: files.length > 0 ? 'file' : newFiles.length > 0 ? 'newFile' : 'nowhere',
    ...(second !== undefined && { isChoice: true }),
    ...(isOwn && { isOwn: true }),
    ...(isAskedAbout && { isAskedAbout: true }),
  };
}

/** The blocks that name a file; without lines that were asked about, also those for the one file that was. */
function namedBlocks(reply: AssistantTurn, turns: readonly Turn[]): NamedBlock[] {
  const attached = selectionsAskedAbout(turns, reply.id).length > 0 ? undefined : attachedFile(turns, reply);
  return codeBlocksOf(reply.text).flatMap((block) => {
    const inner = isMarkdownLanguage(parseInfoString(block.info).language) ? codeBlocksOf(block.code) : [];
    const places: readonly (readonly [CodeBlockPlace, CodeBlock])[] = [
      [{ blockIndex: block.index }, block],
      ...inner.map(
        (one) =>
          [{ blockIndex: block.index, innerIndex: one.index }, one] satisfies [CodeBlockPlace, CodeBlock],
      ),
    ];
    return places.flatMap(([place, one]) => {
      const file = fileOfBlock(one) ?? attached?.(one);
      return file === undefined ? [] : [{ ...file, block: place }];
    });
  });
}

/** The only whole file that the question of a reply had, for the blocks in its language. */
function attachedFile(
  turns: readonly Turn[],
  reply: AssistantTurn,
): ((block: CodeBlock) => BlockFile | undefined) | undefined {
  const end = turns.findIndex(({ id }) => id === reply.id);
  const question = turns.slice(0, Math.max(end, 0)).findLast((turn) => turn.kind === 'user');
  const [file, other] = question?.attachments.filter(({ kind }) => kind === 'file') ?? [];
  if (file === undefined || other !== undefined) {
    return undefined;
  }
  const { path, languageId } = file;
  return ({ info }) => {
    const { language } = parseInfoString(info);
    const isCode = language !== '' && !isShellLanguage(language) && !isDiagramLanguage(language);
    return isCode && fitsDocument(language, languageId) ? { file: { text: path, path } } : undefined;
  };
}

function referenceTo(file: NamedFile): FileReference | undefined {
  const segments = safePathSegments(file.path);
  return segments && { ...file, segments };
}

/** Whether the user may open a file where its path really leads. */
export async function isReachable(uri: vscode.Uri): Promise<boolean> {
  const readable = await readChosen(uri);
  return readable !== undefined && !('error' in readable);
}

/** Whether there is a file with exactly this name that is not the one that was asked about. */
async function isOtherFile({ path }: NamedFile, own: string): Promise<boolean> {
  return (await findFiles(path)).some((uri) => displayPath(uri) !== own);
}

/** The folder of the one file that was asked about, if it isn't that of the workspace. */
async function folderOf(paths: readonly string[]): Promise<vscode.Uri | undefined> {
  const [path, other] = new Set(paths);
  const [uri] = path?.includes('/') && other === undefined ? await findFiles(path) : [];
  return uri && vscode.Uri.joinPath(uri, '..');
}
