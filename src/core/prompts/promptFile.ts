/** What a `.prompt.md` file says. Of its front matter only what is shown is read. */
export interface PromptFile {
  name?: string;
  description?: string;
  /** What is to be typed behind the name. */
  argumentHint?: string;
  /** The text that the prompt stands for, with line feeds alone. */
  body: string;
}

/** A field at the left margin: what is indented belongs to one that nobody needs here, or to a text over several lines. */
const FIELD = /^([A-Za-z][\w-]*)\s*:(?:\s+(.*)|\s*)$/;
const FRONT_MATTER_DELIMITER = /^---\s*$/;
/** A longer line is none that anybody wrote. Characters. */
const MAX_LINE_CHARS = 1000;
/** A text over several lines, in YAML's two ways. */
const BLOCK_SCALAR = /^[|>][-+]?\d?\s*$/;

/**
 * Reads a prompt file. Tolerant: a front matter that isn't closed is text, a line in it that can't be read is left
 * out, and lists and the like are no values.
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

/** The lines that are further in than the field they follow, as one. */
function readBlockScalar(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^\S/.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** A value without its quotes or the comment behind it. */
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
