/** What the line of an opening fence says: a language, and sometimes a file. */
interface FenceInfo {
  /** As written, such as `ts`; empty when the line names none. */
  language: string;
  /** Empty when the line names none. */
  file: string;
}

const FILE_ATTRIBUTE = /(?:^|\s)(?:title|file|filename)=(?:"([^"]+)"|'([^']+)'|(\S+))/;
const FILE_NAME = /^[\w@.\-/]+\.\w+$/;

/** Reads `ts`, `ts:src/a.ts`, `ts src/a.ts` and `python title="a.py"`. */
export function parseInfoString(info: string): FenceInfo {
  const [first = '', second = ''] = info.split(/\s+/, 2);
  const colon = first.indexOf(':');
  const language = colon < 0 ? first : first.slice(0, colon);
  const named = FILE_ATTRIBUTE.exec(info);
  const file =
    named?.[1] ??
    named?.[2] ??
    named?.[3] ??
    [colon < 0 ? '' : first.slice(colon + 1), second].find(isFileName);
  return { language: language.includes('=') ? '' : language, file: file ?? '' };
}

function isFileName(word: string): boolean {
  return FILE_NAME.test(word);
}

/** What fences call code for a command line. Sessions, which show prompts and output too, are none of it. */
const SHELL_LANGUAGES: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'fish',
  'shell',
  'shellscript',
  'powershell',
  'pwsh',
  'ps1',
  'bat',
  'batch',
  'cmd',
]);

/** Whether a code block of this language is for a terminal. */
export function isShellLanguage(language: string): boolean {
  return SHELL_LANGUAGES.has(language.toLowerCase());
}
