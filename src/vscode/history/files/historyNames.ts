/** In lower case alone: some file systems take `A` and `a` for the same. */
const ID_SOURCE = '[0-9a-z][0-9a-z-]{0,63}';
const ID_PATTERN = new RegExp(`^${ID_SOURCE}$`);
const LOG_FILE_PATTERN = new RegExp(`^(${ID_SOURCE})~(${ID_SOURCE})\\.jsonl$`);
const SEGMENT_PATTERN = new RegExp(`^(${ID_SOURCE})~(${ID_SOURCE})~(\\d{1,9})\\.(\\d{1,9})\\.jsonl$`);
/** Nothing that leads to another folder, that some system reserves, or that a copy on its way is called. */
const ENTRY_NAME_PATTERN = /^(?!.*\.tmp$)[0-9a-z](?:[\w~-]|\.(?=[\w~-])){0,99}$/i;

/** What the name of a file tells. */
export interface ParsedFileName {
  name: string;
  conversation: string;
  writer: string;
}

/** A piece of such a file, where nothing can be appended. */
export interface ParsedSegmentName extends ParsedFileName {
  /** Counts the pieces of this writer and conversation. */
  number: number;
  /** A piece that grew is written anew under a higher one, and holds all that it held before. */
  version: number;
}

/** @returns the same id. Throws for one that is not fit to be part of a name: ids come from files too. */
export function validateId(id: string): string {
  if (!ID_PATTERN.test(id)) {
    throw new Error(`Not an id of the history: ${JSON.stringify(id.slice(0, 100))}`);
  }
  return id;
}

/** @returns the same name. Throws for one that no note and no cache may have. */
export function validateName(name: string): string {
  if (!ENTRY_NAME_PATTERN.test(name)) {
    throw new Error(`Not a name for a note or a cache: ${JSON.stringify(name.slice(0, 100))}`);
  }
  return name;
}

export function logFileName(conversation: string, writer: string): string {
  return `${validateId(conversation)}~${validateId(writer)}.jsonl`;
}

export function segmentName(conversation: string, writer: string, number: number, version: number): string {
  return `${validateId(conversation)}~${validateId(writer)}~${number}.${version}.jsonl`;
}

/** `undefined` for what is no file of the history: anything may lie in its folder. */
export function parseFileName(name: string): ParsedFileName | undefined {
  const [, conversation, writer] = LOG_FILE_PATTERN.exec(name) ?? [];
  return conversation !== undefined && writer !== undefined ? { name, conversation, writer } : undefined;
}

/** `undefined` for what is no segment of the history. */
export function parseSegmentName(name: string): ParsedSegmentName | undefined {
  const [, conversation, writer, number, version] = SEGMENT_PATTERN.exec(name) ?? [];
  return conversation !== undefined && writer !== undefined
    ? { name, conversation, writer, number: Number(number), version: Number(version) }
    : undefined;
}
