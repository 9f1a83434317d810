/**
 * Characters that a reader cannot see, or that change how the others are read: controls, marks of direction,
 * zero-width characters, fillers, blanks that pass for signs, tags and variation selectors. They can make code look
 * other than it is (CVE-2021-42574) and carry text that nobody sees. Where a script or an emoji needs one, it is none of
 * them.
 */

/** A part of a text: as it is, or one hidden character by its code point. */
export type TextPiece = { text: string } | { hidden: number };

/** Where a hidden character stands. Lines are counted from 1. */
export interface HiddenCharacter {
  codePoint: number;
  line: number;
}

/** All that is hidden unless one of `LEGITIMATE` says otherwise. Tabs and line ends are layout. */
const HIDDEN_SOURCE = String.raw`(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFC\u{1D159}]`;

/** A letter or mark of a script in which joiners choose between forms of letters (Unicode Standard Annex 31, 2.3). */
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

/** The signs that take the vowel from the letter before them, in the scripts above. */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2]`;

/** Scripts that are written without spaces: a zero-width one says where a line may break. */
const UNSPACED_LETTER = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;

/** What is written with hidden characters by rights, each found as a whole or by what stands around it. */
const LEGITIMATE_SOURCES = [
  // The flags of England, Scotland and Wales: the only tag sequences among the emoji (Unicode Technical Standard 51).
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  // Emoji joined to one, such as a family; an emoji or a text form chosen; a keycap.
  String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // A form of an ideograph, as in names. Only as many as are registered: the others would carry a byte each.
  String.raw`(?<=\p{Unified_Ideograph})[\uFE00-\uFE02\u{E0100}-\u{E011F}]`,
  `(?<=${JOINING_LETTER})\\u200C(?=${JOINING_LETTER})`,
  `(?<=${VIRAMA})\\u200C`,
  `(?<=${JOINING_LETTER})\\u200D`,
  `(?<=${UNSPACED_LETTER})\\u200B(?=${UNSPACED_LETTER})`,
  // The cell without dots among others of Braille.
  String.raw`(?<![\u2800-\u28FF])\u2800*[\u2801-\u28FF][\u2800-\u28FF]*`,
  // Forms of Mongolian letters.
  String.raw`(?<=[\u1820-\u1878\u1880-\u18AA])[\u180B-\u180F]`,
];

/** Both are made when they are first needed: that takes longer than to load all else. */
let hiddenPattern: RegExp | undefined;
let legitimateOrHiddenPattern: RegExp | undefined;

/** UTF-16 units before or behind a hidden character that may say whether it is one: as many as the flag of England has. */
const MAX_LOOKAROUND_CHARS = 14;

/**
 * Whether two texts that stand side by side have to be looked at as one: what is in one may say what is hidden in the
 * other.
 */
export function hasHiddenAtBoundary(before: string, after: string): boolean {
  hiddenPattern ??= new RegExp(HIDDEN_SOURCE, 'u');
  return hiddenPattern.test(before.slice(-MAX_LOOKAROUND_CHARS) + after.slice(0, MAX_LOOKAROUND_CHARS));
}

/** The whole text in order, with each hidden character on its own. In time linear to the text's length. */
export function splitHidden(text: string): TextPiece[] {
  hiddenPattern ??= new RegExp(HIDDEN_SOURCE, 'u');
  if (!hiddenPattern.test(text)) {
    return text === '' ? [] : [{ text }];
  }
  legitimateOrHiddenPattern ??= new RegExp(
    `${LEGITIMATE_SOURCES.join('|')}|(?<hidden>${HIDDEN_SOURCE})`,
    'gu',
  );
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, groups } of text.matchAll(legitimateOrHiddenPattern)) {
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

/** The hidden characters of a text, in order. */
export function findHiddenCharacters(text: string): HiddenCharacter[] {
  const places: HiddenCharacter[] = [];
  let line = 1;
  for (const piece of splitHidden(text)) {
    if ('hidden' in piece) {
      places.push({ codePoint: piece.hidden, line });
    } else {
      line += piece.text.match(/\r\n|\r|\n/g)?.length ?? 0;
    }
  }
  return places;
}

/** The text without its hidden characters; all else as it is. */
export function removeHidden(text: string): string {
  return splitHidden(text)
    .map((piece) => ('text' in piece ? piece.text : ''))
    .join('');
}

/** Such as `U+202E`. */
export function formatCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
