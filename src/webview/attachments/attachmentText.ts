import { lineRangeOf } from '../../core/attachments/attachment.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView, OfferView } from '../../protocol/attachments.ts';
import { basename } from '../format.ts';
import { t } from '../l10n.ts';

/** Name of an attachment other than its path, if its kind has one. */
function ownNameOf({ kind, symbol, command }: AttachmentView): string | undefined {
  const names: Partial<Record<AttachmentView['kind'], string | undefined>> = {
    symbol,
    problems: symbol ?? t('Problems'),
    diff: t('Git Changes'),
    terminal: command && t('Last Command'),
  };
  return names[kind];
}

/**
 * Names of attachments on their chips. Files of the same name in different folders have as many of these before their
 * name as tell them apart.
 */
export function formatAttachmentNames(attachments: readonly AttachmentView[]): string[] {
  const tails = new Map(
    [...new Set(attachments.map(({ path }) => path))].map((path) => [path, tailsOf(path)]),
  );
  const counts = new Map<string, number>();
  for (const tail of [...tails.values()].flat()) {
    counts.set(tail, (counts.get(tail) ?? 0) + 1);
  }
  return attachments.map((attachment) => {
    const own = tails.get(attachment.path) ?? [];
    const tail = own.find((one) => counts.get(one) === 1) ?? own[0] ?? '';
    return ownNameOf(attachment) ?? (attachment.kind === 'folder' ? `${tail}/` : tail);
  });
}

/** The ends of a path, each with one folder more than the one before. */
function tailsOf(path: string): string[] {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.map((_, folders) => parts.slice(-1 - folders).join('/'));
}

/** Lines such as `12–24`, if there are any. */
export function formatLineRange(view: AttachmentView | OfferView): string | undefined {
  const lines = lineRangeOf(view);
  return lines && (lines.start === lines.end ? String(lines.start) : `${lines.start}–${lines.end}`);
}

/**
 * Text after the name on a chip: the file that problems or changes belong to, and the lines, such as `12–24`, also if they
 * are empty, or the exit code of a command.
 */
export function formatAttachmentSuffix(attachment: AttachmentView): string | undefined {
  const belongsToPath = attachment.kind === 'problems' || attachment.kind === 'diff';
  const parts = [
    belongsToPath ? basename(attachment.path) : formatExitCode(attachment),
    formatLineRange(attachment),
  ];
  const text = parts.filter((part) => part !== undefined).join(' ');
  return [...(text === '' ? [] : [text]), ...formatPlace(attachment)].join(' · ') || undefined;
}

/** Says that it is empty lines, a place to insert at. */
function formatPlace({ isPlace, startLine, endLine }: AttachmentView): string[] {
  return isPlace ? [startLine === endLine ? t('empty line') : t('empty lines')] : [];
}

function formatExitCode({ command }: AttachmentView): string | undefined {
  return command?.exitCode === undefined ? undefined : t('exit code {0}', command.exitCode);
}

/** Says that secrets were redacted or lines left out. */
export function formatAttachmentChanges({ redacted = 0, leftOutLines = 0 }: AttachmentView): string[] {
  return [
    ...(redacted > 0 ? [t('redacted')] : []),
    ...(leftOutLines > 0
      ? [leftOutLines === 1 ? t('1 line left out') : t('{0} lines left out', leftOutLines)]
      : []),
  ];
}

/** Says which lines may contain secrets, or `undefined` if none do. */
function formatSecretLines({ secretLines = [] }: AttachmentView): string | undefined {
  const [first] = secretLines;
  if (first === undefined) {
    return undefined;
  }
  return secretLines.length === 1
    ? t('may contain a secret on line {0}', first)
    : t('may contain secrets on lines {0}', secretLines.join(', '));
}

/** What a chip warns of: lines that may contain secrets, and why the attachment can't be read. */
export function formatAttachmentWarnings(attachment: AttachmentView): string[] {
  const { problem } = attachment;
  const secrets = formatSecretLines(attachment);
  return [
    ...(secrets === undefined ? [] : [secrets]),
    ...(problem === undefined ? [] : [visibleText(problem)]),
  ];
}

/** What is sent of a folder, size, warnings and changes. */
export function formatAttachmentDetails(attachment: AttachmentView): string[] {
  const { kind, tokens } = attachment;
  return [
    ...(kind === 'folder' ? [t('names of files only')] : []),
    ...formatPlace(attachment),
    ...(tokens === undefined ? [] : [t('about {0} tokens', formatTokens(tokens))]),
    ...formatAttachmentWarnings(attachment),
    ...formatAttachmentChanges(attachment),
  ];
}

/** Everything that the chip shows, as text for the tooltip and for screen readers. */
export function formatAttachmentDescription(attachment: AttachmentView): string {
  const { path } = attachment;
  const names = [ownNameOf(attachment), path, formatExitCode(attachment)].filter(
    (name) => name !== undefined && name !== '',
  );
  return [
    formatAttached(visibleText(names.join(', ')), lineRangeOf(attachment)),
    ...formatAttachmentDetails(attachment),
  ].join(', ');
}

function formatAttached(name: string, lines: ReturnType<typeof lineRangeOf>): string {
  if (lines === undefined) {
    return t('Attached: {0}', name);
  }
  const { start, end } = lines;
  const lineText = start === end ? t('line {0}', start) : t('lines {0}–{1}', start, end);
  return t('Attached: {0}, {1}', name, lineText);
}
