import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
import type { Speakers } from '../../conversation/conversationText.ts';
import { checksum } from '../records/checksum.ts';
import { idSchema } from '../records/recordSchema.ts';
import { MARKDOWN_FORMAT } from './exportMarkdown.ts';
import { readHeadings } from './handwrittenMarkdown.ts';
import { tagIn } from './marks.ts';
import type { ConversationInFile, ImportProblem, PortableConversation } from './portable.ts';
import { consistent } from './portableSchema.ts';
import { sectionsOf, turnsOf } from './sections.ts';

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
