/** How the target document indents, as its editor is set. */
export interface IndentStyle {
  insertSpaces: boolean;
  /** columns */
  tabSize: number;
}

const LEADING_WHITESPACE = /^[ \t]*/;

export function indentOf(line: string): string {
  return LEADING_WHITESPACE.exec(line)?.[0] ?? '';
}

/**
 * Code moved to another place: what all its lines share is taken off, tabs and spaces become what the target
 * uses, and every line but the first gets the indentation of the target line. The first line gets none: it
 * goes to where the cursor or the selection begins. Line ends are LF.
 */
export function reindent(code: string, targetIndent: string, style: IndentStyle): string {
  const lines = code.split(/\r\n|\r|\n/);
  const shared = sharedIndent(lines);
  const unit = indentUnit(lines, style);
  return lines
    .map((line, index) => {
      if (line.trim() === '') {
        return '';
      }
      const own = indentOf(line).slice(shared.length);
      const rest = line.slice(indentOf(line).length);
      return (index === 0 ? '' : targetIndent) + convertIndent(own, unit, style) + rest;
    })
    .join('\n');
}

function sharedIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  return indents.reduce((shared, indent) => {
    let length = 0;
    while (length < shared.length && shared[length] === indent[length]) {
      length++;
    }
    return shared.slice(0, length);
  }, indents[0] ?? '');
}

/** Spaces that make one level in the code: its smallest indentation, or the target's where it has none. */
function indentUnit(lines: readonly string[], style: IndentStyle): number {
  const widths = lines
    .map((line) => indentOf(line))
    .filter((indent) => indent !== '' && !indent.includes('\t'));
  return widths.length === 0 ? style.tabSize : Math.min(...widths.map((indent) => indent.length));
}

/** Spaces stay spaces where the target uses them: how wide a level is, is the code's own business. */
function convertIndent(indent: string, unit: number, style: IndentStyle): string {
  if (style.insertSpaces) {
    return indent.replaceAll('\t', ' '.repeat(style.tabSize));
  }
  const spaces = indent.replaceAll('\t', '').length;
  const tabs = indent.length - spaces + Math.floor(spaces / unit);
  return '\t'.repeat(tabs) + ' '.repeat(spaces % unit);
}
