import { COMMON_LANGUAGES, languageIdOf } from './languageId.ts';
import { hasTrait } from './languages.ts';

/** Content of a fence's info string: a language, sometimes a file, and sometimes text that belongs on the next line. */
interface FenceInfo {
  /** As written, such as `ts`; empty if there is none. */
  language: string;
  /** Empty if there is none. */
  file: string;
  /** What is neither of them nor an attribute. */
  text: string;
}

const FILE_ATTRIBUTE = /(?:^|\s)(?:title|file|filename)=(?:"([^"]+)"|'([^']+)'|(\S+))/;
/** An attribute, such as `{1,3}` and `linenums="1"`. */
const ATTRIBUTE = /\{[^{}]*\}|(?<![\w-])[\w-]+=(?:"[^"]*"|'[^']*'|\S+)/g;
const FILE_NAME = /^[\w@.\-/]+\.\w+$/;

/** Parses `ts`, `ts:src/a.ts`, `ts src/a.ts` and `python title="a.py"`. */
export function parseInfoString(info: string): FenceInfo {
  const [first = '', second = ''] = info.split(/\s+/, 2);
  const colon = first.indexOf(':');
  const afterColon = colon < 0 ? '' : first.slice(colon + 1);
  // What follows tells how to show or check the code, as in `rust,ignore` and `ts{1,3}`.
  const name = (colon < 0 ? first : first.slice(0, colon)).replace(/[,{].*$/s, '');
  const language = name.includes('=') ? '' : name;
  const attribute = FILE_ATTRIBUTE.exec(info);
  const word = [afterColon, second].find(isFileName);
  const file = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? word ?? '';
  const others = [afterColon, ...info.slice(language === '' ? 0 : first.length).split(/\s+/)];
  const text = others
    .filter((other) => other !== word)
    .join(' ')
    .replaceAll(ATTRIBUTE, '')
    .trim();
  return { language, file, text };
}

function isFileName(word: string): boolean {
  return FILE_NAME.test(word);
}

/** Whether a code block in this language is a diagram that VS Code's preview of Markdown may draw. */
export function isDiagramLanguage(language: string): boolean {
  return language.toLowerCase() === 'mermaid';
}

export function isMarkdownLanguage(language: string): boolean {
  return languageIdOf({ language, file: '' }, COMMON_LANGUAGES) === 'markdown';
}

/**
 * Whether a code block in this language contains shell commands. Terminal sessions, which contain prompts and output
 * too, have other languages.
 */
export function isShellLanguage(language: string): boolean {
  return hasTrait(languageIdOf({ language, file: '' }, COMMON_LANGUAGES) ?? '', 'shell');
}
