// What is not closed reaches to the end of the text, so that it is read once.
const STRING_OR_COMMENT = /"[^"\\]*(?:\\.[^"\\]*)*"?|\/\/[^\n]*|\/\*.*?(?:\*\/|$)/gs;
const STRING_OR_TRAILING_COMMA = /"[^"\\]*(?:\\.[^"\\]*)*"?|,(?=\s*[}\]])/gs;

/** Removes matches that are not strings, so that slashes and commas inside strings stay. */
function keepStrings(part: string): string {
  return part.startsWith('"') ? part : '';
}

/**
 * Parses JSON as in VS Code's own files, with comments, trailing commas and a byte order mark. Throws a SyntaxError
 * for anything else.
 */
export function parseJsonWithComments(text: string): unknown {
  try {
    // Most large files are plain JSON.
    return JSON.parse(text);
  } catch {
    const plain = text
      .replace(/^\uFEFF/, '')
      .replace(STRING_OR_COMMENT, keepStrings)
      .replace(STRING_OR_TRAILING_COMMA, keepStrings);
    return JSON.parse(plain);
  }
}
