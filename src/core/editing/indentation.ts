import { indentOf } from '../code/indentOf.ts';

/** Indentation settings of the target editor. */
export interface IndentStyle {
  insertSpaces: boolean;
  /** Columns. */
  tabSize: number;
}

/**
 * Reindents code for another place: removes the indentation that all lines share, converts tabs and spaces to the
 * target's style, and adds the indentation of the target line to every line but the first, which starts at the cursor
 * or the selection. Returns LF line ends.
 */
export function reindent(code: string, targetIndent: string, style: IndentStyle): string {
  const lines = code.split(/\r\n|\r|\n/);
  const shared = sharedIndent(lines);
  const levelWidth = indentUnit(lines, style);
  return lines
    .map((line, index) => {
      if (line.trim() === '') {
        return '';
      }
      const indent = indentOf(line).slice(shared.length);
      const rest = line.slice(indentOf(line).length);
      return (index === 0 ? '' : targetIndent) + convertIndent(indent, levelWidth, style) + rest;
    })
    .join('\n');
}

/** The indentation that all lines with text share. */
export function sharedIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  return indents.reduce((shared, indent) => {
    let length = 0;
    while (length < shared.length && shared[length] === indent[length]) {
      length++;
    }
    return shared.slice(0, length);
  }, indents[0] ?? '');
}

/**
 * Number of spaces per level: the smallest indentation in the code, or the tab size of the target if the code has
 * none.
 */
function indentUnit(lines: readonly string[], style: IndentStyle): number {
  const widths = lines
    .map((line) => indentOf(line))
    .filter((indent) => indent !== '' && !indent.includes('\t'));
  // Not `Math.min(...)`, which takes only some 100,000 arguments.
  return widths.reduce((least, indent) => Math.min(least, indent.length), widths[0]?.length ?? style.tabSize);
}

/** If the target uses spaces, only tabs are converted: the code keeps the width of its levels. */
function convertIndent(indent: string, levelWidth: number, style: IndentStyle): string {
  if (style.insertSpaces) {
    return indent.replaceAll('\t', ' '.repeat(style.tabSize));
  }
  const spaces = indent.replaceAll('\t', '').length;
  const tabs = indent.length - spaces + Math.floor(spaces / levelWidth);
  return '\t'.repeat(tabs) + ' '.repeat(spaces % levelWidth);
}
