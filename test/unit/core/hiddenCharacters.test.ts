import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hiddenCharacterName } from '../../../src/core/hiddenCharacterName.ts';
import {
  findHiddenCharacters,
  formatCodePoint,
  removeHidden,
  splitHidden,
  type TextKind,
} from '../../../src/core/hiddenCharacters.ts';
import { type VisiblePiece, visiblePiecesOfAll } from '../../../src/core/visibleText.ts';
import { anyCharacter, holds } from '../../support/property.ts';

/** The text with each hidden character as a code point in brackets. */
function marked(text: string, kind?: TextKind): string {
  return splitHidden(text, kind)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.hidden.toString(16)}]`))
    .join('');
}

function tags(word: string): string {
  return [...word].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
}

/** One selector per byte, as in packages with hidden programs. */
function selectors(word: string): string {
  return [...word]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');
}

const HIDDEN: Readonly<Record<string, readonly [text: string, shown: string]>> = {
  'a direction override in a comment': ['/* a \u202e} b */', '/* a [202e]} b */'],
  'isolates and their end': ['\u2066a\u2067b\u2068c\u2069', '[2066]a[2067]b[2068]c[2069]'],
  'embeddings and their end': ['\u202aa\u202bb\u202cc\u202d', '[202a]a[202b]b[202c]c[202d]'],
  'direction marks': ['a\u200eb\u200fc\u061cd', 'a[200e]b[200f]c[61c]d'],
  'terminal escape sequences': ['\u001b[31mred\u009b0m', '[1b][31mred[9b]0m'],
  'controls of all kinds': ['\0a\bb\u000bc\fd\u007fe\u0085', '[0]a[8]b[b]c[c]d[7f]e[85]'],
  'zero-width characters in a word': ['pass\u200bw\u200co\u200dr\u2060d', 'pass[200b]w[200c]o[200d]r[2060]d'],
  'a soft hyphen': ['ad\u00admin', 'ad[ad]min'],
  'a byte order mark at the start and in the text': ['\ufeffa\ufeff', '[feff]a[feff]'],
  'Unicode line and paragraph separators': ['a\u2028b\u2029c', 'a[2028]b[2029]c'],
  'fillers that are valid in identifiers': [
    'a\u3164b\uffa0c\u115fd\u1160e\u17b4f\u034f',
    'a[3164]b[ffa0]c[115f]d[1160]e[17b4]f[34f]',
  ],
  'invisible operators': ['f\u2061(x)\u2062y\u2063\u2064', 'f[2061](x)[2062]y[2063][2064]'],
  'annotation characters and an object replacement character': [
    'a\ufff9b\ufffac\ufffbd\ufffc',
    'a[fff9]b[fffa]c[fffb]d[fffc]',
  ],
  'a word in tags': [`a${tags('hi')}b`, 'a[e0068][e0069]b'],
  'a language tag': ['\u{e0001}a', '[e0001]a'],
  'a word in tags after a flag': [
    `\u{1f3f4}${tags('gbxyz')}\u{e007f}`,
    '\u{1f3f4}[e0067][e0062][e0078][e0079][e007a][e007f]',
  ],
  'a word in tags after a complete flag': [
    `\u{1f3f4}${tags('gbeng')}\u{e007f}${tags('hi')}`,
    `\u{1f3f4}${tags('gbeng')}\u{e007f}[e0068][e0069]`,
  ],
  'a word in variation selectors after an emoji': [`\u{1f600}${selectors('hi')}`, `\u{1f600}[e0158][e0159]`],
  'a second variation selector after an emoji': ['\u2764\ufe0f\ufe0f', '\u2764\ufe0f[fe0f]'],
  'variation selectors after letters and digits': ['a\ufe0fb\ufe00 1\ufe0f', 'a[fe0f]b[fe00] 1[fe0f]'],
  'an unregistered variation selector after an ideograph': ['字\u{e0150}', '字[e0150]'],
  'a second variation selector after an ideograph': ['辻\u{e0100}\u{e0101}', '辻\u{e0100}[e0101]'],
  'a joiner after an emoji without another emoji': ['\u{1f468}\u200dx', '\u{1f468}[200d]x'],
  'several joiners in a row between joining letters': ['ب\u200c\u200cب', 'ب[200c][200c]ب'],
  'a joiner between a joining and another letter': ['ب\u200cx', 'ب[200c]x'],
  'a zero-width space after a letter of a script without spaces': ['ก\u200bx', 'ก[200b]x'],
  'several vowel separators in a row': ['ᠠ\u180e\u180e', 'ᠠ\u180e[180e]'],
  'a word in selectors, one after each of many ideographs': [
    '一\u{e0100}二\u{e0101}三\u{e0102}四\u{e0103}五\u{e0104}',
    '一[e0100]二[e0101]三[e0102]四[e0103]五[e0104]',
  ],
  'controls of hieroglyphs after a letter': ['a\u{13430}b\u{13437}\u{13440}', 'a[13430]b[13437][13440]'],
  'many controls after one hieroglyph': [
    '\u{13000}\u{13430}\u{13431}\u{13432}\u{13433}',
    '\u{13000}[13430][13431][13432][13433]',
  ],
  'joiners, fillers and blank letters of other scripts': [
    'a\u2d7fb\u{1107f}c\u{16fe4}d\u{13441}e\u{13442}f\u070f',
    'a[2d7f]b[1107f]c[16fe4]d[13441]e[13442]f[70f]',
  ],
  'blank symbols': ['a\u2800\u2800b\u{1d159}', 'a[2800][2800]b[1d159]'],
  noncharacters: ['a\ufffeb\u{1ffff}', 'a[fffe]b[1ffff]'],
};

for (const [name, [text, shown]] of Object.entries(HIDDEN)) {
  test(`splitHidden separates ${name}`, () => assert.equal(marked(text), shown));
}

const LEGITIMATE: Readonly<Record<string, string>> = {
  'Braille with blank cells': '⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙ \u2800\u2800⣿\u2800\u2800\u2800⣿\u2800',
  'code with tabs and every line end': 'if (a) {\n\tb();\r\n}\r',
  'text without anything hidden': 'naïve façade, 5 µs, “quoted” — 100 %',
  'spaces of different widths': 'a\u00a0b\u202fc\u2009d\u3000e',
  'a family': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
  'a profession with a skin tone': '\u{1f469}\u{1f3fd}\u200d\u{1f680} \u{1f9d1}\u{1f3ff}\u200d\u{1f9b0}',
  'a heart on fire': '\u2764\ufe0f\u200d\u{1f525}',
  'the pirate flag and the rainbow flag': '\u{1f3f4}\u200d\u2620\ufe0f \u{1f3f3}\ufe0f\u200d\u{1f308}',
  'two people with a kiss': '\u{1f469}\u200d\u2764\ufe0f\u200d\u{1f48b}\u200d\u{1f469}',
  'a black bird, a shaking head and a phoenix':
    '\u{1f426}\u200d\u2b1b \u{1f642}\u200d\u2194\ufe0f \u{1f426}\u200d\u{1f525}',
  'flags of two letters': '\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}',
  'the flags of England, Scotland and Wales': ['gbeng', 'gbsct', 'gbwls']
    .map((region) => `\u{1f3f4}${tags(region)}\u{e007f}`)
    .join(''),
  keycaps: '1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3',
  'a symbol in text and emoji presentation': '\u2714\ufe0e \u2714\ufe0f ©\ufe0f ↔\ufe0e',
  'Persian with non-joiners': 'می\u200cخواهم کتاب\u200cها',
  'a Persian letter in its joining form': 'ه\u200d',
  'Persian with vowel signs': 'مِ\u200cخواهم',
  'Hindi with a joiner and a non-joiner': 'क्\u200dष क्\u200cष',
  'Bengali with a joiner': 'র\u200d্য',
  'Kannada with a non-joiner at the end of a word': 'ಬ್ಯಾಂಕ್\u200c ಖಾತೆ',
  'a final letter in Malayalam': 'അവന്\u200d',
  'Sinhala with a joiner': 'ශ්\u200dරී',
  'Arabic and Hebrew': 'السلام عليكم — שָׁלוֹם',
  'Khmer and Thai with line break opportunities': 'ភាសា\u200bខ្មែរ สวัสดี\u200bครับ',
  'Mongolian with variants of letters': 'ᠰᠠᠢᠨ\u180b ᠠ\u180e',
  'a name of four variants of ideographs': '渡\u{e0101}邉\u{e0103}慶\u{e0100}子\u{e0100}',
  'groups of hieroglyphs':
    '\u{132aa}\u{13430}\u{133cf}\u{13431}\u{13437}\u{131cb}\u{13438}\u{13430}\u{13437}\u{13000} \u{1343c}\u{13000}\u{1343d}',
  'letters and numbers with joiners of their scripts':
    'ⴰ\u2d7fⴱ \u{11066}\u{1107f}\u{11052} \u{18b00}\u{16fe4}\u{18b01} \u070fܐܒ',
  'Arabic and Kaithi signs for numbers': '\u0600١ \u06dd١ \u{110bd}\u{110e7}',
  'a name with a variant of an ideograph': '渡邉\u{e0103}\u3000辻\u{e0100}',
  'combining marks': 'e\u0301 ñ a\u0308\u0304',
  'a lone surrogate': 'a\ud83d',
};

for (const [name, text] of Object.entries(LEGITIMATE)) {
  test(`splitHidden finds nothing hidden in ${name}`, () => {
    assert.deepEqual(splitHidden(text), [{ text }]);
    assert.equal(removeHidden(text), text);
  });
}

const IN_PROSE: Readonly<Record<string, readonly [text: string, shown: string]>> = {
  'direction marks between right-to-left letters': ['שלום\u200fעולם أ\u061cب', 'שלום\u200fעולם أ\u061cب'],
  'direction marks beside signs between such letters': [
    'ג׳\u200e (א) \u200fאָ\u200f, ב ܐ!\u200f ܒ',
    'ג׳\u200e (א) \u200fאָ\u200f, ב ܐ!\u200f ܒ',
  ],
  'direction marks at an end, beside other letters, or in a row': [
    '\u200fא\u200fa\u200fא ב\u200f\u200fב ב\u200f1 ב\u200f',
    '[200f]א[200f]a[200f]א ב[200f][200f]ב ב[200f]1 ב[200f]',
  ],
  'direction marks far from letters, or over a line end': [
    'א...\u200fב א\u200f\nב',
    'א...[200f]ב א[200f]\nב',
  ],
  'overrides and isolates between such letters': ['א\u202eב\u2067ג', 'א[202e]ב[2067]ג'],
};

for (const [name, [text, shown]] of Object.entries(IN_PROSE)) {
  test(`of prose, ${shown.includes('[') ? 'hidden are' : 'not hidden are'} ${name}`, () => {
    assert.equal(marked(text, 'prose'), shown);
    assert.equal(
      marked(text),
      text.replace(/[\u200e\u200f\u061c\u202e\u2067]/g, (mark) => marked(`${mark}a`).slice(0, -1)),
    );
  });
}

test('of code, hidden are blanks that look like plain ones, but not those of a script that needs them', () => {
  const text = '\u00a0\u2003a\u202f=\u20091;\t// 全角\u3000の\u3000\u3000空白 \u3000x ᚁ\u1680ᚂ';
  const shown = '[a0][2003]a[202f]=[2009]1;\t// 全角\u3000の\u3000\u3000空白 [3000]x ᚁ\u1680ᚂ';
  assert.equal(marked(text, 'code'), shown);
  assert.equal(marked(text, 'prose'), text);
  assert.equal(removeHidden(text, 'code'), shown.replace(/\[\w+\]/g, ' '));
});

test('splitHidden finds every format and ignorable character between letters, except those that are drawn', () => {
  const invisible = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Variation_Selector}]$/u;
  const missed = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter(
    (codePoint) =>
      invisible.test(String.fromCodePoint(codePoint)) &&
      !marked(`a${String.fromCodePoint(codePoint)}b`).includes('['),
  );
  assert.deepEqual(
    missed.map(formatCodePoint).join(' '),
    'U+0600 U+0601 U+0602 U+0603 U+0604 U+0605 U+06DD U+0890 U+0891 U+08E2 U+110BD U+110CD',
  );
});

/** Texts with many hidden characters and characters that may need them. */
const mixed = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc.constantFrom(
        'a',
        '\n',
        '\r\n',
        'ب',
        '字',
        '\u{1f468}',
        '\u2764',
        '\u{1f3f4}',
        '1',
        'क',
        '\u094d',
        'ก',
        'ᠠ',
        '⠓',
        '\u{13000}',
        'א',
        '، ',
      ),
      fc.constantFrom(
        '\u200b',
        '\u200c',
        '\u200d',
        '\u202e',
        '\ufe0f',
        '\u{e0100}',
        '\u{e0067}',
        '\u180e',
        '\u20e3',
        '\u2800',
        '\u{13430}',
        '\u200f',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('splitHidden returns the whole text in order, without adjacent pieces of text', async () => {
  await holds(
    fc.property(mixed, (text) => {
      const pieces = splitHidden(text);
      const whole = pieces.map((piece) =>
        'text' in piece ? piece.text : String.fromCodePoint(piece.hidden),
      );
      assert.equal(whole.join(''), text);
      assert.ok(
        pieces.every((piece, index) => 'hidden' in piece || 'hidden' in (pieces[index + 1] ?? { hidden: 0 })),
      );
    }),
  );
});

/** Without grouping adjacent marks. */
function flat(parts: readonly VisiblePiece[][]): (string | number)[] {
  return parts
    .flat()
    .flatMap((piece): (string | number)[] => ('text' in piece ? [...piece.text] : [...piece.codePoints]));
}

test('visiblePiecesOfAll finds the same hidden characters however a text is split', async () => {
  await holds(
    fc.property(mixed, fc.array(fc.nat({ max: 60 })), (text, positions) => {
      const characters = [...text];
      const cuts = [
        0,
        ...positions.map((position) => Math.min(position, characters.length)),
        characters.length,
      ].sort((one, other) => one - other);
      const texts = cuts.map((cut, index) => characters.slice(cuts[index - 1] ?? 0, cut).join(''));
      assert.deepEqual(flat(visiblePiecesOfAll(texts)), flat(visiblePiecesOfAll([text])));
    }),
  );
});

test('removeHidden leaves no hidden character', async () => {
  await holds(fc.property(mixed, (text) => assert.deepEqual(findHiddenCharacters(removeHidden(text)), [])));
});

test('findHiddenCharacters reports lines with any line ends', () => {
  assert.deepEqual(findHiddenCharacters('a\u202e\r\n\nb\u200b\u200b\rc\u2028d\u00ad'), [
    { codePoint: 0x202e, line: 1 },
    { codePoint: 0x200b, line: 3 },
    { codePoint: 0x200b, line: 3 },
    { codePoint: 0x2028, line: 4 },
    { codePoint: 0xad, line: 4 },
  ]);
});

test('splitHidden returns every character of a megabyte of each kind', () => {
  for (const unit of [
    'a\u200b',
    '\u{1f468}\u200d',
    '\u{1f3f4}\u{e0067}',
    'ب\u200c',
    'a\u200d',
    '字\u{e0100}',
  ]) {
    const text = unit.repeat(500_000 / unit.length);
    assert.equal(
      removeHidden(text).length +
        findHiddenCharacters(text)
          .map(({ codePoint }) => String.fromCodePoint(codePoint))
          .join('').length,
      text.length,
    );
  }
});

test('splitHidden reads a megabyte of wide blanks as code', () => {
  assert.equal(splitHidden('\u3000'.repeat(500_000), 'code').length, 500_000);
  assert.equal(splitHidden('字\u3000\u3000'.repeat(150_000), 'code').length, 1);
});

test('every hidden character has a formatted code point and a name', () => {
  const names = [0x1b, 0x3, 0xad, 0x202e, 0xfe0f, 0x13431, 0xe0061, 0xe0100, 0xe01ef, 0xe0fff].map(
    (codePoint) => `${formatCodePoint(codePoint)} ${hiddenCharacterName(codePoint)}`,
  );
  assert.deepEqual(names, [
    'U+001B ESCAPE',
    'U+0003 CONTROL CHARACTER',
    'U+00AD SOFT HYPHEN',
    'U+202E RIGHT-TO-LEFT OVERRIDE',
    'U+FE0F VARIATION SELECTOR-16',
    'U+13431 EGYPTIAN HIEROGLYPH FORMAT CONTROL',
    'U+E0061 TAG a',
    'U+E0100 VARIATION SELECTOR-17',
    'U+E01EF VARIATION SELECTOR-256',
    'U+E0FFF INVISIBLE CHARACTER',
  ]);
});
