/** Content of a `.prompt.md` file. Only the front matter fields that are shown are read. */
export interface PromptFile {
  name?: string;
  description?: string;
  /** What to type after the name. */
  argumentHint?: string;
  /** The models that it names, the preferred one first. Those of other products are among them. */
  models?: readonly string[];
  /** The text of the prompt, with LF line ends. */
  body: string;
}

/** A field at the left margin. Indented lines belong to a nested field, which is not read, or to a block scalar. */
const FIELD = /^([A-Za-z][\w-]*)\s*:(?:\s+(\S.*)?)?$/s;
const FRONT_MATTER_DELIMITER = /^---\s*$/;
/** Maximum length of a line that is read, in UTF-16 units. Front matter written by hand has shorter lines. */
const MAX_LINE_CHARS = 1000;
/** The start of an entry in a list with an entry per line. */
const LIST_ENTRY = /^\s*-\s+/;
/** The header of a YAML block scalar, literal or folded. */
const BLOCK_SCALAR = /^[|>][-+]?\d?\s*$/;

/**
 * Parses a prompt file. Tolerant: unclosed front matter is text, unreadable lines are skipped, and lists and maps
 * have no value, except for the models.
 */
export function parsePromptFile(source: string): PromptFile {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const end = FRONT_MATTER_DELIMITER.test(lines[0] ?? '')
    ? lines.findIndex((line, at) => at > 0 && FRONT_MATTER_DELIMITER.test(line))
    : -1;
  const header = end < 0 ? [] : lines.slice(1, end);
  const fields = readFields(header);
  const models = readList(header, 'model', fields.get('model'));
  const [name, description, argumentHint] = ['name', 'description', 'argument-hint'].map((key) =>
    fields.get(key),
  );
  const body = lines.slice(end + 1).join('\n');
  return {
    ...(name && { name }),
    ...(description && { description }),
    ...(argumentHint && { argumentHint }),
    ...(models.length > 0 && { models }),
    body: body.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd(),
  };
}

function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const [whole, key = '', value = ''] = line.length > MAX_LINE_CHARS ? [] : (FIELD.exec(line) ?? []);
    if (whole !== undefined && !fields.has(key)) {
      fields.set(key, BLOCK_SCALAR.test(value) ? readBlockScalar(lines, at + 1) : readScalar(value));
    }
  }
  return fields;
}

/** A value that is a list, in brackets or with an entry per line, or a single entry. */
function readList(lines: readonly string[], field: string, scalar = ''): string[] {
  if (scalar === '') {
    const start = lines.findIndex((line) => FIELD.exec(line)?.[1] === field);
    const rest = start < 0 ? [] : lines.slice(start + 1);
    const end = rest.findIndex((line) => !LIST_ENTRY.test(line));
    return entriesOf(rest.slice(0, end < 0 ? rest.length : end).map((line) => line.replace(LIST_ENTRY, '')));
  }
  const [, inBrackets] = /^\[(.*)\]$/.exec(scalar) ?? [];
  return entriesOf(inBrackets?.split(',') ?? [scalar]);
}

function entriesOf(values: readonly string[]): string[] {
  return values.map((value) => readScalar(value.trim())).filter((value) => value !== '');
}

/** Joins the indented lines from `start` on. */
function readBlockScalar(lines: readonly string[], start: number): string {
  let end = start;
  while (end < lines.length && !/^\S/.test(lines[end] ?? '')) {
    end++;
  }
  return lines
    .slice(start, end)
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
  return value.replace(/(?:^|\s)#.*$/s, '').trim();
}
