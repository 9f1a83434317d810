import { lineRangeOf } from '../../core/attachments/attachment.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView, OfferView } from '../../protocol/attachments.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { basename, formatString } from '../format.ts';

/** Name of an attachment other than its path, if its kind has one. */
function ownNameOf({ kind, symbol }: AttachmentView, strings: PanelStrings): string | undefined {
  const names: Partial<Record<AttachmentView['kind'], string | undefined>> = {
    symbol,
    problems: strings.problems,
    diff: strings.gitChanges,
  };
  return names[kind];
}

/**
 * Names of attachments on their chips. Files of the same name in different folders have as many of these before their
 * name as tell them apart.
 */
export function formatAttachmentNames(
  attachments: readonly AttachmentView[],
  strings: PanelStrings,
): string[] {
  return attachments.map((attachment) => {
    const { kind, path } = attachment;
    const others = attachments.filter((other) => other.path !== path);
    const depths = [...path.split('/').keys()];
    const depth = depths.find((before) =>
      others.every((other) => tailOf(other, before) !== tailOf(attachment, before)),
    );
    const tail = tailOf(attachment, depth ?? 0);
    return ownNameOf(attachment, strings) ?? (kind === 'folder' ? `${tail}/` : tail);
  });
}

/** The end of a path, with this many folders. */
function tailOf({ path }: AttachmentView, folders: number): string {
  return path
    .replace(/\/$/, '')
    .split('/')
    .slice(-1 - folders)
    .join('/');
}

/** Lines such as `12–24`, if there are any. */
export function formatLineRange(view: AttachmentView | OfferView): string | undefined {
  const lines = lineRangeOf(view);
  return lines && (lines.start === lines.end ? String(lines.start) : `${lines.start}–${lines.end}`);
}

/** Text after the name on a chip: the lines, such as `12–24`, or the file that problems or changes belong to. */
export function formatAttachmentSuffix(attachment: AttachmentView): string | undefined {
  const belongsToPath = attachment.kind === 'problems' || attachment.kind === 'diff';
  return formatLineRange(attachment) ?? (belongsToPath ? basename(attachment.path) : undefined);
}

/** Says that secrets were redacted or lines left out. */
export function formatAttachmentChanges(
  { redacted = 0, leftOutLines = 0 }: AttachmentView,
  strings: PanelStrings,
): string[] {
  const { oneLineLeftOut, linesLeftOut } = strings;
  return [
    ...(redacted > 0 ? [strings.redacted] : []),
    ...(leftOutLines > 0
      ? [leftOutLines === 1 ? oneLineLeftOut : formatString(linesLeftOut, leftOutLines)]
      : []),
  ];
}

/** Says which lines may contain secrets, or `undefined` if none do. */
export function formatSecretLines(
  { secretLines = [] }: AttachmentView,
  strings: PanelStrings,
): string | undefined {
  const [first] = secretLines;
  if (first === undefined) {
    return undefined;
  }
  return secretLines.length === 1
    ? formatString(strings.secretLine, first)
    : formatString(strings.secretLines, secretLines.join(', '));
}

/** Size, possible secrets and changes. */
export function formatAttachmentDetails(attachment: AttachmentView, strings: PanelStrings): string[] {
  const { tokens } = attachment;
  const secrets = formatSecretLines(attachment, strings);
  return [
    ...(tokens === undefined ? [] : [formatString(strings.tokens, formatTokens(tokens))]),
    ...(secrets === undefined ? [] : [secrets]),
    ...formatAttachmentChanges(attachment, strings),
  ];
}

/** Everything that the chip shows, as text for the tooltip and for screen readers. */
export function formatAttachmentDescription(attachment: AttachmentView, strings: PanelStrings): string {
  const { path } = attachment;
  const names = [ownNameOf(attachment, strings), path].filter((name) => name !== undefined && name !== '');
  return [
    formatAttached(visibleText(names.join(', ')), lineRangeOf(attachment), strings),
    ...formatAttachmentDetails(attachment, strings),
  ].join(', ');
}

function formatAttached(name: string, lines: ReturnType<typeof lineRangeOf>, strings: PanelStrings): string {
  if (lines === undefined) {
    return formatString(strings.attachmentWithoutLines, name);
  }
  const { start, end } = lines;
  const lineText =
    start === end ? formatString(strings.line, start) : formatString(strings.lines, start, end);
  return formatString(strings.attachment, name, lineText);
}
