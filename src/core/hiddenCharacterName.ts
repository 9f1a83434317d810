/** Names from the Unicode Standard, which are not localized; aliases for controls. */
const NAME_BY_CODE_POINT: Readonly<Record<number, string>> = {
  0: 'NULL',
  7: 'ALERT',
  8: 'BACKSPACE',
  11: 'LINE TABULATION',
  12: 'FORM FEED',
  27: 'ESCAPE',
  127: 'DELETE',
  133: 'NEXT LINE',
  155: 'CONTROL SEQUENCE INTRODUCER',
  173: 'SOFT HYPHEN',
  847: 'COMBINING GRAPHEME JOINER',
  1564: 'ARABIC LETTER MARK',
  1807: 'SYRIAC ABBREVIATION MARK',
  4447: 'HANGUL CHOSEONG FILLER',
  4448: 'HANGUL JUNGSEONG FILLER',
  6158: 'MONGOLIAN VOWEL SEPARATOR',
  8203: 'ZERO WIDTH SPACE',
  8204: 'ZERO WIDTH NON-JOINER',
  8205: 'ZERO WIDTH JOINER',
  8206: 'LEFT-TO-RIGHT MARK',
  8207: 'RIGHT-TO-LEFT MARK',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8288: 'WORD JOINER',
  8289: 'FUNCTION APPLICATION',
  8290: 'INVISIBLE TIMES',
  8291: 'INVISIBLE SEPARATOR',
  8292: 'INVISIBLE PLUS',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
  10240: 'BRAILLE PATTERN BLANK',
  11647: 'TIFINAGH CONSONANT JOINER',
  12644: 'HANGUL FILLER',
  65279: 'ZERO WIDTH NO-BREAK SPACE',
  65440: 'HALFWIDTH HANGUL FILLER',
  65532: 'OBJECT REPLACEMENT CHARACTER',
  69759: 'BRAHMI NUMBER JOINER',
  77889: 'EGYPTIAN HIEROGLYPH FULL BLANK',
  77890: 'EGYPTIAN HIEROGLYPH HALF BLANK',
  94180: 'KHITAN SMALL SCRIPT FILLER',
  119129: 'MUSICAL SYMBOL NULL NOTEHEAD',
  917505: 'LANGUAGE TAG',
  917631: 'CANCEL TAG',
};

interface NamedRange {
  first: number;
  last: number;
  name: (offset: number) => string;
}

const NAMED_RANGES: readonly NamedRange[] = [
  { first: 0, last: 0x9f, name: () => 'CONTROL CHARACTER' },
  { first: 0xfe00, last: 0xfe0f, name: (offset) => `VARIATION SELECTOR-${offset + 1}` },
  { first: 0x13430, last: 0x13440, name: () => 'EGYPTIAN HIEROGLYPH FORMAT CONTROL' },
  // Named after the ASCII character that the tag represents, since tags can spell words.
  { first: 0xe0020, last: 0xe007e, name: (offset) => `TAG ${String.fromCharCode(offset + 0x20)}` },
  { first: 0xe0100, last: 0xe01ef, name: (offset) => `VARIATION SELECTOR-${offset + 17}` },
];

export function hiddenCharacterName(codePoint: number): string {
  const range = NAMED_RANGES.find(({ first, last }) => codePoint >= first && codePoint <= last);
  return NAME_BY_CODE_POINT[codePoint] ?? range?.name(codePoint - range.first) ?? 'INVISIBLE CHARACTER';
}
