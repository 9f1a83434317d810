import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { type Attachment, isInsertionPlace, lineRangeOf } from '../../core/attachments/attachment.ts';
import { KIND_INFO } from '../../core/attachments/attachmentKinds.ts';
import { findAnchor } from '../../core/editing/findAnchor.ts';
import { coversBlankLines } from '../../core/editing/insertionPlace.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { TemporaryDocuments } from '../temporaryDocuments.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';
import { findFiles } from '../workspaceFile.ts';

/**
 * Opens the source of an attachment and selects the attached text there. A folder is revealed in the Explorer. Without
 * a document, or if it no longer exists, `showText` is called.
 *
 * @param showText shows the text as it was sent
 * @returns why the text was not selected
 */
export async function openAttachment(
  attachment: ComposerAttachment,
  showText: (attachment: Attachment) => Promise<void>,
): Promise<ErrorResult> {
  const { kind, uri } = attachment;
  if (KIND_INFO[kind].opens === 'folder' && uri !== undefined) {
    await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.parse(uri));
    return undefined;
  }
  const source = await sourceUriOf(attachment);
  const document = source && (await tryOpenDocument(source));
  if (document === undefined) {
    await showText(attachment);
    return undefined;
  }
  return showDocument(document, attachment);
}

async function sourceUriOf({ kind, uri, path }: ComposerAttachment): Promise<vscode.Uri | undefined> {
  if (KIND_INFO[kind].opens !== 'document') {
    return undefined;
  }
  if (uri !== undefined) {
    return vscode.Uri.parse(uri);
  }
  const [file, other] = await findFiles(path);
  return other === undefined ? file : undefined;
}

function tryOpenDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return withTimeout(READ_LIMIT_MS, vscode.workspace.openTextDocument(uri), undefined);
}

/** Selects the attached text, not just its lines: these may now contain other code, which a reply would replace. */
async function showDocument(document: vscode.TextDocument, attachment: Attachment): Promise<ErrorResult> {
  const lines = lineRangeOf(attachment);
  const ranges =
    lines === undefined
      ? []
      : isInsertionPlace(attachment)
        ? placesOf(document, attachment, lines)
        : findRanges(document, attachment.text, lines.start);
  const selection = ranges.length === 1 ? ranges[0] : undefined;
  await vscode.window.showTextDocument(document, omitUndefined({ selection }));
  return lines === undefined || selection !== undefined
    ? undefined
    : failed(notSelectedText(attachment, ranges.length));
}

function notSelectedText(attachment: Attachment, matchCount: number): UiText {
  const { path, redacted = 0 } = attachment;
  if (isInsertionPlace(attachment)) {
    return t('The empty line that was attached is no longer in {0}.', path);
  }
  if (matchCount > 1) {
    return t('The attached text occurs more than once in {0}, so it was not selected.', path);
  }
  return redacted > 0
    ? t('Secrets were redacted from the attached text, so it was not selected in {0}.', path)
    : t('{0} has changed and no longer contains the attached text.', path);
}

/** The blank lines of a place: those between the same lines or, if these tell nothing, the original ones. */
function placesOf(
  document: vscode.TextDocument,
  { text, anchor }: Attachment,
  lineRange: { start: number; end: number },
): vscode.Range[] {
  const lines = linesOf(document.getText());
  const original = {
    start: { line: lineRange.start - 1, character: 0 },
    end: { line: lineRange.end - 1, character: (lines[lineRange.end - 1] ?? '').length },
  };
  const found = anchor && findAnchor(lines, text, anchor);
  const isStill = found !== undefined && 'error' in found && found.error === 'ambiguous';
  const range =
    found !== undefined && 'range' in found
      ? found.range
      : isStill && coversBlankLines(lines, original)
        ? original
        : undefined;
  return range === undefined
    ? []
    : [new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character)];
}

/**
 * Finds a text in a document regardless of line endings: on its original line, otherwise anywhere.
 * @param line the original line, 1-based
 */
function findRanges(document: vscode.TextDocument, text: string, line: number): vscode.Range[] {
  const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const normalized = text.replace(/\r\n|\r|\n/g, lineEnd);
  const documentText = document.getText();
  // Two matches are enough to know that the text is ambiguous.
  const firstTwo = (from: number, to: number): vscode.Range[] => {
    const found: vscode.Range[] = [];
    let at = documentText.indexOf(normalized, from);
    while (at >= 0 && at < to && found.length < 2) {
      found.push(new vscode.Range(document.positionAt(at), document.positionAt(at + normalized.length)));
      at = documentText.indexOf(normalized, at + 1);
    }
    return found;
  };
  const lineStart = new vscode.Position(Math.max(line - 1, 0), 0);
  const inLine = firstTwo(document.offsetAt(lineStart), document.offsetAt(lineStart.translate(1)));
  return inLine.length > 0 ? inLine : firstTwo(0, documentText.length);
}

/** Shows the text of attachments as it is or was sent, in read-only documents. */
export class AttachmentDocuments implements vscode.Disposable {
  readonly #documents = new TemporaryDocuments(
    'assistant-attachment',
    plainText(t('This text is no longer available. Open it from the chat again.')),
  );

  async show({ path, text, languageId }: Attachment): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const document = await vscode.workspace.openTextDocument(this.#documents.add(name, text));
    const languages = await vscode.languages.getLanguages();
    const shown = languages.includes(languageId)
      ? await vscode.languages.setTextDocumentLanguage(document, languageId)
      : document;
    await vscode.window.showTextDocument(shown, { preview: true });
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
