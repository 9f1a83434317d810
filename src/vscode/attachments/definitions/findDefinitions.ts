import * as vscode from 'vscode';
import { abortable } from '../../../base/abortable.ts';
import { mapConcurrently } from '../../../base/mapConcurrently.ts';
import { lineRangeOf } from '../../../core/attachments/attachment.ts';
import {
  chooseDefinitions,
  type DefinitionPlace,
  distanceBetween,
} from '../../../core/attachments/chooseDefinitions.ts';
import { namesInCode } from '../../../core/attachments/namesInCode.ts';
import { findAnchor } from '../../../core/editing/findAnchor.ts';
import { linesOf } from '../../../core/editing/textRange.ts';
import type { ComposerAttachment } from '../../composer/composerAttachment.ts';
import { displayPath } from '../../displayPath.ts';
import { fileOf, findCell } from '../../findCell.ts';
import { withTimeout } from '../../withTimeout.ts';
import { newAttachmentId } from '../kinds/captureResult.ts';
import { readChosen } from '../readingDoor.ts';
import { type Definition, declarationOf, uriOf } from './declaration.ts';
import { type TargetDocument, TargetDocuments } from './targetDocuments.ts';

/** Names that are looked up. */
const MAX_NAMES = 100;

/** Definitions of one name: a few overloads, not every class with such a method. */
const MAX_DEFINITIONS_OF_NAME = 10;

/** Definitions that are attached. */
const MAX_DEFINITIONS = 30;

/** Names that are looked up at a time, so that the editor's own requests don't wait long. */
const MAX_CONCURRENT = 4;

/** How long a language extension may take, in ms. It may not answer at all. */
export interface DefinitionLimits {
  /** For one name. */
  readonly nameMs: number;
  /** For a document that definitions are in. */
  readonly documentMs: number;
  /** For everything. */
  readonly allMs: number;
}

export const DEFINITION_LIMITS: DefinitionLimits = { nameMs: 4000, documentMs: 4000, allMs: 15_000 };

interface Options {
  /** What is attached already. */
  readonly attached: readonly ComposerAttachment[];
  readonly maxTokens: number;
  tokensOf(attachment: ComposerAttachment): number;
  readonly signal: AbortSignal;
  readonly limits: DefinitionLimits;
}

export interface FoundDefinitions {
  readonly definitions: readonly ComposerAttachment[];
  readonly tokens: number;
  /** Number of those that don't fit. */
  readonly leftOut: number;
  /** Number of those that are attached already. */
  readonly attached: number;
  readonly names: number;
  /** Number of names that were not looked up: too many, or no answer in time. */
  readonly unanswered: number;
}

/** A use of a name in a selection. */
interface Use {
  readonly name: string;
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly selection: vscode.Range;
}

interface Place extends DefinitionPlace {
  readonly target: TargetDocument;
  /** The first line below the comments. */
  readonly declared: number;
}

/**
 * Finds the definitions in the workspace of the names that selections refer to. Returns `undefined` if none of the
 * selections is still where it was.
 */
export async function findDefinitions(
  selections: readonly ComposerAttachment[],
  { attached, maxTokens, tokensOf, signal, limits }: Options,
): Promise<FoundDefinitions | undefined> {
  const located = await Promise.all(
    selections.map((one) => withTimeout(limits.documentMs, locate(one), undefined)),
  );
  const found = located.filter((one) => one !== undefined);
  if (found.length === 0) {
    return undefined;
  }
  const { uses, omitted } = usesIn(found);
  const until = AbortSignal.any([signal, AbortSignal.timeout(limits.allMs)]);
  const answers = await mapConcurrently(uses, MAX_CONCURRENT, (use) =>
    definitionsOf(use, until, limits.nameMs),
  );
  const documents = new TargetDocuments(limits.documentMs);
  const tasks = uses.flatMap((use, index) =>
    (answers[index] ?? []).slice(0, MAX_DEFINITIONS_OF_NAME).map((definition) => ({ use, definition })),
  );
  const places = await mapConcurrently(tasks, MAX_CONCURRENT, ({ use, definition }) =>
    abortable(placeOf(definition, use, documents), until).catch(() => undefined),
  );
  const outside = places.filter((place) => place !== undefined);
  const others = outside.filter((place) => !attached.some((one) => contains(one, place)));
  const unique = [
    ...new Map(others.map((place) => [`${place.start} ${place.end} ${place.uri}`, place])).values(),
  ];
  const { chosen, tokens, leftOut } = chooseDefinitions(unique, {
    maxTokens,
    maxCount: MAX_DEFINITIONS,
    tokensOf: (place) => tokensOf(toAttachment(place)),
  });
  return {
    definitions: chosen.map(toAttachment),
    tokens,
    leftOut,
    attached: outside.length - others.length,
    names: uses.length + omitted,
    unanswered: omitted + answers.filter((answer) => answer === undefined).length,
  };
}

/** Where a selection is now. `undefined` if that is uncertain, or its document can't be read without asking. */
async function locate({
  uri = '',
  text,
  anchor,
  startLine = 1,
}: ComposerAttachment): Promise<{ document: vscode.TextDocument; range: vscode.Range } | undefined> {
  const parsed = vscode.Uri.parse(uri);
  const readable = await readChosen(fileOf(parsed));
  if (readable === undefined || 'error' in readable) {
    return undefined;
  }
  const document = findCell(parsed)?.document ?? (await readable.openDocument());
  if ('error' in document) {
    return undefined;
  }
  const start = document.validatePosition(new vscode.Position(startLine - 1, anchor?.startCharacter ?? 0));
  const end = document.positionAt(document.offsetAt(start) + text.length);
  const range = new vscode.Range(start, end);
  if (document.getText(range) === text) {
    return { document, range };
  }
  const found = anchor && findAnchor(linesOf(document.getText()), text, anchor);
  if (found === undefined || 'error' in found) {
    return undefined;
  }
  const place = found.range;
  return {
    document,
    range: new vscode.Range(place.start.line, place.start.character, place.end.line, place.end.character),
  };
}

/** The names in all selections, each once per document. */
function usesIn(selections: readonly { document: vscode.TextDocument; range: vscode.Range }[]): {
  uses: Use[];
  omitted: number;
} {
  const uses = new Map<string, Use>();
  let omitted = 0;
  for (const { document, range } of selections) {
    const found = namesInCode(document.getText(range), document.languageId, MAX_NAMES);
    omitted += found.omitted;
    const start = document.offsetAt(range.start);
    for (const { name, offset } of found.names) {
      const key = `${name} ${document.uri.toString()}`;
      const position = document.positionAt(start + offset);
      uses.set(key, uses.get(key) ?? { name, document, position, selection: range });
    }
  }
  const all = [...uses.values()];
  return { uses: all.slice(0, MAX_NAMES), omitted: omitted + Math.max(0, all.length - MAX_NAMES) };
}

/** Returns `undefined` if there is no answer in time. */
async function definitionsOf(
  { document, position }: Use,
  signal: AbortSignal,
  limitMs: number,
): Promise<readonly Definition[] | undefined> {
  if (signal.aborted) {
    return undefined;
  }
  const answer = vscode.commands.executeCommand<readonly Definition[] | undefined>(
    'vscode.executeDefinitionProvider',
    document.uri,
    position,
  );
  const orNothing = Promise.resolve(answer).then((definitions) => definitions ?? []);
  return withTimeout(limitMs, abortable(orNothing, signal), undefined);
}

/** Returns `undefined` for what is in the selection itself, or must not be attached. */
async function placeOf(
  definition: Definition,
  { name, document: source, selection }: Use,
  documents: TargetDocuments,
): Promise<Place | undefined> {
  const target = await documents.open(uriOf(definition));
  const declaration = target && declarationOf(definition, name, target);
  if (target === undefined || declaration === undefined) {
    return undefined;
  }
  const { document } = target;
  const isSelected = document === source && selection.contains(declaration.range);
  const { start, end } = declaration;
  return isSelected || textOf({ target, start, end }).trim() === ''
    ? undefined
    : {
        name: declaration.name,
        uri: document.uri.toString(),
        start,
        end,
        declared: declaration.range.start.line,
        distance: distanceBetween(source.uri.path, document.uri.path),
        target,
      };
}

function textOf({ target, start, end }: Pick<Place, 'target' | 'start' | 'end'>): string {
  return target.lines.slice(start, end + 1).join('\n');
}

/** Whether an attachment contains all of a definition. */
function contains(attachment: ComposerAttachment, { uri, target, declared, end }: Place): boolean {
  const { kind, leftOutLines } = attachment;
  if (leftOutLines !== undefined) {
    return false;
  }
  const lines = lineRangeOf(attachment);
  return lines === undefined
    ? kind === 'file' && attachment.uri === fileOf(target.document.uri).toString()
    : attachment.uri === uri && lines.start - 1 <= declared && lines.end - 1 >= end;
}

function toAttachment(place: Place): ComposerAttachment {
  const { name, uri, start, end, target } = place;
  return {
    id: newAttachmentId(),
    kind: 'symbol',
    path: displayPath(target.document.uri),
    languageId: target.document.languageId,
    startLine: start + 1,
    endLine: end + 1,
    symbol: name,
    text: textOf(place),
    uri,
  };
}
