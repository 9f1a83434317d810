/** Maximum number of files offered for one prompt. */
const MAX_LINKED_FILES = 20;

/**
 * No two adjacent parts can match the same characters, so that matching takes linear time without a closing bracket
 * too.
 */
const MARKDOWN_LINK =
  /(?<!!)\[[^[\]\n]*\]\((?:<([^<>\n]+)>|([^\s()<>]+))(?: {1,3}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\)/g;
const FILE_REFERENCE = /(?<=^|[\s(])#file:(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'"]+))/g;
/** Punctuation after a name in a sentence. The lookbehind prevents matches that start inside a run of it. */
const TRAILING_PUNCTUATION = /(?<![.,;:!?)\]])[.,;:!?)\]]+$/;

/**
 * Paths of the files that a prompt links to with Markdown links and `#file:`, as written: relative to the prompt or
 * to the workspace, without duplicates. Excludes URLs, absolute paths and anchors within the prompt.
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

/** Removes query and fragment, and decodes percent-encoding. */
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
