/** Content of a `.prompt.md` file. Only the front matter fields that are shown are read. */
export interface PromptFile {
  name?: string;
  description?: string;
  /** What to type after the name. */
  argumentHint?: string;
  /** The text of the prompt, with LF line ends. */
  body: string;
}

/** A field at the left margin. Indented lines belong to a nested field, which is not read, or to a block scalar. */
const FIELD = /^([A-Za-z][\w-]*)\s*:(?:\s+(.*)|\s*)$/;
const FRONT_MATTER_DELIMITER = /^---\s*$/;
/** Maximum length of a line that is read, in UTF-16 units. Front matter written by hand has shorter lines. */
const MAX_LINE_CHARS = 1000;
/** The header of a YAML block scalar, literal or folded. */
const BLOCK_SCALAR = /^[|>][-+]?\d?\s*$/;

/**
 * Parses a prompt file. Tolerant: unclosed front matter is text, unreadable lines are skipped, and lists and maps
 * have no value.
 */
export function parsePromptFile(source: string): PromptFile {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const end = FRONT_MATTER_DELIMITER.test(lines[0] ?? '')
    ? lines.findIndex((line, at) => at > 0 && FRONT_MATTER_DELIMITER.test(line))
    : -1;
  const fields = end < 0 ? new Map<string, string>() : readFields(lines.slice(1, end));
  const [name, description, argumentHint] = ['name', 'description', 'argument-hint'].map((key) =>
    fields.get(key),
  );
  const body = lines.slice(end + 1).join('\n');
  return {
    ...(name && { name }),
    ...(description && { description }),
    ...(argumentHint && { argumentHint }),
    body: body.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd(),
  };
}

function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const [whole, key = '', value = ''] = line.length > MAX_LINE_CHARS ? [] : (FIELD.exec(line) ?? []);
    if (whole !== undefined && !fields.has(key)) {
      fields.set(key, BLOCK_SCALAR.test(value) ? readBlockScalar(lines.slice(at + 1)) : readScalar(value));
    }
  }
  return fields;
}

/** Joins the indented lines after a field. */
function readBlockScalar(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^\S/.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** A scalar without quotes or the comment after it. */
function readScalar(value: string): string {
  const [, double] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  if (double !== undefined) {
    return double.replace(/\\(["\\/])/g, '$1');
  }
  const [, single] = /^'((?:[^']|'')*)'/.exec(value) ?? [];
  if (single !== undefined) {
    return single.replaceAll("''", "'");
  }
  return value.replace(/(?:^|\s)#.*$/, '').trim();
}
