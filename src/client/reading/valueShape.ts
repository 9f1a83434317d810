import { cutText } from '../../base/characterEnd.ts';

const MAX_SHAPE_CHARS = 600;
/** Levels of values in values. */
const MAX_DEPTH = 8;
/** Fields in all. */
const MAX_FIELDS = 60;

/** What a format calls its fields. Anything else may be text, such as the key of a map. */
const IDENTIFIER = /^[A-Za-z_$][\w$.-]{0,39}$/;

/**
 * Describes a JSON value without any text of it: `{model: string 8, done: boolean}`. A string, a list, and a key that
 * does not look like an identifier are their lengths. At most 600 characters, and the cost does not grow with the value.
 * @param mask hides the API key; a key that it changes is its length
 */
export function valueShape(value: unknown, mask: (text: string) => string): string {
  const nameOf = (key: string): string =>
    IDENTIFIER.test(key) && mask(key) === key ? key : `(${key.length})`;
  let fieldsLeft = MAX_FIELDS;
  const shapeOf = (part: unknown, depth: number): string => {
    if (typeof part === 'string') {
      return `string ${part.length}`;
    }
    if (typeof part !== 'object' || part === null) {
      return part === null ? 'null' : typeof part;
    }
    if (Array.isArray(part)) {
      return depth === 0 || part.length === 0
        ? `list ${part.length}`
        : `list ${part.length} of ${shapeOf(part[0], depth - 1)}`;
    }
    if (depth === 0) {
      return 'object';
    }
    const fields: string[] = [];
    for (const [key, field] of fieldsOf(part)) {
      if (fieldsLeft-- <= 0) {
        break;
      }
      fields.push(`${nameOf(key)}: ${shapeOf(field, depth - 1)}`);
    }
    return `{${fields.join(', ')}}`;
  };
  return cutText(shapeOf(value, MAX_DEPTH), MAX_SHAPE_CHARS);
}

/** Whether a value has text at any of the first levels. The `type` of an object is none. */
export function hasTextField(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value === 'string') {
    return value !== '';
  }
  return (
    typeof value === 'object' &&
    value !== null &&
    depth > 0 &&
    Object.entries(value).some(([key, field]) => key !== 'type' && hasTextField(field, depth - 1))
  );
}

function* fieldsOf(value: object): Generator<[key: string, field: unknown]> {
  for (const key in value) {
    yield [key, (value as Record<string, unknown>)[key]];
  }
}
