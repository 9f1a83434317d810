import { visibleText } from '../../core/visibleText.ts';
import type { BlockFileView } from '../../protocol/code.ts';
import type { ReplyTarget } from '../../protocol/toPanel.ts';
import { t } from '../l10n.ts';

/** What the actions of a code block act on, if not all of it: whole lines, or text within one line. */
export type SelectedKind = 'lines' | 'text' | undefined;

/** Accessible names of the actions that can act on a part of a code block. */
interface CodeActionNames {
  copy: string;
  insert: string;
  replace: string;
  review: string;
}

export function codeActionNames(selected: SelectedKind): CodeActionNames {
  return {
    copy:
      selected === undefined
        ? t('Copy')
        : selected === 'lines'
          ? t('Copy Selected Lines')
          : t('Copy Selected Text'),
    insert: only(t('Insert at Cursor'), selected),
    replace: withSelected(t('Replace Selection'), selected),
    review: only(t('Review Change'), selected),
  };
}

interface TargetNames {
  name: string;
  /** Short form, without the folder. */
  label: string;
  /** Announced after success. */
  doneName: string;
}

/** Names of the action that replaces the lines asked about, or inserts there. */
export function targetNames(target: ReplyTarget, selected: SelectedKind): TargetNames {
  const { label, whole, doneName } = wholeBlockNames(target);
  const isInsertion = target.isPlace && !target.isOneOfSeveral;
  return { name: isInsertion ? only(whole, selected) : withSelected(whole, selected), label, doneName };
}

/** Names of the action that applies all of a block to the file that it is for. */
export function fileNames({ path, leadsTo, isChoice }: BlockFileView): TargetNames {
  const shown = visibleText(path);
  const file = nameOfPath(shown);
  const folder = shown.slice(0, Math.max(0, shown.length - file.length - 1));
  if (leadsTo === 'newFile') {
    const label = isChoice ? t('Create {0}…', file) : t('Create {0}', file);
    const name = isChoice || folder === '' ? label : t('Create {0} in {1}', file, folder);
    return { name, label, doneName: t('Opened {0}, not saved yet.', shown) };
  }
  const label = isChoice ? t('Apply to {0}…', file) : t('Apply to {0}', file);
  const name = isChoice || folder === '' ? label : t('Apply to {0} in {1}', file, folder);
  return { name, label, doneName: t('Review opened.') };
}

/** Without the folder. */
export function nameOfPath(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function wholeBlockNames({ file, startLine, endLine, isPlace, isOneOfSeveral }: ReplyTarget): {
  label: string;
  whole: string;
  doneName: string;
} {
  const name = visibleText(file);
  if (isOneOfSeveral) {
    const label = t('Replace lines…');
    return { label, whole: label, doneName: t('Replaced') };
  }
  if (isPlace) {
    return startLine === undefined
      ? {
          label: t('Insert at empty line'),
          whole: t('Insert at empty line of {0}', name),
          doneName: t('Inserted into {0}.', name),
        }
      : {
          label: t('Insert at line {0}', startLine),
          whole: t('Insert at line {0} of {1}', startLine, name),
          doneName: t('Inserted at line {0} of {1}.', startLine, name),
        };
  }
  if (startLine === undefined || endLine === undefined) {
    return {
      label: t('Replace lines'),
      whole: t('Replace lines of {0}', name),
      doneName: t('Replaced lines of {0}.', name),
    };
  }
  if (startLine === endLine) {
    return {
      label: t('Replace line {0}', startLine),
      whole: t('Replace line {0} of {1}', startLine, name),
      doneName: t('Replaced line {0} of {1}.', startLine, name),
    };
  }
  return {
    label: t('Replace lines {0}–{1}', startLine, endLine),
    whole: t('Replace lines {0}–{1} of {2}', startLine, endLine, name),
    doneName: t('Replaced lines {0}–{1} of {2}.', startLine, endLine, name),
  };
}

function withSelected(name: string, selected: SelectedKind): string {
  return selected === undefined
    ? name
    : selected === 'lines'
      ? t('{0} with Selected Lines', name)
      : t('{0} with Selected Text', name);
}

function only(name: string, selected: SelectedKind): string {
  return selected === undefined
    ? name
    : selected === 'lines'
      ? t('{0}: Selected Lines', name)
      : t('{0}: Selected Text', name);
}
