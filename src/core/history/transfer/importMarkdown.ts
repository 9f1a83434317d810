import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { blocksOf } from '../../markdown/codeBlocks.ts';
import { codeOf, isOpenCode } from '../../markdown/markdownBlocks.ts';
import { checksum } from '../records/checksum.ts';
import { idSchema } from '../records/recordSchema.ts';
import { type Losses, restored } from './exactText.ts';
import { MARKDOWN_FORMAT } from './exportMarkdown.ts';
import { plainTurn, readHeadings, speakerOf, withoutFrame } from './handwrittenMarkdown.ts';
import { type Mark, readMark, tagIn } from './marks.ts';
import {
  type ConversationInFile,
  consistent,
  type ImportProblem,
  type PortableConversation,
  readTurn,
} from './portable.ts';

const optional = z.exactOptional;
const count = z.number().check(z.int(), z.nonnegative());

const headSchema = z.object({
  format: count,
  id: idSchema,
  title: optional(z.string()),
  model: optional(z.string()),
  pinned: optional(z.boolean()),
  workspace: optional(z.string()),
  heading: z.number(),
});

/**
 * The conversation of a Markdown file: one that `writeMarkdown` wrote, as it was but for what a person has changed
 * in it; else one whose headings say who speaks, as far as it can be told.
 *
 * @param now ms since 1970, for turns whose time nobody knows
 */
export function readMarkdown(file: string, words: Speakers, now: number): ConversationInFile {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const tag = tagIn(file);
  const sections = tag === undefined ? [] : sectionsOf(tag, lines);
  const head = headSchema.safeParse(sections[0]?.mark.data);
  if (!head.success) {
    const { turns, title, problems } = readHeadings(lines, words, now);
    const id = `${checksum(file)}`;
    return turns.length === 0
      ? { problems: [{ kind: 'noTurns' }] }
      : { conversation: { id, turns, ...(title && { title }) }, problems, isHandwritten: true };
  }
  if (head.data.format > MARKDOWN_FORMAT) {
    return { problems: [{ kind: 'newer', version: head.data.format }] };
  }
  const problems: ImportProblem[] = [];
  const turns = consistent(turnsOf(sections.slice(1), words, now, problems));
  const conversation = { ...headOf(sections[0]?.mark.heading ?? '', head.data), turns };
  return { conversation, problems };
}

function headOf(
  heading: string,
  { id, title, model, pinned, workspace, heading: sum }: z.infer<typeof headSchema>,
): Omit<PortableConversation, 'turns'> {
  const shown = heading.replace(/^#+/, '').trim();
  const own = checksum(shown) === sum ? title : shown.replaceAll('&lt;', '<');
  return {
    id,
    ...(own && { title: own }),
    ...defined({ model, pinned }),
    ...(workspace !== undefined && { workspace: { id: '', name: workspace } }),
  };
}

const lossesSchema: z.ZodMiniType<Losses> = z.object({
  end: optional(z.string()),
  crlf: optional(z.literal(true)),
  exact: optional(z.object({ checksum: count, patches: z.array(z.tuple([count, count, z.string()])) })),
});

/** What a mark has besides what it begins. */
const partSchema = z.object({
  question: optional(z.looseObject({})),
  attachment: optional(z.looseObject({})),
  reply: optional(z.looseObject({})),
  losses: z._default(lossesSchema, {}),
  closedBy: optional(z.string()),
  end: optional(z.literal(true)),
});
type Part = z.infer<typeof partSchema>;

/** A mark and the lines under it. */
interface Section {
  mark: Mark;
  /** Of the mark, from 1. */
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

/** A turn while it is put together. */
interface Draft {
  turn: Turn;
  part: Pick<Part, 'losses' | 'closedBy'>;
  attachments: Attachment[];
  /** The pieces of its text. */
  bodies: string[];
}

/**
 * The turns of a file, in their order. What a person has damaged is told, and its text is kept: where its heading says
 * who speaks as a turn, else with the turn before.
 */
function turnsOf(
  sections: readonly Section[],
  words: Speakers,
  now: number,
  problems: ImportProblem[],
): Turn[] {
  const drafts: Draft[] = [];
  let hasEnd = false;
  for (const { mark, line, lines } of sections) {
    const part = partSchema.safeParse(mark.data).data;
    const turn = part && begun(part);
    const last = drafts.at(-1);
    const attachment = part && attached(part);
    const body = bodyOf(lines);
    if (part?.end === true) {
      hasEnd = true;
      last?.bodies.push(body);
    } else if (part !== undefined && turn !== undefined) {
      drafts.push({ turn, part, attachments: [], bodies: [body] });
    } else if (part !== undefined && attachment !== undefined && last?.turn.kind === 'user') {
      const { code, rest } = takeFence(lines);
      if (code === undefined) {
        problems.push({ kind: 'noFence', line });
      }
      last.attachments.push({ ...attachment, text: restored(code ?? '', part.losses) });
      last.bodies.push(code === undefined ? withoutFrame(rest) : bodyOf(rest));
    } else {
      problems.push({ kind: 'badMark', line });
      const speaker = speakerOf(mark.heading, words);
      if (speaker !== undefined || last === undefined) {
        const plain = plainTurn(speaker ?? { kind: 'user' }, `line-${line}`, '', now);
        drafts.push({ turn: plain, part: { losses: {} }, attachments: [], bodies: [body] });
      } else {
        last.bodies.push(mark.heading, body);
      }
    }
  }
  if (!hasEnd) {
    problems.push({ kind: 'cutOff' });
  }
  return drafts.map(finished);
}

function begun({ question, reply }: Part): Turn | undefined {
  if (question !== undefined) {
    return readTurn({ ...question, kind: 'user', text: '', attachments: [] });
  }
  return reply && readTurn({ ...reply, kind: 'assistant', text: '' });
}

function attached({ attachment }: Part): Attachment | undefined {
  const turn =
    attachment &&
    readTurn({ kind: 'user', id: '-', at: 0, text: '', attachments: [{ ...attachment, text: '' }] });
  return turn?.kind === 'user' ? turn.attachments[0] : undefined;
}

function finished({ turn, part: { losses, closedBy }, attachments, bodies }: Draft): Turn {
  const body = bodies.filter((piece) => piece.trim() !== '').join('\n\n');
  const read = body.trimEnd();
  const open =
    closedBy !== undefined && read.endsWith(`\n${closedBy}`) ? read.slice(0, -closedBy.length) : read;
  const text = restored(open, losses);
  return turn.kind === 'user' ? { ...turn, text, attachments } : { ...turn, text };
}

/** Without the empty line between a heading and what is under it. */
function bodyOf(lines: readonly string[]): string {
  return lines.slice(lines[0]?.trim() === '' ? 1 : 0).join('\n');
}

/** The code of the fence that the lines begin with, and what comes after it. */
function takeFence(lines: readonly string[]): { code?: string; rest: readonly string[] } {
  const text = `${lines.join('\n')}\n`;
  const [block] = blocksOf(text);
  return block?.type !== 'fence' || isOpenCode(block, text)
    ? { rest: lines }
    : { code: codeOf(block), rest: lines.slice(block.map?.[1]) };
}
