/** Maximum size of a record of an imported conversation, in bytes. Larger ones would take seconds at each reading. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** More than a number, a name with its quotes, or what replaces a value that can't be read takes as JSON. */
const VALUE_BYTES = 64;

/** More than the fields of every record take, and the id of the turn before. */
const HEADER_BYTES = 2048;

/** Below this depth are no values that end up in a record. */
const MAX_DEPTH = 8;

const encoder = new TextEncoder();

/**
 * The maximum size of a record that is made of a value from a JSON file, in bytes. Each value counts for 64 bytes at
 * least, so that a limit for the size limits the number of values, too.
 */
export function sizeInRecord(value: unknown): number {
  return HEADER_BYTES + sizeOf(value, MAX_DEPTH);
}

function sizeOf(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    return VALUE_BYTES + encoder.encode(JSON.stringify(value)).length;
  }
  if (typeof value !== 'object' || value === null || depth === 0) {
    return VALUE_BYTES;
  }
  let size = VALUE_BYTES;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    size += sizeOf(item, depth - 1);
  }
  return size;
}
