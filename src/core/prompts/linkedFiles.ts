/** More are not offered. */
const MAX_LINKED_FILES = 20;

/** Each part ends before what another one begins with, so that a text without an end is read in linear time. */
const MARKDOWN_LINK =
  /(?<!!)\[[^[\]\n]*\]\((?:<([^<>\n]+)>|([^\s()<>]+))(?: {1,3}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\)/g;
const FILE_REFERENCE = /(?<=^|[\s(])#file:(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'"]+))/g;
/** What stands behind a name in a sentence, and not in the middle of such characters. */
const TRAILING_PUNCTUATION = /(?<![.,;:!?)\]])[.,;:!?)\]]+$/;

/**
 * The files that a prompt names by Markdown links and `#file:`, as they are named there: paths relative to the prompt
 * or to the workspace, each once. Addresses, absolute paths and places within the prompt itself are none.
 */
export function linkedFiles(body: string): string[] {
  const found = [
    ...[...body.matchAll(MARKDOWN_LINK)].map((match) => ({
      at: match.index,
      path: pathOfLink(match[1] ?? match[2] ?? ''),
    })),
    ...[...body.matchAll(FILE_REFERENCE)].map((match) => ({
      at: match.index,
      path: match[1] ?? match[2] ?? (match[3] ?? '').replace(TRAILING_PUNCTUATION, ''),
    })),
  ];
  const paths = found.sort((a, b) => a.at - b.at).map(({ path }) => path);
  return [...new Set(paths.filter(isRelativePath))].slice(0, MAX_LINKED_FILES);
}

/** Without the place in the file, and as the file is called. */
function pathOfLink(target: string): string {
  const path = target.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isRelativePath(path: string): boolean {
  return path !== '' && !/^(?:[a-z][a-z0-9+.-]*:|[\\/~])/i.test(path);
}
