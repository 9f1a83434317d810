import type { IndentStyle } from '../indentation.ts';
import type { TextEdit, TextRange } from '../textRange.ts';
import type { RefusalReason, ReviewReason } from './decision.ts';

/** What was asked about, in a document that may have changed since. */
export interface AskedText {
  readonly range: TextRange;
  /** The text of the range that the model knew, with LF line ends. */
  readonly text: string;
  /** Whether the text of the range equals `text` only apart from indentation. */
  readonly ignoresIndentation: boolean;
}

export interface ReplacementTarget {
  /** The whole document. */
  readonly lines: readonly string[];
  /**
   * What was asked about. If nothing was, the place is told by what the code declares and repeats, and always reviewed
   * (`named`).
   */
  readonly asked?: AskedText;
  readonly path: string;
  /** As models read it. */
  readonly shownPath?: string;
  readonly languageId: string;
  /** The editor's settings, for a document that doesn't show how it is indented. */
  readonly style: IndentStyle;
}

export type ReplacementPlan =
  | {
      readonly kind: 'edits';
      readonly edits: readonly TextEdit[];
      readonly reviewReasons: readonly ReviewReason[];
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };
