import { LANGUAGES, languageOf } from './languages.ts';

/** A language as VS Code extensions declare it in `contributes.languages`. */
export interface LanguageInfo {
  id: string;
  /** Display names, such as `C++`. */
  aliases: readonly string[];
  /** With the dot, such as `.ts`. */
  extensions: readonly string[];
  /** Full names, such as `Dockerfile`. */
  filenames: readonly string[];
}

/**
 * Language id of a code block: from the language of its fence, as an id, alias or file extension, else from its file
 * name. Returns `undefined` if neither is known. If several languages match, the first is returned, since VS Code's
 * own come first.
 */
export function languageIdOf(
  { language, file }: { language: string; file: string },
  known: readonly LanguageInfo[],
): string | undefined {
  return (
    (language === '' ? undefined : idByName(language.toLowerCase(), known)) ??
    (file === '' ? undefined : idByFileName(file.toLowerCase(), known))
  );
}

function idByName(name: string, known: readonly LanguageInfo[]): string | undefined {
  const has = (values: readonly string[], value: string): boolean =>
    values.some((one) => one.toLowerCase() === value);
  return (
    known.find(({ id }) => id.toLowerCase() === name) ??
    known.find(({ aliases }) => has(aliases, name)) ??
    known.find(({ extensions }) => has(extensions, `.${name}`))
  )?.id;
}

function idByFileName(file: string, known: readonly LanguageInfo[]): string | undefined {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const byName = known.find(({ filenames }) => filenames.some((one) => one.toLowerCase() === name));
  // The longest extension is the most specific: `.d.ts` rather than `.ts`.
  const byExtension = known
    .flatMap(({ id, extensions }) => extensions.map((extension) => ({ id, extension })))
    .filter(({ extension }) => name.endsWith(extension.toLowerCase()))
    .reduce<{ id: string; extension: string } | undefined>(
      (best, one) => (best !== undefined && best.extension.length >= one.extension.length ? best : one),
      undefined,
    );
  return byName?.id ?? byExtension?.id;
}

/**
 * Describes a language from its id alone: in a web worker, the extension can't read the manifests of extensions that
 * run elsewhere.
 */
export function builtInLanguage(id: string): LanguageInfo {
  const { name, otherNames } = languageOf(id);
  return {
    id,
    aliases: name === undefined ? [] : [name],
    extensions: (otherNames?.split(' ') ?? []).map((other) => `.${other}`),
    // Such as `Dockerfile` and `Makefile`.
    filenames: [id],
  };
}

/** The languages of the table that have a name. */
export const COMMON_LANGUAGES: readonly LanguageInfo[] = [...LANGUAGES.keys()]
  .map(builtInLanguage)
  .filter(({ aliases }) => aliases.length > 0);

/** Display name of the language that a fence names, such as TypeScript for `ts`. An unknown one is returned unchanged. */
export function languageName(language: string): string {
  const id = languageIdOf({ language, file: '' }, COMMON_LANGUAGES);
  return languageOf(id ?? '').name ?? language;
}
