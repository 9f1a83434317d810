import * as vscode from 'vscode';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import {
  type FileReference,
  fileReferenceOf,
  isSearchable,
  linkedFileOf,
  type NamedFile,
} from '../../core/code/fileReference.ts';
import { isMarkdownLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { isRunning } from '../../core/conversation/conversation.ts';
import type { CodeBlockPlace } from '../../core/markdown/codeBlockPlace.ts';
import { type CodeBlock, codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import { inlinePartsOf } from '../../core/markdown/inlineParts.ts';
import type { FileLink } from '../../protocol/code.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import { WorkspaceFiles } from '../attachments/files/findByName.ts';
import { NOTEBOOK_FILE } from '../attachments/notebookText.ts';
import { readChosen } from '../attachments/readingDoor.ts';
import { displayPath } from '../displayPath.ts';
import { columnBesideChat } from '../editorTabs.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { foreign, t } from '../uiText.ts';
import { pickItem, showQuickPick } from '../vscodeUi.ts';
import { findFiles } from '../workspaceFile.ts';

/**
 * Maximum number of files looked up per reply, since each costs file system calls and a reply may name any number.
 */
const MAX_FILES = 100;

/** Maximum number of them that are searched for in all folders: they are one glob. */
const MAX_SEARCHED = 50;

interface ReplyFilesDeps {
  conversations: Pick<Conversations, 'current'>;
  targetEditor: Pick<TargetEditor, 'open'>;
}

/** The files of the workspace that a reply names: in the first line of a code block, in inline code, or as a link. */
export class ReplyFiles {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #targetEditor: Pick<TargetEditor, 'open'>;
  readonly #workspace = new WorkspaceFiles();
  /** Several replies may come into view at once. */
  readonly #searches = new SerialQueue();

  constructor({ conversations, targetEditor }: ReplyFilesDeps) {
    this.#conversations = conversations;
    this.#targetEditor = targetEditor;
  }

  /** The reply's code blocks, and those in its Markdown blocks, that name an existing file of the workspace. */
  async blocksWithFile(turnId: string): Promise<CodeBlockPlace[]> {
    const { text = '' } = this.#conversations.current.findReply(turnId) ?? {};
    const inner = markdownBlocksOf(text).flatMap(({ index: blockIndex, code }) =>
      codeBlocksOf(code).map(({ index, info }) => ({ place: { blockIndex, innerIndex: index }, info })),
    );
    const named = codeBlocksOf(text)
      .map(({ index, info }): { place: CodeBlockPlace; info: string } => ({
        place: { blockIndex: index },
        info,
      }))
      .concat(inner)
      .flatMap(({ place, info }) => {
        const { file } = parseInfoString(info);
        return file === undefined ? [] : [{ place, path: file.path }];
      })
      .slice(0, MAX_FILES);
    const found = await Promise.all(named.map(({ path }) => findFiles(path)));
    return named.filter((_, position) => found[position]?.length).map(({ place }) => place);
  }

  /** The references in the words of an ended reply that lead to exactly one file, which may be read. */
  async linksOf(turnId: string): Promise<FileLink[]> {
    const references = this.#referencesOf(turnId);
    const found = await this.#find(references);
    const links = await Promise.all(
      references.map(async ({ text, lines }, index): Promise<FileLink[]> => {
        const [file, other] = found[index] ?? [];
        const readable = file !== undefined && other === undefined ? await readChosen(file) : undefined;
        return file !== undefined && readable !== undefined && !('error' in readable)
          ? [{ index, text, path: displayPath(file), ...(lines && { lines }) }]
          : [];
      }),
    );
    return links.flat();
  }

  /** @param linkIndex as in `linksOf` */
  async openLink(turnId: string, linkIndex: number): Promise<ErrorResult> {
    const reference = this.#referencesOf(turnId)[linkIndex];
    const [files = []] = reference === undefined ? [] : await this.#find([reference]);
    return this.open(files, reference);
  }

  /** Opens one of the files, which the user chooses if there are several. */
  async open(
    files: readonly vscode.Uri[],
    place: Pick<NamedFile, 'lines' | 'column'> = {},
  ): Promise<ErrorResult> {
    const items = files.map((uri) => pickItem({ label: foreign(displayPath(uri)) }, { uri }));
    const chosen =
      items.length < 2
        ? items[0]
        : await showQuickPick(items, {
            title: t('Open File'),
            placeHolder: t('Several folders have this file. Select the one to open.'),
          });
    if (chosen === undefined && items.length > 1) {
      return undefined;
    }
    const readable = chosen && (await readChosen(chosen.uri));
    if (readable === undefined) {
      return failed(t('The file was not found in the workspace.'));
    }
    if ('error' in readable) {
      return readable.error;
    }
    const document = NOTEBOOK_FILE.test(readable.uri.path) ? undefined : await readable.openDocument();
    if (document === undefined || 'error' in document) {
      // In the editor that VS Code has for notebooks, pictures and so on.
      await vscode.commands.executeCommand('vscode.open', readable.uri, columnBesideChat());
      return undefined;
    }
    const editor = await this.#targetEditor.open(document);
    const range = document.validateRange(rangeOf(place));
    if (editor !== undefined && place.lines !== undefined) {
      editor.selection = new vscode.Selection(range.start, range.end);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    return undefined;
  }

  /** Each once, in the order of the text. Those of a reply that is still being written may be incomplete. */
  #referencesOf(turnId: string): readonly FileReference[] {
    const reply = this.#conversations.current.findReply(turnId);
    const text = reply?.text ?? '';
    const references = new Map<string, FileReference>();
    const texts = [text, ...markdownBlocksOf(text).map(({ code }) => code)];
    for (const part of reply === undefined || isRunning(reply) ? [] : texts.flatMap(inlinePartsOf)) {
      const reference = 'code' in part ? fileReferenceOf(part.code) : linkedFileOf(part.href);
      if (reference !== undefined && references.size < MAX_FILES) {
        references.set(reference.text, reference);
      }
    }
    return [...references.values()];
  }

  /**
   * The files that each reference may mean: those with this path in a workspace folder or, without a folder or if there
   * are none, all that end with it. None if those are too many.
   */
  async #find(references: readonly FileReference[]): Promise<(readonly vscode.Uri[])[]> {
    const paths = references.map(({ segments }) => segments.join('/'));
    const exact = await Promise.all(paths.map((path) => findFiles(path)));
    const isSearched = (path: string, index: number): boolean => {
      const reference = references[index];
      return (
        reference !== undefined &&
        isSearchable(reference) &&
        (!path.includes('/') || exact[index]?.length === 0)
      );
    };
    const ends = [...new Set(paths.filter(isSearched))].slice(0, MAX_SEARCHED);
    const found = ends.length === 0 ? [] : await this.#searches.add(() => this.#workspace.findByEnds(ends));
    return paths.map((path, index) => {
      const position = isSearched(path, index) ? ends.indexOf(path) : -1;
      const [atTop = [], elsewhere = []] = [exact[index], position < 0 ? [] : found[position]];
      const isTooMany = position >= 0 && found[position] === undefined;
      const files = new Map([...atTop, ...elsewhere].map((uri) => [uri.toString(), uri]));
      return isTooMany ? [] : [...files.values()];
    });
  }
}

/** The code blocks that the panel can show rendered. */
function markdownBlocksOf(text: string): CodeBlock[] {
  return codeBlocksOf(text).filter(({ info }) => isMarkdownLanguage(parseInfoString(info).language));
}

/** A line is where the cursor goes; several lines are selected. */
function rangeOf({ lines, column = 1 }: Pick<NamedFile, 'lines' | 'column'>): vscode.Range {
  const { start, end } = lines ?? { start: 1, end: 1 };
  return start === end
    ? new vscode.Range(start - 1, column - 1, start - 1, column - 1)
    : new vscode.Range(start - 1, 0, end - 1, Number.MAX_SAFE_INTEGER);
}
