/** Code that came in a message: a fenced block, and what the line above it says about it. */
export interface SentCode {
  /** What follows the opening fence up to the first space; empty when nothing does. */
  language: string;
  code: string;
  /** From a line such as `src/duration.ts (typescript), lines 12-24:` above the fence. */
  path?: string;
  lines?: string;
}

export interface UserMessage {
  code: SentCode[];
  /** The text without the fenced blocks and the lines that name them. */
  question: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*)$/;
const HEADING = /^(.+) \([^()]+\), (lines? \d+(?:-\d+)?):$/;

function isClosingFence(line: string, fence: string): boolean {
  const found = FENCE.exec(line);
  const marker = found?.[1] ?? '';
  return found?.[2]?.trim() === '' && marker[0] === fence[0] && marker.length >= fence.length;
}

/** Takes the line that names a block off the end of the text before it. */
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

/** Tells the code of a message from its question. A fence that is never closed reaches to the end. */
export function parseUserMessage(text: string): UserMessage {
  const code: SentCode[] = [];
  const question: string[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) {
      question.push(line);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !isClosingFence(lines[end] ?? '', fence)) {
      end += 1;
    }
    const language = info.trim().split(/\s/)[0] ?? '';
    code.push({ language, code: lines.slice(at + 1, end).join('\n'), ...takeHeading(question) });
    at = end;
  }
  return { code, question: question.join('\n').trim() };
}
