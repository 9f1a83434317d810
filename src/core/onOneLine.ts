const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Replaces line ends with a visible sign, so that a name stays on its line. */
export function onOneLine(text: string): string {
  return text.replaceAll(LINE_ENDS, '↵');
}
