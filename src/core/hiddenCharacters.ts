import { cutText } from '../base/characterEnd.ts';

/**
 * Hidden characters: characters that a reader can't see, or that change how others are shown. They are controls,
 * direction marks, zero-width characters, fillers, blanks that count as symbols or letters, tags and variation selectors. They
 * can make code look different from what it is (CVE-2021-42574) and carry invisible text. A character that a script or
 * an emoji needs does not count as hidden.
 */

/** A part of a text: unchanged text, or the code point of one hidden character. */
export type TextPiece = { text: string } | { hidden: number };

/** A hidden character and its line, counted from 1. */
export interface HiddenCharacter {
  codePoint: number;
  line: number;
}

/** Format characters that are drawn: signs above or around the numbers that follow them (Prepended_Concatenation_Mark). */
const DRAWN_FORMAT_CHARACTERS = String.raw`\u0600-\u0605\u06DD\u0890\u0891\u08E2\u{110BD}\u{110CD}`;

/**
 * Hidden unless `LEGITIMATE_SOURCES` match. Tabs and line ends are layout. The properties miss the characters listed last,
 * which fonts draw as nothing: blank symbols and letters, fillers, and joiners of single scripts.
 */
const HIDDEN_SOURCE = String.raw`(?![\t\n\r${DRAWN_FORMAT_CHARACTERS}])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\u2D7F\uFFFC\u{1107F}\u{13440}-\u{13442}\u{16FE4}\u{1D159}]`;

/** A letter or mark of a script in which joiners select between letter forms (Unicode Standard Annex 31, 2.3). */
const JOINING_LETTER = `(?:(?=[\\p{L}\\p{M}])[${[
  'Arabic',
  'Syriac',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}])`;

/** The signs that remove the vowel of the preceding letter, in the scripts above. */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2]`;

/** A letter of a script without spaces, in which a zero-width space marks a line break opportunity. */
const UNSPACED_LETTER = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;

/** A variant of an ideograph, by a registered selector. Others can encode hidden bytes. */
const IDEOGRAPH_VARIANT = String.raw`\p{Unified_Ideograph}[\uFE00-\uFE02\u{E0100}-\u{E011F}]`;

const HIEROGLYPH = String.raw`[\u{13000}-\u{1342F}\u{13443}-\u{143FF}]`;
/** Arranges hieroglyphs, or keeps a place among them. */
const HIEROGLYPH_CONTROL = String.raw`[\u{13430}-\u{13442}]`;

/** Legitimate uses of such characters, each matched as a whole or by its neighbors. */
const LEGITIMATE_SOURCES = [
  // The flags of England, Scotland and Wales: the only emoji tag sequences (Unicode Technical Standard 51).
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  // Joined emoji, such as a family; emoji or text presentation; a keycap.
  String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  `(?<=${JOINING_LETTER})\\u200C(?=${JOINING_LETTER})`,
  `(?<=${VIRAMA})\\u200C`,
  `(?<=${JOINING_LETTER})\\u200D`,
  `(?<=${UNSPACED_LETTER})\\u200B(?=${UNSPACED_LETTER})`,
  // The blank Braille cell next to others.
  String.raw`(?<![\u2800-\u28FF])\u2800*[\u2801-\u28FF][\u2800-\u28FF]*`,
  // Few in a row, as in names and groups of hieroglyphs: many can encode hidden bytes.
  `(?<!${IDEOGRAPH_VARIANT})(?:${IDEOGRAPH_VARIANT}){1,4}(?!${IDEOGRAPH_VARIANT})`,
  `(?<=${HIEROGLYPH})${HIEROGLYPH_CONTROL}{1,3}(?!${HIEROGLYPH_CONTROL})`,
  `(?<!${HIEROGLYPH_CONTROL})${HIEROGLYPH_CONTROL}{1,3}(?=${HIEROGLYPH})`,
  // Joiners and a filler between letters and numbers of their own scripts.
  String.raw`(?<=[\u2D30-\u2D67])\u2D7F(?=[\u2D30-\u2D67])`,
  String.raw`(?<=[\u{11052}-\u{1106F}])\u{1107F}(?=[\u{11052}-\u{1106F}])`,
  String.raw`(?<=[\u{18B00}-\u{18CFF}])\u{16FE4}`,
  // The line above a Syriac abbreviation.
  String.raw`\u070F(?=\p{Script=Syriac})`,
  // Variants of Mongolian letters.
  String.raw`(?<=[\u1820-\u1878\u1880-\u18AA])[\u180B-\u180F]`,
];

/** A letter or mark of a script that is written from right to left. */
const RIGHT_TO_LEFT_LETTER = `(?:(?=[\\p{L}\\p{M}])[${[
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Nko',
  'Samaritan',
  'Mandaic',
  'Hanifi_Rohingya',
  'Adlam',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}])`;

/** Signs that have no direction of their own, few at a time. */
const SIGNS = String.raw`[\p{P}\p{Zs}]{0,2}`;

/**
 * What prose needs, but not code: a direction mark between letters that are written from right to left, beside which the
 * direction of signs is uncertain.
 */
const PROSE_SOURCE = `(?<=${RIGHT_TO_LEFT_LETTER}${SIGNS})[\\u200E\\u200F\\u061C](?=${SIGNS}${RIGHT_TO_LEFT_LETTER})`;

/**
 * What a text is. Prose needs direction marks, and blanks of many widths; code, which goes into documents, neither: a blank
 * other than U+0020 looks like one and is none. Other texts, such as names, have such blanks.
 */
export type TextKind = 'prose' | 'code' | 'other';

const BLANK = /^\p{Zs}$/u;

/** Whether a hidden character is a blank, which has a width and separates words. */
export function isHiddenBlank(codePoint: number): boolean {
  return BLANK.test(String.fromCodePoint(codePoint));
}

const BLANK_SOURCE = String.raw`(?! )\p{Zs}`;

/** The blank of a script that is as wide as its letters, beside such letters or their signs. */
const WIDE = String.raw`[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\u3001-\u303F\uFF01-\uFF60]`;
const CODE_SOURCES = [
  `(?<=${WIDE}\\u3000{0,3})\\u3000`,
  `\\u3000(?=\\u3000{0,3}${WIDE})`,
  String.raw`(?<=[\u1681-\u169C])\u1680`,
];

/** Compiled on first use: that takes longer than loading everything else. */
let hiddenPattern: RegExp | undefined;
const legitimateOrHiddenPatterns = new Map<TextKind, RegExp>();

function legitimateOrHidden(kind: TextKind): RegExp {
  const others = { prose: [PROSE_SOURCE], code: CODE_SOURCES, other: [] };
  const sources = [...LEGITIMATE_SOURCES, ...others[kind]];
  const hidden = kind === 'code' ? `${HIDDEN_SOURCE}|${BLANK_SOURCE}` : HIDDEN_SOURCE;
  const pattern =
    legitimateOrHiddenPatterns.get(kind) ?? new RegExp(`${sources.join('|')}|(?<hidden>${hidden})`, 'gu');
  legitimateOrHiddenPatterns.set(kind, pattern);
  return pattern;
}

/**
 * Distance at which a neighbor can decide whether a character is hidden, in UTF-16 units: the length of England's
 * flag.
 */
const MAX_LOOKAROUND_CHARS = 14;

/** Whether two adjacent texts must be checked as one, since one text can decide what is hidden in the other. */
export function hasHiddenAtBoundary(before: string, after: string): boolean {
  hiddenPattern ??= new RegExp(`${HIDDEN_SOURCE}|${BLANK_SOURCE}`, 'u');
  return hiddenPattern.test(before.slice(-MAX_LOOKAROUND_CHARS) + cutText(after, MAX_LOOKAROUND_CHARS));
}

/** Splits a text into plain text and single hidden characters, in linear time. */
export function splitHidden(text: string, kind: TextKind = 'other'): TextPiece[] {
  hiddenPattern ??= new RegExp(`${HIDDEN_SOURCE}|${BLANK_SOURCE}`, 'u');
  if (!hiddenPattern.test(text)) {
    return text === '' ? [] : [{ text }];
  }
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, groups } of text.matchAll(legitimateOrHidden(kind))) {
    const hidden = groups?.['hidden'];
    if (hidden !== undefined) {
      if (index > end) {
        pieces.push({ text: text.slice(end, index) });
      }
      pieces.push({ hidden: hidden.codePointAt(0) ?? 0 });
      end = index + hidden.length;
    }
  }
  if (end < text.length) {
    pieces.push({ text: text.slice(end) });
  }
  return pieces;
}

export function findHiddenCharacters(text: string, kind?: TextKind): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  for (const piece of splitHidden(text, kind)) {
    if ('hidden' in piece) {
      found.push({ codePoint: piece.hidden, line });
    } else {
      line += piece.text.match(/\r\n|\r|\n/g)?.length ?? 0;
    }
  }
  return found;
}

/** A blank becomes a plain one: without any, it would join two words. */
export function removeHidden(text: string, kind?: TextKind): string {
  return splitHidden(text, kind)
    .map((piece) => ('text' in piece ? piece.text : isHiddenBlank(piece.hidden) ? ' ' : ''))
    .join('');
}

/** Formats a code point as `U+202E`. */
export function formatCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
