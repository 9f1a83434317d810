/** Replaces what must not be sent or stored in a text. */
export type Redact = (text: string) => string;

/**
 * Properties with ids and words of a fixed set, by which stored values are read again. A secret that is a common word may
 * occur there by chance.
 */
const NOT_TEXT: ReadonlySet<string> = new Set([
  'alternativeTo',
  'conversation',
  'id',
  'kind',
  'languageId',
  'method',
  'status',
  'turn',
]);

/** Redacts every text in a value, at any depth, so that the result can be stored and read again. */
export function redactTexts<T>(value: T, redact: Redact): T;
export function redactTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') {
    return redact(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => redactTexts(item, redact));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          typeof item === 'string' && NOT_TEXT.has(name) ? item : redactTexts(item, redact),
        ]),
      )
    : value;
}
