/** Length of questions and replies, in characters. 50,000 turns have about 50 MB. */
export const QUESTION_CHARS = 200;
export const REPLY_CHARS = 1_800;
/** Number of parts in which a reply is written while it streams. */
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

/** Returns a seeded generator of random numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Creates a text of `length` characters with a natural distribution of word frequencies and some code. */
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

/** Returns a word that only occurs in one conversation. */
export function wordOf(conversation: number): string {
  return `onlyIn${conversation}x`;
}

const words = vocabulary();

function vocabulary(): readonly string[] {
  const random = seededRandom(1);
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  const generated = Array.from({ length: WORDS - COMMON.length }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, syllable).join(''),
  );
  return [...COMMON, ...generated];
}
