import { visibleText } from '../../core/visibleText.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import type { ReplyTarget } from '../../protocol/toPanel.ts';
import { formatString } from '../format.ts';

/** What the actions of a code block act on, if not all of it: whole lines, or text within one line. */
export type SelectedKind = 'lines' | 'text' | undefined;

/** Accessible names of the actions that can act on a part of a code block. */
interface CodeActionNames {
  copy: string;
  insert: string;
  replace: string;
  review: string;
}

export function codeActionNames(strings: PanelStrings, selected: SelectedKind): CodeActionNames {
  return {
    copy:
      selected === undefined
        ? strings.copy
        : selected === 'lines'
          ? strings.copySelectedLines
          : strings.copySelectedText,
    insert: only(strings, strings.insertAtCursor, selected),
    replace: withSelected(strings, strings.replaceSelection, selected),
    review: only(strings, strings.reviewChange, selected),
  };
}

interface TargetNames {
  name: string;
  /** Short form, part of the name. */
  label: string;
  /** Announced after success. */
  doneName: string;
}

/** Names of the action that replaces the lines asked about. */
export function targetNames(strings: PanelStrings, target: ReplyTarget, selected: SelectedKind): TargetNames {
  const { label, whole, doneName } = wholeBlockNames(strings, target);
  return { name: withSelected(strings, whole, selected), label, doneName };
}

function wholeBlockNames(
  strings: PanelStrings,
  { file, startLine, endLine, isOneOfSeveral }: ReplyTarget,
): { label: string; whole: string; doneName: string } {
  const name = visibleText(file);
  if (isOneOfSeveral) {
    const label = strings.replaceOneOfSeveral;
    return { label, whole: label, doneName: strings.replaced };
  }
  if (startLine === undefined || endLine === undefined) {
    return {
      label: strings.replaceUnknownLines,
      whole: formatString(strings.replaceUnknownLinesOf, name),
      doneName: formatString(strings.replacedUnknownLinesOf, name),
    };
  }
  if (startLine === endLine) {
    return {
      label: formatString(strings.replaceLine, startLine),
      whole: formatString(strings.replaceLineOf, startLine, name),
      doneName: formatString(strings.replacedLineOf, startLine, name),
    };
  }
  return {
    label: formatString(strings.replaceLines, startLine, endLine),
    whole: formatString(strings.replaceLinesOf, startLine, endLine, name),
    doneName: formatString(strings.replacedLinesOf, startLine, endLine, name),
  };
}

function withSelected(strings: PanelStrings, name: string, selected: SelectedKind): string {
  return selected === undefined
    ? name
    : formatString(selected === 'lines' ? strings.withSelectedLines : strings.withSelectedText, name);
}

function only(strings: PanelStrings, name: string, selected: SelectedKind): string {
  return selected === undefined
    ? name
    : formatString(selected === 'lines' ? strings.onlySelectedLines : strings.onlySelectedText, name);
}
