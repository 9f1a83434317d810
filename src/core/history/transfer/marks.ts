import { hashText } from '../records/checksum.ts';

/**
 * A comment at the end of a line that says what begins there. It starts with a tag that stands nowhere else in its
 * file, so that no text can be taken for one.
 */
export interface Mark {
  /** What stands before it in its line. */
  heading: string;
  data: unknown;
}

const TAG_PATTERN = /chat-[0-9a-f]{8}/g;
const MARK_PATTERN = /<!-- (chat-[0-9a-f]{8}) \{/;

/** The tag of a file: always the same for a conversation, unless one of its texts holds it. */
export function createTag(id: string, texts: Iterable<string>): string {
  const taken = new Set<string>();
  for (const text of texts) {
    for (const [tag] of text.matchAll(TAG_PATTERN)) {
      taken.add(tag);
    }
  }
  for (let attempt = 0; ; attempt++) {
    const tag = `chat-${hashText(`${attempt} ${id}`).toString(16).padStart(8, '0')}`;
    if (!taken.has(tag)) {
      return tag;
    }
  }
}

/** The tag of the first mark of a text; `undefined` where there is none. */
export function findTag(text: string): string | undefined {
  return MARK_PATTERN.exec(text)?.[1];
}

/** Signs that would end a comment, that no editor shows, or that turn the direction of what comes after them. */
const UNSAFE_PATTERN = /[<>\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|-(?=-)/g;

/** @param heading one line, which opens no comment */
export function writeMark(tag: string, heading: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    UNSAFE_PATTERN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${heading} <!-- ${tag} ${json} -->`.trimStart();
}

/** The mark of a line. `data` is `undefined` where a person has damaged it. */
export function readMark(tag: string, line: string): Mark | undefined {
  const start = line.indexOf(`<!-- ${tag} `);
  if (start === -1) {
    return undefined;
  }
  const end = line.lastIndexOf('-->');
  const json = line.slice(start + tag.length + 6, end);
  return { heading: line.slice(0, start).trim(), data: parseMarkData(json) };
}

function parseMarkData(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
