import type { Turn } from '../conversation.ts';
import { FenceReader } from '../fence.ts';
import type { ImportProblem } from './portable.ts';

/** What a heading says of who speaks. */
interface Speaker {
  kind: Turn['kind'];
  model?: string;
}

const USER = ['you', 'user', 'me', 'human', 'question', 'prompt'];
const ASSISTANT = ['assistant', 'reply', 'answer', 'response', 'model', 'ai', 'bot'];

const HEADING = /^#{1,6}\s+(\S.*)$/;
const NAME = /^([^(·:]*)(?:\(([^()]*)\))?/;
/** UTF-16 units: a line that is longer is no heading of a speaker. */
const LONGEST = 300;

/** Who speaks under a heading, such as `## Assistant (assistant-haiku)`; `undefined` where it names nobody. */
export function speakerOf(line: string, words: { user: string; assistant: string }): Speaker | undefined {
  const text = line.length > LONGEST ? undefined : HEADING.exec(line)?.[1];
  const [, name = '', model = ''] = NAME.exec(text?.replaceAll('*', '') ?? '') ?? [];
  const said = name.trim().toLowerCase();
  if (USER.includes(said) || said === words.user.toLowerCase()) {
    return { kind: 'user' };
  }
  if (ASSISTANT.includes(said) || said === words.assistant.toLowerCase()) {
    return { kind: 'assistant', ...(model.trim() !== '' && { model: model.trim() }) };
  }
  return undefined;
}

/** A turn that nothing is known of but what a file shows. */
export function plainTurn({ kind, model = '' }: Speaker, id: string, text: string, at: number): Turn {
  return kind === 'user'
    ? { kind, id, text, attachments: [], at }
    : { kind, id, model, text, status: 'finished', startedAt: at, endedAt: at };
}

/** The turns of a text that somebody wrote by hand, with headings that say who speaks. */
export function readHeadings(
  lines: readonly string[],
  words: { user: string; assistant: string },
  now: number,
): { turns: Turn[]; title?: string; problems: ImportProblem[] } {
  const parts: { speaker: Speaker; lines: string[] }[] = [];
  const problems: ImportProblem[] = [];
  const fence = new FenceReader();
  let title: string | undefined;
  lines.forEach((line, index) => {
    const speaker = fence.open === undefined ? speakerOf(line, words) : undefined;
    fence.take(line);
    if (speaker !== undefined) {
      parts.push({ speaker, lines: [] });
    } else if (parts.length > 0) {
      parts.at(-1)?.lines.push(line);
    } else if (title === undefined && /^#\s/.test(line)) {
      title = line.slice(1).trim();
    } else if (line.trim() !== '' && problems.length === 0) {
      problems.push({ kind: 'unclaimedText', line: index + 1 });
    }
  });
  const turns = parts.map((part, index) =>
    plainTurn(part.speaker, `turn-${index + 1}`, withoutFrame(part.lines), now),
  );
  return { turns, ...(title !== undefined && { title }), problems };
}

/** Without the empty lines around it. */
export function withoutFrame(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
