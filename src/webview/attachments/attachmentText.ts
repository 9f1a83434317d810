import { linesOf } from '../../core/attachments/attachment.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView } from '../../protocol/attachments.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { fileName, fill } from '../format.ts';

/** What an attachment is called where it is not, or not only, called by its path. */
function ownName({ kind, symbol }: AttachmentView, strings: PanelStrings): string | undefined {
  const names: Partial<Record<AttachmentView['kind'], string | undefined>> = {
    symbol,
    problems: strings.problems,
    diff: strings.gitChanges,
  };
  return names[kind];
}

/** What an attachment is called on its chip. */
export function shortName(attachment: AttachmentView, strings: PanelStrings): string {
  const { kind, path } = attachment;
  const folder = `${fileName(path.replace(/\/$/, ''))}/`;
  return ownName(attachment, strings) ?? (kind === 'folder' ? folder : fileName(path));
}

/** What stands behind the name in a chip: the lines as in `12–24`, or whose problems or changes they are. */
export function shortPlace(attachment: AttachmentView): string | undefined {
  const lines = linesOf(attachment);
  if (lines !== undefined) {
    return lines.start === lines.end ? String(lines.start) : `${lines.start}–${lines.end}`;
  }
  const isOfOther = attachment.kind === 'problems' || attachment.kind === 'diff';
  return isOfOther ? fileName(attachment.path) : undefined;
}

/** What was done to its text: that secrets were taken out, that lines are missing. */
export function changes({ redacted = 0, leftOutLines = 0 }: AttachmentView, strings: PanelStrings): string[] {
  const { oneLineLeftOut, linesLeftOut } = strings;
  return [
    ...(redacted > 0 ? [strings.redacted] : []),
    ...(leftOutLines > 0 ? [leftOutLines === 1 ? oneLineLeftOut : fill(linesLeftOut, leftOutLines)] : []),
  ];
}

/** That it may hold secrets, and in which of its lines. */
export function secretsText({ secrets = [] }: AttachmentView, strings: PanelStrings): string | undefined {
  const [first] = secrets;
  if (first === undefined) {
    return undefined;
  }
  return secrets.length === 1
    ? fill(strings.secretLine, first)
    : fill(strings.secretLines, secrets.join(', '));
}

/** What is to be known of it besides what it is: size, secrets, changes. */
export function facts(attachment: AttachmentView, strings: PanelStrings): string[] {
  const { tokens } = attachment;
  const secrets = secretsText(attachment, strings);
  return [
    ...(tokens === undefined ? [] : [fill(strings.tokens, formatTokens(tokens))]),
    ...(secrets === undefined ? [] : [secrets]),
    ...changes(attachment, strings),
  ];
}

/** Everything that its chip shows, in words: for the tooltip, and for those who can't see it. */
export function description(attachment: AttachmentView, strings: PanelStrings): string {
  const { path } = attachment;
  const names = [ownName(attachment, strings), path].filter((name) => name !== undefined && name !== '');
  return [
    attached(visibleText(names.join(', ')), linesOf(attachment), strings),
    ...facts(attachment, strings),
  ].join(', ');
}

function attached(name: string, lines: ReturnType<typeof linesOf>, strings: PanelStrings): string {
  if (lines === undefined) {
    return fill(strings.attachedWhole, name);
  }
  const { start, end } = lines;
  const where = start === end ? fill(strings.line, start) : fill(strings.lines, start, end);
  return fill(strings.attachment, name, where);
}
