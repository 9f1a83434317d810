import type { Turn } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { blocksOf } from '../../markdown/codeBlocks.ts';
import type { ImportIssue } from './portableConversation.ts';

/** What a heading says of who speaks. */
interface Speaker {
  kind: Turn['kind'];
  model?: string;
}

const USER_NAMES = ['you', 'user', 'me', 'human', 'question', 'prompt'];
const ASSISTANT_NAMES = ['assistant', 'reply', 'answer', 'response', 'model', 'ai', 'bot'];

const SPEAKER_PATTERN = /^([^(·:]*)(?:\(([^()]*)\))?/;
/** Maximum length of a heading of a speaker, in UTF-16 units: a longer one says more than that. */
const MAX_SPEAKER_CHARS = 300;

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
  return heading && speakerOfHeading(heading, words);
}

function speakerOfHeading({ text }: Heading, words: Speakers): Speaker | undefined {
  if (text.length > MAX_SPEAKER_CHARS) {
    return undefined;
  }
  const [, name = '', model = ''] = SPEAKER_PATTERN.exec(text.replaceAll('*', '')) ?? [];
  const said = name.trim().toLowerCase();
  if (USER_NAMES.includes(said) || said === words.user.toLowerCase()) {
    return { kind: 'user' };
  }
  if (ASSISTANT_NAMES.includes(said) || said === words.assistant.toLowerCase()) {
    return { kind: 'assistant', ...(model.trim() !== '' && { model: model.trim() }) };
  }
  return undefined;
}

/** A turn that nothing is known of but what a file shows. */
export function createPlainTurn({ kind, model = '' }: Speaker, id: string, text: string, at: number): Turn {
  return kind === 'user'
    ? { kind, id, text, attachments: [], at }
    : { kind, id, model, text, status: 'finished', startedAt: at, endedAt: at };
}

/** The turns of a text that somebody wrote by hand, with headings that say who speaks. */
export function readHandwritten(
  lines: readonly string[],
  words: Speakers,
  now: number,
): { turns: Turn[]; title?: string; problems: ImportIssue[] } {
  const headings = headingsOf(lines.join('\n'));
  const spoken = headings.flatMap((heading) => {
    const speaker = speakerOfHeading(heading, words);
    return speaker === undefined ? [] : [{ ...heading, speaker }];
  });
  const turns = spoken.map(({ speaker, end }, index) =>
    createPlainTurn(
      speaker,
      `turn-${index + 1}`,
      trimBlankLines(lines.slice(end, spoken[index + 1]?.start)),
      now,
    ),
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
export function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
