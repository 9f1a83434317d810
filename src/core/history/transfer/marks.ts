import { hashText } from '../records/checksum.ts';

/**
 * A comment at the end of a line with data about the section that starts there. Its tag appears nowhere else in the
 * file, so no text can be mistaken for a mark.
 */
export interface Mark {
  /** The text before the comment. */
  heading: string;
  data: unknown;
}

const TAG_PATTERN = /chat-[0-9a-f]{8}/g;
const MARK_PATTERN = /<!-- (chat-[0-9a-f]{8}) \{/;

/** Returns the tag for a file: always the same for a conversation, unless one of its texts contains it. */
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

/** Returns the tag of the first mark in a text. */
export function findTag(text: string): string | undefined {
  return MARK_PATTERN.exec(text)?.[1];
}

/** Characters that would end a comment, are invisible, or change the text direction. */
const UNSAFE_PATTERN = /[<>\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|-(?=-)/g;

/** @param heading a single line that opens no comment */
export function writeMark(tag: string, heading: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    UNSAFE_PATTERN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${heading} <!-- ${tag} ${json} -->`.trimStart();
}

/** Reads the mark of a line. `data` is `undefined` if the mark is damaged. */
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
