/** In lower case alone: some file systems take `A` and `a` for the same. */
const ID = '[0-9a-z][0-9a-z-]{0,63}';
const ID_ONLY = new RegExp(`^${ID}$`);
const FILE = new RegExp(`^(${ID})~(${ID})\\.jsonl$`);
const SEGMENT = new RegExp(`^(${ID})~(${ID})~(\\d{1,9})\\.(\\d{1,9})\\.jsonl$`);
/** Nothing that leads to another folder, that some system reserves, or that a copy on its way is called. */
const KEPT = /^(?!.*\.tmp$)[0-9a-z](?:[\w~-]|\.(?=[\w~-])){0,99}$/i;

/** What the name of a file tells. */
export interface NamedFile {
  name: string;
  conversation: string;
  writer: string;
}

/** A piece of such a file, where nothing can be appended. */
export interface NamedSegment extends NamedFile {
  /** Counts the pieces of this writer and conversation. */
  number: number;
  /** A piece that grew is written anew under a higher one, and holds all that it held before. */
  version: number;
}

/** @returns the same id. Throws for one that is not fit to be part of a name: ids come from files too. */
export function checkedId(id: string): string {
  if (!ID_ONLY.test(id)) {
    throw new Error(`Not an id of the history: ${JSON.stringify(id.slice(0, 100))}`);
  }
  return id;
}

/** @returns the same name. Throws for one that no note and no cache may have. */
export function checkedName(name: string): string {
  if (!KEPT.test(name)) {
    throw new Error(`Not a name for a note or a cache: ${JSON.stringify(name.slice(0, 100))}`);
  }
  return name;
}

export function logFileName(conversation: string, writer: string): string {
  return `${checkedId(conversation)}~${checkedId(writer)}.jsonl`;
}

export function segmentName(conversation: string, writer: string, number: number, version: number): string {
  return `${checkedId(conversation)}~${checkedId(writer)}~${number}.${version}.jsonl`;
}

/** `undefined` for what is no file of the history: anything may lie in its folder. */
export function parseFileName(name: string): NamedFile | undefined {
  const [, conversation, writer] = FILE.exec(name) ?? [];
  return conversation !== undefined && writer !== undefined ? { name, conversation, writer } : undefined;
}

/** `undefined` for what is no segment of the history. */
export function parseSegmentName(name: string): NamedSegment | undefined {
  const [, conversation, writer, number, version] = SEGMENT.exec(name) ?? [];
  return conversation !== undefined && writer !== undefined
    ? { name, conversation, writer, number: Number(number), version: Number(version) }
    : undefined;
}
