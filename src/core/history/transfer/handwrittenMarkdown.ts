import type { Turn } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { blocksOf } from '../../markdown/codeBlocks.ts';
import type { ImportProblem } from './portable.ts';

/** What a heading says of who speaks. */
interface Speaker {
  kind: Turn['kind'];
  model?: string;
}

const USER = ['you', 'user', 'me', 'human', 'question', 'prompt'];
const ASSISTANT = ['assistant', 'reply', 'answer', 'response', 'model', 'ai', 'bot'];

const NAME = /^([^(·:]*)(?:\(([^()]*)\))?/;
/** Maximum length of a heading of a speaker, in UTF-16 units: a longer one says more than that. */
const MAX_LENGTH = 300;

/** A heading that is in no code, list or quotation. */
interface Heading {
  text: string;
  /** `h1` to `h6`. */
  tag: string;
  /** Its first line and the one after it, from 0. */
  start: number;
  end: number;
}

/** The headings of a Markdown text, in order. */
function headingsOf(text: string): Heading[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ type, level, tag, map }, index) =>
    type === 'heading_open' && level === 0 && map
      ? [{ text: blocks[index + 1]?.content ?? '', tag, start: map[0], end: map[1] }]
      : [],
  );
}

/** Who speaks under a line, such as `## Assistant (assistant-haiku)`; `undefined` where it names nobody or is no heading. */
export function speakerOf(line: string, words: Speakers): Speaker | undefined {
  const [heading] = headingsOf(line);
  return heading && speakerUnder(heading, words);
}

function speakerUnder({ text }: Heading, words: Speakers): Speaker | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  const [, name = '', model = ''] = NAME.exec(text.replaceAll('*', '')) ?? [];
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
  words: Speakers,
  now: number,
): { turns: Turn[]; title?: string; problems: ImportProblem[] } {
  const headings = headingsOf(lines.join('\n'));
  const spoken = headings.flatMap((heading) => {
    const speaker = speakerUnder(heading, words);
    return speaker === undefined ? [] : [{ ...heading, speaker }];
  });
  const turns = spoken.map(({ speaker, end }, index) =>
    plainTurn(speaker, `turn-${index + 1}`, withoutFrame(lines.slice(end, spoken[index + 1]?.start)), now),
  );
  const before = spoken[0]?.start ?? lines.length;
  const title = headings.find(({ tag, start }) => tag === 'h1' && start < before);
  const unclaimed = lines
    .slice(0, before)
    .findIndex((line, index) => line.trim() !== '' && !(title && title.start <= index && index < title.end));
  return {
    turns,
    ...(title && { title: title.text }),
    problems: unclaimed === -1 ? [] : [{ kind: 'unclaimedText', line: unclaimed + 1 }],
  };
}

/** Without the empty lines around it. */
export function withoutFrame(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
