import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import {
  type FileReference,
  fileReferenceOf,
  linkedFileOf,
  type NamedFile,
} from '../../core/code/fileReference.ts';
import { isMarkdownLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { isRunning } from '../../core/conversation/conversation.ts';
import { type CodeBlock, codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import { inlinePartsOf } from '../../core/markdown/inlineParts.ts';
import type { FileLink } from '../../protocol/code.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import { NOTEBOOK_FILE } from '../attachments/notebookText.ts';
import { readChosen } from '../attachments/readingDoor.ts';
import { displayPath } from '../displayPath.ts';
import { columnBesideChat } from '../editorTabs.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { foreign, t } from '../uiText.ts';
import { pickItem, showQuickPick } from '../vscodeUi.ts';
import type { Anchors } from './anchors.ts';
import { type BlockPlace, isReachable, MAX_FILES, placesOfBlocks } from './blockFiles.ts';
import { NamedFiles } from './namedFiles.ts';

interface ReplyFilesDeps {
  conversations: Pick<Conversations, 'current'>;
  targetEditor: Pick<TargetEditor, 'open'>;
  anchors: Lazy<Pick<Anchors, 'pathOf'>>;
}

/** The files of the workspace that a reply names: for a code block, in inline code, or as a link. */
export class ReplyFiles {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #targetEditor: Pick<TargetEditor, 'open'>;
  readonly #anchors: Lazy<Pick<Anchors, 'pathOf'>>;
  readonly #named = new NamedFiles();

  constructor({ conversations, targetEditor, anchors }: ReplyFilesDeps) {
    this.#conversations = conversations;
    this.#anchors = anchors;
    this.#targetEditor = targetEditor;
  }

  /** Where the names of the code blocks of a reply lead. */
  async placesOfBlocks(turnId: string): Promise<BlockPlace[]> {
    const { conversation } = this.#conversations.current;
    const reply = this.#conversations.current.findReply(turnId);
    return reply === undefined
      ? []
      : placesOfBlocks(this.#named, reply, {
          turns: conversation.turns,
          pathsOf: async (selections) => {
            const anchors = await this.#anchors();
            return selections.map((selection) => anchors.pathOf(selection));
          },
        });
  }

  /** The references in the words of an ended reply that lead to exactly one file, which may be read. */
  async linksOf(turnId: string): Promise<FileLink[]> {
    const references = this.#referencesOf(turnId);
    const found = await this.#named.find(references);
    const links = await Promise.all(
      references.map(async ({ text, lines }, index): Promise<FileLink[]> => {
        const [file, other] = listed(found[index]);
        return file !== undefined && other === undefined && (await isReachable(file))
          ? [{ index, text, path: displayPath(file), ...(lines && { lines }) }]
          : [];
      }),
    );
    return links.flat();
  }

  /** @param linkIndex as in `linksOf` */
  async openLink(turnId: string, linkIndex: number): Promise<ErrorResult> {
    const reference = this.#referencesOf(turnId)[linkIndex];
    const [files] = reference === undefined ? [] : await this.#named.find([reference]);
    return this.open(listed(files), reference);
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
}

/** The code blocks that the panel can show rendered. */
function markdownBlocksOf(text: string): CodeBlock[] {
  return codeBlocksOf(text).filter(({ info }) => isMarkdownLanguage(parseInfoString(info).language));
}

/** Of too many files, none is meant for certain. */
function listed(found: readonly vscode.Uri[] | 'tooMany' | undefined): readonly vscode.Uri[] {
  return found === undefined || found === 'tooMany' ? [] : found;
}

/** A line is where the cursor goes; several lines are selected. */
function rangeOf({ lines, column = 1 }: Pick<NamedFile, 'lines' | 'column'>): vscode.Range {
  const { start, end } = lines ?? { start: 1, end: 1 };
  return start === end
    ? new vscode.Range(start - 1, column - 1, start - 1, column - 1)
    : new vscode.Range(start - 1, 0, end - 1, Number.MAX_SAFE_INTEGER);
}
