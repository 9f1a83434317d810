import { safePathSegments } from '../safePathSegments.ts';
import { LANGUAGES } from './languages.ts';

/*
 * The one rule for texts that name a file. Each place where a name can stand, such as an info string, only says which
 * part of it may be one, and what place it is: from that follows how much the text itself must look like a file.
 */

/** A file that a reply names, and perhaps a place in it. */
export interface NamedFile {
  /** As written; of a link, its address without escapes. */
  readonly text: string;
  /** With slashes, without `./` and the place. It is shown, compared and looked for, and may lead out of the workspace. */
  readonly path: string;
  /** Counted from 1. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** In the first line, counted from 1. */
  readonly column?: number;
  /** Its path may begin with a prefix such as `a/`. */
  readonly isInDiff?: true;
}

/** One whose path stays in the workspace. */
export interface FileReference extends NamedFile {
  /** The names of folders and the file, as `safePathSegments` gives them. */
  readonly segments: readonly string[];
}

/** Where a text stands that may name a file. */
type NamePlace =
  /** Nothing else can stand there, as in `file=…`. */
  | 'attribute'
  /** The header of a diff. */
  | 'diff'
  /** Behind a label such as `File:`. */
  | 'label'
  /** A word that stands alone, or where another could stand, or a title, which may say anything. */
  | 'word'
  /** Inline code, which counts only if there is such a file. */
  | 'code'
  /** The address of a link, which counts only if there is such a file. */
  | 'link';

/** Maximum length of a name. Longer than any that a person would read. */
const MAX_CHARS = 200;

/** `:12`, `:12:5`, `:10-20`, `#L12` and `#L10-L20` after a path. */
const PLACE =
  /(?::L?(\d{1,7})(?:[-–]L?(\d{1,7})|:(\d{1,7}))?|#L(\d{1,7})(?:C\d{1,7})?(?:-L?(\d{1,7})(?:C\d{1,7})?)?)$/;

/** `10:20:` before a path, as some editors have models write it. */
const PLACE_BEFORE = /^(\d{1,7}):(\d{1,7}):(?=.)/;

/** No spaces or operators, as commands and expressions have. Frameworks use brackets and `$` in the names of files. */
const PATH = /^(?:[A-Z]:\/)?[\p{L}\p{M}\p{N}_@.+\-$()[\]/]+$/iu;

const EXTENSION = /\.([a-z][a-z\d+]{0,9})$/i;

/**
 * Extensions without which a name such as `user.name` is rather an expression: those of languages, and a few of files
 * that programs have besides code.
 */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[...LANGUAGES].flatMap(([id, { otherNames }]) => [id, ...(otherNames?.split(' ') ?? [])]),
  ...'bib cfg cmake conf csproj csv ejs erl fbs fsproj hbs hrl ipynb j2 jsonl lock mdx nim nix prisma'.split(
    ' ',
  ),
  ...'rst sbt scala sln sty styl tfvars tsv txt vbproj wat xaml zig'.split(' '),
]);

/** Names of files that have no extension, or an unusual one. */
const KNOWN_NAME =
  /^(?:(?:Docker|Container|Make|GNUmake|Jenkins|Proc|Gem|Rake|Vagrant|Pod|Brew|Just|Caddy)file|Dockerfile\.[\w-]{1,20}|CODEOWNERS|go\.(?:mod|sum|work)|\.env(?:\.[\w-]{1,20})?|\.git(?:ignore|attributes|modules|keep)|\.(?:docker|npm|eslint|prettier)ignore|\.(?:npm|nvm|bash|zsh|babel|eslint|prettier)rc|\.(?:editorconfig|htaccess))$/;

/** What looks like a file in a folder, or a file, to all other rules. */
const OTHERS: readonly RegExp[] = [
  /^(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|edu|gov)\/)/i,
  /^\w[\w.+-]*@[a-z][\w-]*\.[\w.]+$/i,
  // Products.
  /^(?:[Nn]ode|[Nn]ext|[Nn]uxt|[Vv]ue|React|Express|Nest|[Tt]hree|[Dd]3|[Pp]5|Chart|Ember|Backbone|Alpine|Moment|Discord|Angular|Solid)\.js$/,
  // Methods.
  /^(?:req|res|resp|ctx|this|self|express|Response)\.(?:json|html|sql)$/,
  // Namespaces, such as `System.Text.Json`.
  /^(?:[A-Z]\w*\.)+[A-Z][a-z]{2,}$/,
  /^(?:process|import\.meta|Deno|Bun)\.env$/,
];

/** The prefixes of Git's settings, and of those who write a diff by hand. */
const DIFF_PREFIX = /^(?:[abciow]|old|new|orig|original|modified)$/;

/** Reads a text as the name of a file. Returns `undefined` if it isn't one, or not for certain. */
export function namedFile(text: string, place: NamePlace): NamedFile | undefined {
  if (text.length > MAX_CHARS) {
    return undefined;
  }
  const before = PLACE_BEFORE.exec(text);
  const after = before === null ? PLACE.exec(text) : null;
  const path = text
    .slice(before?.[0].length ?? 0, after?.index)
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  if (!isFile(path, place)) {
    return undefined;
  }
  const [start = 0, end = 0, column = 0] = [
    before?.[1] ?? after?.[1] ?? after?.[4],
    before?.[2] ?? after?.[2] ?? after?.[5],
    after?.[3],
  ].map((digits = '0') => Number(digits));
  return {
    text,
    path,
    ...(start > 0 && { lines: { start, end: Math.max(start, end) } }),
    ...(column > 0 && { column }),
    ...(place === 'diff' && { isInDiff: true }),
  };
}

/** The file that inline code names. Returns `undefined` for all other code, which is most of it. */
export function fileReferenceOf(code: string): FileReference | undefined {
  return withSegments(namedFile(code, 'code'));
}

/** The file that a link leads to. Its path may have spaces. */
export function linkedFileOf(href: string): FileReference | undefined {
  try {
    return withSegments(namedFile(decodeURIComponent(href), 'link'));
  } catch {
    return undefined;
  }
}

/** Whether it is worth searching for a file in all folders: a path without an extension may be words, as `and/or`. */
export function isSearchable({ segments }: FileReference): boolean {
  return EXTENSION.test(segments.at(-1) ?? '');
}

/** By which names a document may go. */
interface DocumentNames {
  /** Of its URI. */
  readonly path: string;
  /** As models read it. The names of workspace folders need not be those of their folders. */
  readonly shownPath?: string;
}

/**
 * Whether a name can mean a document: all of the name, or what remains without the prefix of a diff, is how the path ends.
 * The path of a document in a virtual workspace can be the shorter one. Case is ignored, since models and some systems do.
 */
export function isSameFile({ path, isInDiff }: NamedFile, document: DocumentNames): boolean {
  const named = partsOf(path);
  const isPrefixed = isInDiff === true && named.length > 1 && DIFF_PREFIX.test(named[0] ?? '');
  const [own, shown] = [partsOf(document.path), partsOf(document.shownPath ?? '')];
  return [named, ...(isPrefixed ? [named.slice(1)] : [])].some(
    (name) => isEndOf(name, own) || isEndOf(name, shown) || (own.length > 1 && isEndOf(own, name)),
  );
}

/** The longer one of two names, if the shorter one is its end. */
export function longerName(one: NamedFile, other: NamedFile): NamedFile | undefined {
  const [parts, others] = [one, other].map(({ path }) => pathParts(path));
  if (parts === undefined || others === undefined) {
    return undefined;
  }
  return isEndOf(others, parts) ? one : isEndOf(parts, others) ? other : undefined;
}

/** All parts, since a name that leads to a parent is another one. */
function pathParts(path: string): string[] {
  return path.normalize().toLowerCase().split('/');
}

/**
 * The names in the header of a diff without their prefixes, which differ before and after the change, or stand for a side
 * of it where there is only one. Returns `undefined` if they have none.
 */
export function withoutDiffPrefix(names: readonly NamedFile[]): NamedFile[] | undefined {
  const prefixes = names.map(({ path }) => path.slice(0, Math.max(0, path.indexOf('/'))));
  const [one, other] = names;
  const written = [one, other].find((plain) =>
    names.some(
      ({ path }, at) => path === `${prefixes[at]}/${plain?.path}` && DIFF_PREFIX.test(prefixes[at] ?? ''),
    ),
  );
  if (written !== undefined) {
    // Only one side has a prefix.
    return [written];
  }
  const isPrefixed = prefixes.every((prefix) => DIFF_PREFIX.test(prefix));
  const isCertain = names.length > 1 ? prefixes[0] !== prefixes[1] : /^[ab]$/.test(prefixes[0] ?? '');
  return isPrefixed && isCertain
    ? names.flatMap(({ path }) => namedFile(path.slice(path.indexOf('/') + 1), 'attribute') ?? [])
    : undefined;
}

function isEndOf(end: readonly string[], all: readonly string[]): boolean {
  const isPart = end.length > 0 && end.length <= all.length;
  return isPart && end.join('/') === all.slice(-end.length).join('/');
}

function partsOf(path: string): string[] {
  return path
    .normalize()
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}

function isFile(path: string, place: NamePlace): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hasFolder = name !== path;
  const extension = EXTENSION.exec(name)?.[1];
  const isKnown = KNOWN_NAME.test(name) || KNOWN_EXTENSIONS.has(extension?.toLowerCase() ?? ' ');
  switch (place) {
    case 'attribute':
    case 'diff':
      return name.trim() !== '';
    case 'label':
      return PATH.test(path) && (isKnown || extension !== undefined);
    case 'word':
      return (
        PATH.test(path) &&
        (isKnown || (hasFolder && extension !== undefined)) &&
        // Only an extension, such as `.ts`.
        (name !== `.${extension}` || KNOWN_NAME.test(name)) &&
        !OTHERS.some((other) => other.test(path))
      );
    case 'code':
      return PATH.test(path) && (hasFolder || (isKnown && !OTHERS.some((other) => other.test(path))));
    case 'link':
      return hasFolder || isKnown;
  }
}

function withSegments(file: NamedFile | undefined): FileReference | undefined {
  const segments = file && safePathSegments(file.path);
  return file && segments && { ...file, segments };
}
