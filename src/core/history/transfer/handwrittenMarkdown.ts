import type { Turn } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { blocksOf } from '../../markdown/codeBlocks.ts';
import type { ImportIssue } from './portableConversation.ts';

/** The speaker that a heading names. */
interface Speaker {
  kind: Turn['kind'];
  model?: string;
}

const USER_NAMES = ['you', 'user', 'me', 'human', 'question', 'prompt'];
const ASSISTANT_NAMES = ['assistant', 'reply', 'answer', 'response', 'model', 'ai', 'bot'];

const SPEAKER_PATTERN = /^([^(·:]*)(?:\(([^()]*)\))?/;
/** Maximum length of a speaker's heading, in UTF-16 code units. A longer heading is part of a text. */
const MAX_SPEAKER_CHARS = 300;

/** A heading outside of code, lists and quotes. */
interface Heading {
  text: string;
  /** `h1` to `h6`. */
  tag: string;
  /** First line and the line after the last, from 0. */
  start: number;
  end: number;
}

/** Finds the headings of a Markdown text, in order. */
function headingsOf(text: string): Heading[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ type, level, tag, map }, index) =>
    type === 'heading_open' && level === 0 && map
      ? [{ text: blocks[index + 1]?.content ?? '', tag, start: map[0], end: map[1] }]
      : [],
  );
}

/** Returns the speaker named by a heading line such as `## Assistant (assistant-haiku)`, if any. */
export function speakerOf(line: string, speakers: Speakers): Speaker | undefined {
  const [heading] = headingsOf(line);
  return heading && speakerOfHeading(heading, speakers);
}

function speakerOfHeading({ text }: Heading, speakers: Speakers): Speaker | undefined {
  if (text.length > MAX_SPEAKER_CHARS) {
    return undefined;
  }
  const [, name = '', model = ''] = SPEAKER_PATTERN.exec(text.replaceAll('*', '')) ?? [];
  const speakerName = name.trim().toLowerCase();
  if (USER_NAMES.includes(speakerName) || speakerName === speakers.user.toLowerCase()) {
    return { kind: 'user' };
  }
  if (ASSISTANT_NAMES.includes(speakerName) || speakerName === speakers.assistant.toLowerCase()) {
    return { kind: 'assistant', ...(model.trim() !== '' && { model: model.trim() }) };
  }
  return undefined;
}

/** Creates a turn of which only speaker and text are known. */
export function createPlainTurn({ kind, model = '' }: Speaker, id: string, text: string, at: number): Turn {
  return kind === 'user'
    ? { kind, id, text, attachments: [], at }
    : { kind, id, model, text, status: 'finished', startedAt: at, endedAt: at };
}

/** Reads the turns of a text written by hand, with headings that name the speakers. */
export function readHandwritten(
  lines: readonly string[],
  speakers: Speakers,
  now: number,
): { turns: Turn[]; title?: string; issues: ImportIssue[] } {
  const headings = headingsOf(lines.join('\n'));
  const speakerHeadings = headings.flatMap((heading) => {
    const speaker = speakerOfHeading(heading, speakers);
    return speaker === undefined ? [] : [{ ...heading, speaker }];
  });
  const turns = speakerHeadings.map(({ speaker, end }, index) =>
    createPlainTurn(
      speaker,
      `turn-${index + 1}`,
      trimBlankLines(lines.slice(end, speakerHeadings[index + 1]?.start)),
      now,
    ),
  );
  const firstTurnLine = speakerHeadings[0]?.start ?? lines.length;
  const title = headings.find(({ tag, start }) => tag === 'h1' && start < firstTurnLine);
  const unclaimedLine = lines
    .slice(0, firstTurnLine)
    .findIndex((line, index) => line.trim() !== '' && !(title && title.start <= index && index < title.end));
  return {
    turns,
    ...(title && { title: title.text }),
    issues: unclaimedLine === -1 ? [] : [{ kind: 'unclaimedText', line: unclaimedLine + 1 }],
  };
}

/** Joins lines without the blank lines at both ends. */
export function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
