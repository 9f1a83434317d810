import { commentTexts } from './commentSyntax.ts';
import { type NamedFile, namedFile } from './fileReference.ts';

/** Longer than any line that only names a file. */
const MAX_LINE_CHARS = 300;

/** What may stand in front of a name, also in the words of other languages. */
const LABEL = new RegExp(
  [
    String.raw`^(?:@file(?:name)?\s|\[(?:new|modify|modified|edit|update)\]\s|@?(?:`,
    '(?:(?:new|updated|modified|neue|nouveau|новый) )?(?:file(?:[ _-]?(?:name|path))?|datei|fichier|файл)',
    '|path|dateiname|dateipfad|pfad|archivo(?: nuevo)?|nuevo archivo|ruta|chemin|nom du fichier|arquivo|путь|имя файла',
    '|(?:新建|新|修改)?文件(?:名|路径)?|檔案|路径|(?:新規)?ファイル(?:名|パス)?|파일',
    String.raw`)\s*[:：])\s*`,
  ].join(''),
  'iu',
);

/** `In src/a.ts:`, which says where the code below belongs. A sentence has more words. */
const IN =
  /^(?:(?:in(?: (?:the )?file| (?:der )?datei)?|en(?: el archivo)?|dans(?: le fichier)?|em|в(?: файле)?)\s+(?<name>\S+)|在\s*(?<cjk>\S+?)\s*[中里])$/iu;

/** `Step 1:` and `File 1:`. */
const STEP =
  /^(?:step|schritt|paso|étape|passo|шаг|步骤|ステップ|file|datei|archivo|fichier|файл|文件|ファイル)\s?\d{1,2}\s?[:：.)–—-]\s*/iu;

/** The number of a step, or a picture. */
const BULLET = /^(?:\d{1,2}[.)、]|\p{Extended_Pictographic}\u{FE0F}?)\s+/u;

/** Of a diff; it would be a comment in SQL. */
const DIFF_HEADER = /^(?:---|\+\+\+) /;

/** Such as `=== src/a.ts ===`. */
const DECORATION_BEFORE = /^[=\-*#~_]{2,}(?=\s)/;
const DECORATION_AFTER = /(?<![=\-*#~_])[=\-*#~_]{2,}$/;

/** What models say behind a name, in parentheses or behind a dash, also in other languages. */
const REMARK = new RegExp(
  [
    '^(?:(?:new|updated?|changed?|modified|edited|created|unchanged|existing|full|complete|partial|simplified|continued',
    '|excerpt|before|after)(?: (?:file|version))?',
    '|neue?(?: datei)?|geändert|aktualisiert|angepasst|vollständig|unverändert|auszug',
    '|nuevo(?: archivo)?|archivo nuevo|modificado|actualizado|completo',
    '|nouveau(?: fichier)?|modifié|mis à jour|complet',
    '|новый(?: файл)?|изменённый|изменён|обновлённый|обновлён|полностью',
    '|新建?(?:文件)?|新增|修改后?|更新后?|完整|新規(?:作成|ファイル)?|変更後?|修正後?|完全版',
    String.raw`|(?:lines?|zeilen?|líneas?|lignes?|строк[иа]|行) ?\d[\d\s,–-]{0,20})$`,
  ].join(''),
  'iu',
);

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

/**
 * The file that a text names if there is nothing else in it but a label, a number, and a remark.
 * @param isAbove whether the text stands above code in a reply
 */
export function fileInText(text: string, isAbove = false): NamedFile | undefined {
  if (text.length > MAX_LINE_CHARS) {
    return undefined;
  }
  const decorated = withoutDecoration(text.trim()).replace(BULLET, '').replace(BULLET, '').replace(STEP, '');
  const named = decorated.replace(/\s?[:：]$/, '');
  const plain = withoutRemark(named).replace(/\s?[:：]$/, '');
  const own = isAbove && named !== decorated ? plain.replace(IN, '$<name>$<cjk>') : plain;
  const name = own.replace(LABEL, '');
  return namedFile(withoutQuotes(name), name === own ? 'word' : 'label');
}

function withoutDecoration(text: string): string {
  const inner = text.replace(DECORATION_BEFORE, '');
  return inner === text ? text : inner.replace(DECORATION_AFTER, '').trim();
}

function withoutRemark(text: string): string {
  const [, behindDash] = /\s[–—-]\s([^–—]{1,40})$/.exec(text) ?? [];
  if (behindDash !== undefined) {
    return REMARK.test(behindDash) ? text.slice(0, -behindDash.length - 3).trimEnd() : text;
  }
  const start = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'));
  const isRemark = start > 0 && /[)）]$/.test(text) && REMARK.test(text.slice(start + 1, -1));
  return isRemark ? text.slice(0, start).trimEnd() : text;
}

function withoutQuotes(text: string): string {
  return /^(["'`]).+\1$/.test(text) ? text.slice(1, -1) : text;
}
