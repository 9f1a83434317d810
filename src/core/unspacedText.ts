/** Chinese, Japanese and Korean letters and punctuation, and full-width forms. */
export const CJK =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** Letters and marks of other scripts that put no space between words. */
export const UNSPACED_LETTER =
  /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Tibetan}]/u;

/** A character of a script without spaces between words, or of one that puts some words right before the next, as prefixes. */
export const UNSPACED = new RegExp(
  [CJK, UNSPACED_LETTER, /[\p{scx=Hebrew}\p{scx=Arabic}]/u].map(({ source }) => source).join('|'),
  'u',
);
