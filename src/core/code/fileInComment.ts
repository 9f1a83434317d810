import { commentTexts } from './commentSyntax.ts';
import { type NamedFile, namedFile } from './fileReference.ts';

/** Longer than any line that only names a file. */
const MAX_LINE_CHARS = 300;

const LABEL =
  /^(?:@file(?:name)?\s|@?(?:file(?:[ _-]?(?:name|path))?|path|datei|fichier|archivo|файл|文件(?:名|路径)?|ファイル)\s*[:：])\s*/iu;

/** The number of a step, or a picture. */
const BULLET = /^(?:\d{1,2}[.)]|\p{Extended_Pictographic}\u{FE0F}?)\s+/u;

/** Of a diff; it would be a comment in SQL. */
const DIFF_HEADER = /^(?:---|\+\+\+) /;

/** Such as `=== src/a.ts ===`. */
const DECORATION_BEFORE = /^[=\-*#~_]{2,}(?=\s)/;
const DECORATION_AFTER = /(?<![=\-*#~_])[=\-*#~_]{2,}$/;

/** What models say behind a name, in parentheses. */
const REMARK =
  /^(?:(?:new|updated?|changed?|modified|edited|created|unchanged|existing|full|complete|partial|simplified|continued|excerpt|before|after)(?: (?:file|version))?|lines? \d[\d\s,–-]{0,20})$/i;

/** The file that a line names if it is a comment with nothing else. */
export function fileInComment(line: string, languageId: string): NamedFile | undefined {
  if (line.length > MAX_LINE_CHARS || DIFF_HEADER.test(line)) {
    return undefined;
  }
  for (const comment of commentTexts(line.trim(), languageId)) {
    const file = fileInText(comment);
    if (file !== undefined) {
      return file;
    }
  }
  return undefined;
}

function fileInText(comment: string): NamedFile | undefined {
  const own = withoutRemark(
    withoutDecoration(comment)
      .replace(BULLET, '')
      .replace(/[:：]$/, ''),
  );
  const name = own.replace(LABEL, '');
  return namedFile(withoutQuotes(name), name === own ? 'word' : 'label');
}

function withoutDecoration(text: string): string {
  const inner = text.replace(DECORATION_BEFORE, '');
  return inner === text ? text : inner.replace(DECORATION_AFTER, '').trim();
}

function withoutRemark(text: string): string {
  const start = text.lastIndexOf('(');
  const isRemark = start > 0 && text.endsWith(')') && REMARK.test(text.slice(start + 1, -1));
  return isRemark ? text.slice(0, start).trimEnd() : text;
}

function withoutQuotes(text: string): string {
  return /^(["'`]).+\1$/.test(text) ? text.slice(1, -1) : text;
}
