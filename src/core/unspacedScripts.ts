/**
 * A character of a script in which words stand side by side, or a prefix stands at the word after it, without a space:
 * Chinese, Japanese and Korean with their punctuation and full-width forms, Thai, Lao, Khmer, Burmese, Hebrew, Arabic.
 */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Hebrew}\p{scx=Arabic}\u3000-\u303f\uff00-\uffef]/u;
