import type * as vscode from 'vscode';
import { linesIn } from '../../core/editing/textRange.ts';
import { failed } from '../actionResult.ts';
import { captureLines, codeAround } from '../attachments/codeAround.ts';
import { captureProblemsOf, problemsAt } from '../attachments/kinds/captureProblems.ts';
import type { CaptureError } from '../attachments/kinds/captureResult.ts';
import { captureSymbol } from '../attachments/kinds/captureSymbol.ts';
import { askToRead } from '../attachments/readingDoor.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { whyNotWritable } from '../editing/writableDocument.ts';
import { findCell } from '../findCell.ts';
import { t } from '../uiText.ts';

/** Where the user asks about problems: the cursor, or the place of a quick fix. */
export interface ProblemPlace {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

/**
 * Reads what a question about the problems at a place needs: their messages, the lines around them, and the symbol around
 * these.
 * @param isToBeFixed whether the reply is to be written there
 * @returns `undefined` if the user canceled
 */
export async function captureProblemsWithCode(
  { uri, range }: ProblemPlace,
  isToBeFixed: boolean,
): Promise<readonly ComposerAttachment[] | CaptureError | undefined> {
  const problems = problemsAt(uri, range);
  const [first] = problems;
  if (first === undefined) {
    return {
      error: failed(
        t('There is no problem at the cursor. Place the cursor where one is marked, and try again.'),
      ),
    };
  }
  const [file] = await askToRead([uri]);
  if (file === undefined || 'error' in file) {
    return file;
  }
  const cell = findCell(uri)?.document;
  const document = cell ?? (await file.openDocument());
  if ('error' in document) {
    return document;
  }
  const whyNot = isToBeFixed ? await whyNotWritable(document) : undefined;
  if (whyNot !== undefined) {
    return { error: whyNot };
  }
  const place = problems.reduce((all, problem) => all.union(problem.range), first.range);
  const around = await codeAround(document, place);
  // The door opens the notebook of a cell, in which the symbol's lines mean something else.
  const symbol = around.symbol && cell === undefined ? await captureSymbol(file, around.symbol) : undefined;
  return [
    captureProblemsOf(uri, problems, linesIn(place)),
    captureLines(document, around.range),
    symbol,
  ].flatMap((one) => (one === undefined || 'error' in one ? [] : [one]));
}
