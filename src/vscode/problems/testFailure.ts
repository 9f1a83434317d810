import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { lineRangeOf } from '../../core/attachments/attachment.ts';
import { type NamedPlace, namedPlaces } from '../../core/attachments/namedPlaces.ts';
import { captureLines, codeAround } from '../attachments/codeAround.ts';
import { type CaptureResult, isCaptured } from '../attachments/kinds/captureResult.ts';
import { captureSymbol } from '../attachments/kinds/captureSymbol.ts';
import { captureFailureText } from '../attachments/kinds/captureTestFailure.ts';
import { readWithoutAsking } from '../attachments/readingDoor.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { UiText } from '../uiText.ts';
import { findFileIn, findFiles } from '../workspaceFile.ts';

/** Maximum number of places in the message whose code is attached. */
const MAX_NAMED_PLACES = 3;

/** Code of others: a stack usually passes through the test runner. */
const OTHERS_CODE = /(?:^|\/)(?:node_modules|site-packages)\//;

const uriSchema = z.custom<vscode.Uri>((value) => value instanceof vscode.Uri);
const placeSchema = z.object({ uri: uriSchema, range: z.instanceof(vscode.Range) });
type Place = z.infer<typeof placeSchema>;

/** A `TestItem` and a `TestMessage`. */
const failureSchema = z.object({
  test: z.object({
    label: z.string(),
    uri: z.optional(uriSchema),
    range: z.optional(z.instanceof(vscode.Range)),
  }),
  message: z.object({
    message: z.union([z.string(), z.object({ value: z.string() })]),
    expectedOutput: z.optional(z.string()),
    actualOutput: z.optional(z.string()),
    location: z.optional(placeSchema),
  }),
});

interface CapturedFailure {
  chips: ComposerAttachment[];
  /** Why code is missing that should be there. */
  errors: readonly UiText[];
}

/**
 * Reads what a question about a failed test needs: its message, its code, and the code that the message names. What could
 * only be read after a question to the user is left out.
 * @param argument what VS Code passes to a command in the menu of a message
 * @param limitMs as in `withReadLimit`
 * @returns `undefined` if it is anything else
 */
export async function captureTestFailure(
  argument: unknown,
  limitMs?: number,
): Promise<CapturedFailure | undefined> {
  const { data } = failureSchema.safeParse(argument);
  if (data === undefined) {
    return undefined;
  }
  const { test, message } = data;
  const failure = captureFailureText(test, message);
  const [ownCode, ...named] = await Promise.all([
    captureTest(test, limitMs),
    ...namedPlaces(failure.text).map((place) => findPlace(place, limitMs)),
  ]);
  const chips = [failure];
  /** By file, which is not read again. */
  const errors = new Map<string, UiText>();
  const add = (uri: vscode.Uri | undefined, captured: readonly CaptureResult[]): void => {
    for (const one of captured) {
      if (isCaptured(one)) {
        chips.push(one);
      } else {
        errors.set(uri?.toString() ?? '', one.error.text);
      }
    }
  };
  add(test.uri, ownCode);
  for (const place of [message.location, ...named.flat()]) {
    const isFull = chips.filter(({ kind }) => kind === 'selection').length >= MAX_NAMED_PLACES;
    const isKnown = place === undefined || errors.has(place.uri.toString());
    if (!isKnown && !isFull && !chips.some((chip) => contains(chip, place))) {
      add(place.uri, await captureCode(place, limitMs));
    }
  }
  return { chips, errors: [...errors.values()] };
}

/** As a symbol: what a reply replaces is the code under test. */
async function captureTest(
  { label: name, uri, range }: z.infer<typeof failureSchema>['test'],
  limitMs: number | undefined,
): Promise<CaptureResult[]> {
  const file = uri && (await readWithoutAsking(uri, true, undefined, limitMs));
  if (uri === undefined || range === undefined || file === undefined) {
    return [];
  }
  if ('error' in file) {
    return [file];
  }
  const document = await file.openDocument();
  if ('error' in document) {
    return [document];
  }
  // Some test runners know only the line where a test begins.
  const whole = range.isSingleLine ? (await codeAround(document, range)).range : range;
  const captured = await captureSymbol(file, { name, uri, range: whole, isNameOnly: false });
  return 'error' in captured ? [] : [captured];
}

async function captureCode({ uri, range }: Place, limitMs: number | undefined): Promise<CaptureResult[]> {
  // Nobody has chosen this file, so it doesn't suffice that it is open.
  const file = await readWithoutAsking(uri, false, undefined, limitMs);
  if (file === undefined || 'error' in file) {
    return file === undefined ? [] : [file];
  }
  const document = await file.openDocument();
  if ('error' in document) {
    return [document];
  }
  if (range.start.line >= document.lineCount) {
    return [];
  }
  const lines = captureLines(document, (await codeAround(document, range)).range);
  return lines === undefined ? [] : [lines];
}

/** Finds the file of a place, if the workspace has exactly one with its path. */
async function findPlace({ path, line }: NamedPlace, limitMs: number | undefined): Promise<Place[]> {
  if (OTHERS_CODE.test(path)) {
    return [];
  }
  const files = /^(?:\/|[A-Za-z]:\/)/.test(path)
    ? await findAbsolute(path, limitMs)
    : await findFiles(path, undefined, limitMs);
  const [uri, other] = files;
  const start = new vscode.Position(Math.max(line - 1, 0), 0);
  return uri === undefined || other !== undefined ? [] : [{ uri, range: new vscode.Range(start, start) }];
}

async function findAbsolute(path: string, limitMs: number | undefined): Promise<vscode.Uri[]> {
  const { path: absolute } = vscode.Uri.file(path);
  const found = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(async ({ uri }) => {
      const root = uri.path.replace(/\/?$/, '/');
      return absolute.startsWith(root) ? findFileIn(uri, absolute.slice(root.length), limitMs) : undefined;
    }),
  );
  return found.filter((uri) => uri !== undefined);
}

function contains(chip: ComposerAttachment, { uri, range }: Place): boolean {
  const lines = lineRangeOf(chip);
  const line = range.start.line + 1;
  return chip.uri === uri.toString() && lines !== undefined && lines.start <= line && line <= lines.end;
}
