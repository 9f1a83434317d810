import { lineRangeOf } from '../../core/attachments/attachment.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView } from '../../protocol/attachments.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { basename, formatString } from '../format.ts';

/** What an attachment is called where it is not, or not only, called by its path. */
function ownNameOf({ kind, symbol }: AttachmentView, strings: PanelStrings): string | undefined {
  const names: Partial<Record<AttachmentView['kind'], string | undefined>> = {
    symbol,
    problems: strings.problems,
    diff: strings.gitChanges,
  };
  return names[kind];
}

/** What an attachment is called on its chip. */
export function formatAttachmentName(attachment: AttachmentView, strings: PanelStrings): string {
  const { kind, path } = attachment;
  const folder = `${basename(path.replace(/\/$/, ''))}/`;
  return ownNameOf(attachment, strings) ?? (kind === 'folder' ? folder : basename(path));
}

/** What stands behind the name in a chip: the lines as in `12–24`, or whose problems or changes they are. */
export function formatAttachmentSuffix(attachment: AttachmentView): string | undefined {
  const lines = lineRangeOf(attachment);
  if (lines !== undefined) {
    return lines.start === lines.end ? String(lines.start) : `${lines.start}–${lines.end}`;
  }
  const isOfOther = attachment.kind === 'problems' || attachment.kind === 'diff';
  return isOfOther ? basename(attachment.path) : undefined;
}

/** What was done to its text: that secrets were taken out, that lines are missing. */
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

/** That it may hold secrets, and in which of its lines. */
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

/** What is to be known of it besides what it is: size, secrets, changes. */
export function formatAttachmentDetails(attachment: AttachmentView, strings: PanelStrings): string[] {
  const { tokens } = attachment;
  const secrets = formatSecretLines(attachment, strings);
  return [
    ...(tokens === undefined ? [] : [formatString(strings.tokens, formatTokens(tokens))]),
    ...(secrets === undefined ? [] : [secrets]),
    ...formatAttachmentChanges(attachment, strings),
  ];
}

/** Everything that its chip shows, in words: for the tooltip, and for those who can't see it. */
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
  const where = start === end ? formatString(strings.line, start) : formatString(strings.lines, start, end);
  return formatString(strings.attachment, name, where);
}
