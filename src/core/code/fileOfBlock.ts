import { blockLanguage, fileInTagAbove, isLanguageOfFile, isOutput, withoutLabels } from './blockLabel.ts';
import { longerName, type NamedFile, namedFile, withoutDiffPrefix } from './fileReference.ts';
import { isPatchLanguage, parseInfoString } from './infoString.ts';
import { fileNamedAbove } from './nameAbove.ts';
import { beginsWithSearch, type Hunk, type PatchedFile, parsePatch } from './patch.ts';

/** A code block of a reply, as `codeBlocksOf` gives it. */
export interface NamingBlock {
  readonly info: string;
  readonly code: string;
  /** The text between the block before and this one. */
  readonly above: string;
}

/** The file that a code block is for, by what it and the text around it say. */
export interface BlockFile {
  readonly file: NamedFile;
  /** The block says it itself. Otherwise, the name stands alone right above it. */
  readonly isOwn?: true;
}

/**
 * The file that a code block names: itself, or else alone in the text right above. Returns `undefined` if it names none,
 * several, or different ones in several places.
 */
export function fileOfBlock({ info, code, above }: NamingBlock): BlockFile | undefined {
  const lines = code.split('\n');
  const labeled = withoutLabels(lines, info);
  const patched = filesOfPatch(labeled.code, info);
  const { file: inInfo } = parseInfoString(info);
  const inTag = fileInTagAbove(above);
  const alone = fileNamedAbove(above);
  const isSearch = alone !== undefined && beginsWithSearch(labeled.code);
  const own = [
    ...(inInfo === undefined ? [] : [inInfo]),
    ...labeled.files,
    ...patched,
    ...(inTag !== undefined && (inInfo !== undefined || isLanguageOfFile(blockLanguage(info), inTag))
      ? [inTag]
      : []),
    ...(isSearch && patched.length === 0 ? [alone] : []),
  ];
  const [first, ...others] = own;
  if (first !== undefined) {
    const file = others.reduce<NamedFile | undefined>((one, other) => one && longerName(one, other), first);
    return file && labeled.isSeveral === undefined ? { file, isOwn: true } : undefined;
  }
  return alone !== undefined && isLanguageOfFile(blockLanguage(info), alone) ? { file: alone } : undefined;
}

/** The code of a block without what only says for which file it is. */
export function codeOfBlock({ info, code }: Pick<NamingBlock, 'info' | 'code'>): string {
  return withoutLabels(code.split('\n'), info).code.join('\n');
}

/** The files of a patch, each once for each header. */
function filesOfPatch(code: readonly string[], info: string): NamedFile[] {
  const hunks: readonly Hunk[] | undefined = isOutput(info)
    ? undefined
    : parsePatch(code, isPatchLanguage(parseInfoString(info).language));
  const files = hunks?.map(({ file }) => file);
  return [...new Set(files)].flatMap((file) => (file === undefined ? [] : namesIn(file)));
}

/** The names that a header has for a file. Without the prefixes of a diff, they must look like files. */
function namesIn({ name, oldName, isDeleted }: PatchedFile): NamedFile[] {
  const both = [isDeleted ? undefined : oldName, name].flatMap((each) => each ?? []);
  const plain = withoutDiffPrefix(both);
  return plain ?? both.flatMap(({ path }) => namedFile(path, 'label') ?? []);
}
