import * as z from 'zod/mini';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { blocksOf } from '../../markdown/codeBlocks.ts';
import { codeOf, isOpenCode } from '../../markdown/markdownBlocks.ts';
import { hashText } from '../records/checksum.ts';
import { idSchema } from '../records/recordSchema.ts';
import { type Losses, restoreText } from './exactText.ts';
import { MARKDOWN_FORMAT_VERSION } from './exportMarkdown.ts';
import { createPlainTurn, readHandwritten, speakerOf, trimBlankLines } from './handwrittenMarkdown.ts';
import { findTag, type Mark, readMark } from './marks.ts';
import {
  type ImportIssue,
  makeConsistent,
  type ParsedConversation,
  type PortableConversation,
  readTurn,
} from './portableConversation.ts';

const optional = z.exactOptional;
const count = z.number().check(z.int(), z.nonnegative());

const fileHeaderSchema = z.object({
  format: count,
  id: idSchema,
  title: optional(z.string()),
  model: optional(z.string()),
  pinned: optional(z.boolean()),
  workspace: optional(z.string()),
  heading: z.number(),
});

/**
 * Reads the conversation of a Markdown file. A file that `writeMarkdown` wrote gives the same conversation, with any
 * edits made to the file. In any other file, headings name the speakers.
 *
 * @param now ms since 1970, for turns without a time
 */
export function readMarkdown(file: string, speakers: Speakers, now: number): ParsedConversation {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const tag = findTag(file);
  const sections = tag === undefined ? [] : sectionsOf(tag, lines);
  const head = fileHeaderSchema.safeParse(sections[0]?.mark.data);
  if (!head.success) {
    const { turns, title, issues } = readHandwritten(lines, speakers, now);
    const id = `${hashText(file)}`;
    return turns.length === 0
      ? { issues: [{ kind: 'noTurns' }] }
      : { conversation: { id, turns, ...(title && { title }) }, issues, isHandwritten: true };
  }
  if (head.data.format > MARKDOWN_FORMAT_VERSION) {
    return { issues: [{ kind: 'newer', version: head.data.format }] };
  }
  const issues: ImportIssue[] = [];
  const turns = makeConsistent(turnsOf(sections.slice(1), speakers, now, issues));
  const conversation = { ...headerOf(sections[0]?.mark.heading ?? '', head.data), turns };
  return { conversation, issues };
}

function headerOf(
  heading: string,
  { id, title, model, pinned, workspace, heading: headingHash }: z.infer<typeof fileHeaderSchema>,
): Omit<PortableConversation, 'turns'> {
  const shown = heading.replace(/^#+/, '').trim();
  const finalTitle = hashText(shown) === headingHash ? title : shown.replaceAll('&lt;', '<');
  return {
    id,
    ...(finalTitle && { title: finalTitle }),
    ...omitUndefined({ model, pinned }),
    ...(workspace !== undefined && { workspace: { id: '', name: workspace } }),
  };
}

const lossesSchema: z.ZodMiniType<Losses> = z.object({
  end: optional(z.string()),
  crlf: optional(z.literal(true)),
  exact: optional(z.object({ checksum: count, patches: z.array(z.tuple([count, count, z.string()])) })),
});

/** Data of a mark. */
const markDataSchema = z.object({
  question: optional(z.looseObject({})),
  attachment: optional(z.looseObject({})),
  reply: optional(z.looseObject({})),
  losses: z._default(lossesSchema, {}),
  closedBy: optional(z.string()),
  end: optional(z.literal(true)),
});
type MarkData = z.infer<typeof markDataSchema>;

interface Section {
  mark: Mark;
  /** Line of the mark, from 1. */
  line: number;
  lines: string[];
}

function sectionsOf(tag: string, lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  lines.forEach((line, index) => {
    const mark = readMark(tag, line);
    if (mark !== undefined) {
      sections.push({ mark, line: index + 1, lines: [] });
    } else {
      sections.at(-1)?.lines.push(line);
    }
  });
  return sections;
}

/** A turn whose sections are still being read. */
interface TurnDraft {
  turn: Turn;
  markData: Pick<MarkData, 'losses' | 'closedBy'>;
  attachments: Attachment[];
  /** Parts of its text. */
  bodies: string[];
}

/**
 * Reads the turns of a file, in order. A damaged mark is an issue, and the text below it is kept: as a turn if the
 * heading names a speaker, otherwise as part of the previous turn.
 */
function turnsOf(
  sections: readonly Section[],
  speakers: Speakers,
  now: number,
  issues: ImportIssue[],
): Turn[] {
  const drafts: TurnDraft[] = [];
  let hasEnd = false;
  for (const { mark, line, lines } of sections) {
    const markData = markDataSchema.safeParse(mark.data).data;
    const turn = markData && parseTurn(markData);
    const last = drafts.at(-1);
    const attachment = markData && parseAttachment(markData);
    const body = bodyOf(lines);
    if (markData?.end === true) {
      hasEnd = true;
      last?.bodies.push(body);
    } else if (markData !== undefined && turn !== undefined) {
      drafts.push({ turn, markData, attachments: [], bodies: [body] });
    } else if (markData !== undefined && attachment !== undefined && last?.turn.kind === 'user') {
      const { code, rest } = splitFence(lines);
      if (code === undefined) {
        issues.push({ kind: 'noFence', line });
      }
      last.attachments.push({ ...attachment, text: restoreText(code ?? '', markData.losses) });
      last.bodies.push(code === undefined ? trimBlankLines(rest) : bodyOf(rest));
    } else {
      issues.push({ kind: 'badMark', line });
      const speaker = speakerOf(mark.heading, speakers);
      if (speaker !== undefined || last === undefined) {
        const plainTurn = createPlainTurn(speaker ?? { kind: 'user' }, `line-${line}`, '', now);
        drafts.push({ turn: plainTurn, markData: { losses: {} }, attachments: [], bodies: [body] });
      } else {
        last.bodies.push(mark.heading, body);
      }
    }
  }
  if (!hasEnd) {
    issues.push({ kind: 'cutOff' });
  }
  return drafts.map(finishTurn);
}

function parseTurn({ question, reply }: MarkData): Turn | undefined {
  if (question !== undefined) {
    return readTurn({ ...question, kind: 'user', text: '', attachments: [] });
  }
  return reply && readTurn({ ...reply, kind: 'assistant', text: '' });
}

function parseAttachment({ attachment }: MarkData): Attachment | undefined {
  const turn =
    attachment &&
    readTurn({ kind: 'user', id: '-', at: 0, text: '', attachments: [{ ...attachment, text: '' }] });
  return turn?.kind === 'user' ? turn.attachments[0] : undefined;
}

function finishTurn({ turn, markData: { losses, closedBy }, attachments, bodies }: TurnDraft): Turn {
  const body = bodies.filter((piece) => piece.trim() !== '').join('\n\n');
  const trimmedBody = body.trimEnd();
  const withoutFence =
    closedBy !== undefined && trimmedBody.endsWith(`\n${closedBy}`)
      ? trimmedBody.slice(0, -closedBy.length)
      : trimmedBody;
  const text = restoreText(withoutFence, losses);
  return turn.kind === 'user' ? { ...turn, text, attachments } : { ...turn, text };
}

/** Drops the blank line after a heading. */
function bodyOf(lines: readonly string[]): string {
  return lines.slice(lines[0]?.trim() === '' ? 1 : 0).join('\n');
}

/** Splits off the code block at the start. */
function splitFence(lines: readonly string[]): { code?: string; rest: readonly string[] } {
  const text = `${lines.join('\n')}\n`;
  const [block] = blocksOf(text);
  return block?.type !== 'fence' || isOpenCode(block, text)
    ? { rest: lines }
    : { code: codeOf(block), rest: lines.slice(block.map?.[1]) };
}
