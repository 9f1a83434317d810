import * as vscode from 'vscode';
import { comparePositions, endOf, linesIn } from '../../core/editing/textRange.ts';
import type { OfferView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import { displayPath } from '../displayPath.ts';
import { fileOf } from '../findCell.ts';
import type { EditorSource, TargetEditor } from '../targetEditor.ts';
import { hasSelectedText } from './captureSelection.ts';
import type { AttachmentSource } from './kinds/attachmentSource.ts';

/** Throttle for following the editor's selection, in ms. */
const FOLLOW_DELAY_MS = 50;

interface OfferDeps {
  composer: Pick<Composer, 'attachments'>;
  targetEditor: TargetEditor;
  isCurrentFileOn(): boolean;
  /** Called shortly after the view may have changed. */
  onChanged(): void;
}

/**
 * What the panel offers to attach to the question: the editor's selection or, if that is blank, the current file. Until
 * it is taken, none of its text is kept.
 */
export class Offer implements vscode.Disposable {
  readonly #deps: OfferDeps;
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: OfferDeps) {
    this.#deps = deps;
    this.#listeners = vscode.Disposable.from(
      deps.targetEditor.onDidChange(() => this.#schedule()),
      vscode.window.onDidChangeTextEditorSelection(() => this.#schedule()),
    );
  }

  /** `undefined` if there is nothing to attach, or it is attached already. */
  get view(): OfferView | undefined {
    const { source } = this.#deps.targetEditor;
    if (source === undefined || this.#isAttached(source)) {
      return undefined;
    }
    const { document, selection } = source;
    const path = displayPath(document.uri);
    return hasSelectedText(source)
      ? { kind: 'selection', path, ...linesIn(selection) }
      : { kind: 'file', path };
  }

  /** What `view` describes. */
  get source(): AttachmentSource | undefined {
    const uri = this.#deps.targetEditor.source?.document.uri;
    const kind = this.view?.kind;
    return uri === undefined || kind === undefined
      ? undefined
      : kind === 'file'
        ? { kind, file: fileOf(uri) }
        : { kind };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#deps.onChanged();
    }, FOLLOW_DELAY_MS);
  }

  #isAttached(source: EditorSource): boolean {
    const { composer, isCurrentFileOn } = this.#deps;
    const { document, selection } = source;
    const isSelection = hasSelectedText(source);
    const uri = (isSelection ? document.uri : fileOf(document.uri)).toString();
    const attached = composer.attachments.filter((one) => one.uri === uri);
    return !isSelection
      ? isCurrentFileOn() || attached.some(({ kind }) => kind === 'file')
      : attached.some(
          ({ kind, version, startLine, text, anchor }) =>
            kind === 'selection' &&
            version === document.version &&
            startLine === selection.start.line + 1 &&
            anchor?.startCharacter === selection.start.character &&
            comparePositions(endOf(selection.start, text), selection.end) === 0,
        );
  }
}
