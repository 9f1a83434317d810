import * as vscode from 'vscode';
import { onOneLine } from '../core/onOneLine.ts';
import { visibleText } from '../core/visibleText.ts';

/** Of all copies of this file: the files that the build makes have one each. */
const TEXT: unique symbol = Symbol.for('assistant.uiText');

/**
 * A text for VS Code's own user interface and the chat, in which all foreign text is visible and short. An object, so
 * that nothing is decided by what it says: it can't be compared with a text, searched, or taken for a key.
 */
export interface UiText {
  readonly [TEXT]: string;
  /** The text, so that a person can read it wherever it got into a string. */
  toString(): string;
}

/** The text itself, for what is shown by others: the panel, titles, exported files. */
export function plainText(text: UiText): string {
  return text[TEXT];
}

function uiText(text: string): UiText {
  return { [TEXT]: text, toString: readText };
}

function readText(this: UiText): string {
  return this[TEXT];
}

export function isUiText(value: unknown): value is UiText {
  return typeof value === 'object' && value !== null && TEXT in value;
}

/** Maximum length of a foreign text, in code points. The same as of a message of the service (`sanitizeDetail`). */
const MAX_FOREIGN_CHARS = 300;

/** Text without a character that `visibleText` would mark. Nearly all texts are, which saves compiling its patterns. */
const PLAIN_TEXT = /^[\x20-\x7E]*$/;

/**
 * A sentence of this extension in the user's language.
 * @param values replace `{0}`, `{1}` and so on. Strings are foreign text: see `foreign`. Of a list, each entry is.
 */
export function t(message: string, ...values: readonly (Value | number | readonly Value[])[]): UiText {
  const texts = values.map((value) =>
    typeof value === 'number' ? value : isList(value) ? value.map(shown).join(', ') : shown(value),
  );
  return uiText(vscode.l10n.t(message, ...texts));
}

type Value = string | UiText;

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function shown(value: Value): string {
  return plainText(typeof value === 'string' ? foreign(value) : value);
}

/** Translations of this extension's texts, by text in English. Empty in English. */
export function translations(): Readonly<Record<string, string>> {
  return vscode.l10n.bundle ?? {};
}

/**
 * Text that is not from this extension: on one line, with marks for hidden characters, and cut in the middle if it is too
 * long.
 * @param maxChars in code points. Infinity if the user decides by this text and must see all of it.
 */
export function foreign(text: string, maxChars = MAX_FOREIGN_CHARS): UiText {
  const visible = PLAIN_TEXT.test(text) ? text : onOneLine(visibleText(text));
  if (visible.length <= maxChars) {
    return uiText(visible);
  }
  const characters = [...visible];
  const half = Math.floor((maxChars - 1) / 2);
  return uiText(
    characters.length <= maxChars
      ? visible
      : `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`,
  );
}

/** A sentence that may begin with one of our words in lower case. */
export function capitalized(text: UiText): UiText {
  const plain = plainText(text);
  return uiText(plain.charAt(0).toLocaleUpperCase(vscode.env.language) + plain.slice(1));
}

/**
 * Joins sentences, lines, or the entries of a list.
 * @param limit maximum number of texts; an ellipsis stands for the others
 */
export function joined(
  texts: readonly UiText[],
  separator: ' ' | '\n' | '\n\n' | ', ' | ' · ',
  limit = texts.length,
): UiText {
  const all = texts.slice(0, limit).map(plainText);
  return uiText([...all, ...(texts.length > limit ? ['…'] : [])].join(separator));
}
