/** A fenced code block in a message, with the data from the heading line above it. */
export interface SentCode {
  /** The first word of the info string; empty if there is none. */
  language: string;
  code: string;
  /** From a heading line such as `src/duration.ts (typescript), lines 12-24:`. */
  path?: string;
  lines?: string;
}

export interface UserMessage {
  code: SentCode[];
  /** The text without the code blocks and their heading lines. */
  question: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*)$/;
const HEADING = /^(.+) \([^()]+\), (lines? \d+(?:-\d+)?):$/;

function isClosingFence(line: string, fence: string): boolean {
  const found = FENCE.exec(line);
  const marker = found?.[1] ?? '';
  return found?.[2]?.trim() === '' && marker[0] === fence[0] && marker.length >= fence.length;
}

/** Removes the heading line of a block from the end of the text before it and parses it. */
function takeHeading(question: string[]): Pick<SentCode, 'path' | 'lines'> {
  const last = question.findLastIndex((line) => line.trim() !== '');
  const found = HEADING.exec(question[last] ?? '');
  const [, path, lines] = found ?? [];
  if (path === undefined || lines === undefined) {
    return {};
  }
  question.length = last;
  return { path, lines };
}

/** Separates the code of a message from its question. A fence that is never closed extends to the end. */
export function parseUserMessage(text: string): UserMessage {
  const code: SentCode[] = [];
  const question: string[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) {
      question.push(line);
      continue;
    }
    let end = index + 1;
    while (end < lines.length && !isClosingFence(lines[end] ?? '', fence)) {
      end += 1;
    }
    const language = info.trim().split(/\s/)[0] ?? '';
    code.push({ language, code: lines.slice(index + 1, end).join('\n'), ...takeHeading(question) });
    index = end;
  }
  return { code, question: question.join('\n').trim() };
}
