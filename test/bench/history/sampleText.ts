/** Characters of a question and of a reply: together 50,000 turns have about 50 MB. */
export const QUESTION = 200;
export const REPLY = 1_800;
/** Pieces in which a reply is written while it streams. */
export const PIECES = 4;

const WORDS = 8_000;
const COMMON = ['the', 'of', 'function', 'café', 'returns', 'a', '—', 'value', 'is', 'and'];
const SYLLABLES = [
  'par',
  'se',
  'dur',
  'a',
  'tion',
  'con',
  'fig',
  'str',
  'eam',
  'err',
  'or',
  'ind',
  'ex',
  'win',
  'dow',
];

/** Numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** A text of so many characters, with words as unlike in number as those of a language, some of them code. */
export function sampleText(length: number, random: () => number): string {
  const parts: string[] = [];
  for (let size = 0; size < length; ) {
    const word = words[Math.floor(WORDS * random() ** 4)] ?? '';
    const end = random() < 0.05 ? '.\n\n' : random() < 0.02 ? '({ value: 1 });\n  ' : ' ';
    parts.push(word, end);
    size += word.length + end.length;
  }
  return parts.join('').slice(0, length);
}

/** A word that is in one conversation alone. */
export function wordOf(conversation: number): string {
  return `onlyIn${conversation}x`;
}

const words = vocabulary();

function vocabulary(): readonly string[] {
  const random = numbers(1);
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  const made = Array.from({ length: WORDS - COMMON.length }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, syllable).join(''),
  );
  return [...COMMON, ...made];
}
