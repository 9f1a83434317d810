/** Lower case only, since some file systems ignore case. */
const ID_SOURCE = '[0-9a-z][0-9a-z-]{0,63}';
const ID_PATTERN = new RegExp(`^${ID_SOURCE}$`);
const LOG_FILE_PATTERN = new RegExp(`^(${ID_SOURCE})~(${ID_SOURCE})\\.jsonl$`);
const SEGMENT_PATTERN = new RegExp(`^(${ID_SOURCE})~(${ID_SOURCE})~(\\d{1,9})\\.(\\d{1,9})\\.jsonl$`);
/** Excludes paths to other folders, names reserved by an operating system, and temporary files. */
const ENTRY_NAME_PATTERN = /^(?!.*\.tmp$)[0-9a-z](?:[\w~-]|\.(?=[\w~-])){0,99}$/i;

/** The parts of a file name. */
export interface ParsedFileName {
  name: string;
  conversation: string;
  writer: string;
}

/** The parts of a segment's name, used where files can't be appended to. */
export interface ParsedSegmentName extends ParsedFileName {
  /** Counts the segments of this writer and conversation. */
  number: number;
  /** A segment that grows is written again under the next version, with its previous content. */
  version: number;
}

/** Returns the id. Throws if it can't be part of a file name: ids also come from imported files. */
export function validateId(id: string): string {
  if (!ID_PATTERN.test(id)) {
    throw new Error(`Not an id of the history: ${JSON.stringify(id.slice(0, 100))}`);
  }
  return id;
}

/** Whether a cache or window state can have the name. */
export function isValidName(name: string): boolean {
  return ENTRY_NAME_PATTERN.test(name);
}

/** Returns the name. Throws if no cache or window state can have it. */
export function validateName(name: string): string {
  if (!isValidName(name)) {
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

/** Returns `undefined` for other files, which may also be in the folder. */
export function parseFileName(name: string): ParsedFileName | undefined {
  const [, conversation, writer] = LOG_FILE_PATTERN.exec(name) ?? [];
  return conversation !== undefined && writer !== undefined ? { name, conversation, writer } : undefined;
}

/** Returns `undefined` for other files. */
export function parseSegmentName(name: string): ParsedSegmentName | undefined {
  const [, conversation, writer, number, version] = SEGMENT_PATTERN.exec(name) ?? [];
  return conversation !== undefined && writer !== undefined
    ? { name, conversation, writer, number: Number(number), version: Number(version) }
    : undefined;
}
