import { COMMON_LANGUAGES, languageIdOf } from './languageId.ts';
import { hasTrait } from './languages.ts';

/** Content of a fence's info string: a language, and sometimes a file. */
interface FenceInfo {
  /** As written, such as `ts`; empty if there is none. */
  language: string;
  /** Empty if there is none. */
  file: string;
}

const FILE_ATTRIBUTE = /(?:^|\s)(?:title|file|filename)=(?:"([^"]+)"|'([^']+)'|(\S+))/;
const FILE_NAME = /^[\w@.\-/]+\.\w+$/;

/** Parses `ts`, `ts:src/a.ts`, `ts src/a.ts` and `python title="a.py"`. */
export function parseInfoString(info: string): FenceInfo {
  const [first = '', second = ''] = info.split(/\s+/, 2);
  const colon = first.indexOf(':');
  // What follows tells how to show or check the code, as in `rust,ignore` and `ts{1,3}`.
  const language = (colon < 0 ? first : first.slice(0, colon)).replace(/[,{].*$/s, '');
  const attribute = FILE_ATTRIBUTE.exec(info);
  const file =
    attribute?.[1] ??
    attribute?.[2] ??
    attribute?.[3] ??
    [colon < 0 ? '' : first.slice(colon + 1), second].find(isFileName);
  return { language: language.includes('=') ? '' : language, file: file ?? '' };
}

function isFileName(word: string): boolean {
  return FILE_NAME.test(word);
}

/** Whether a code block in this language is a diagram that VS Code's preview of Markdown may draw. */
export function isDiagramLanguage(language: string): boolean {
  return language.toLowerCase() === 'mermaid';
}

/**
 * Whether a code block in this language contains shell commands. Terminal sessions, which contain prompts and output
 * too, have other languages.
 */
export function isShellLanguage(language: string): boolean {
  return hasTrait(languageIdOf({ language, file: '' }, COMMON_LANGUAGES) ?? '', 'shell');
}
