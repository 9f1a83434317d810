import { hasRole } from './lineRoles.ts';

/*
 * What a line has one of among others alike: a field of a type, an entry of a list, a name in a list of names. And what a
 * statement does with its value.
 */

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

const ASSIGNMENT = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)/u;

const TYPE = /\b(?:class|interface|struct|type|record|message|trait|protocol|table)\b/i;

/** Such as a member of an enumeration, a property, an export, or one of several selectors. */
const ENTRY = /^(?:['"]?([\p{L}_$][\p{L}\p{N}_$-]*)['"]?\s*(?:[:=]\s*\S.*)?|([.#][^:;{}()]*)),$/u;

/** The name that a trimmed line gives a value to, outside of functions. */
export function assignedIn(trimmed: string): string | undefined {
  return ASSIGNMENT.exec(trimmed)?.[1];
}

/** Whether a trimmed line opens a type, whose lines are its members. */
export function opensType(trimmed: string): boolean {
  return TYPE.test(trimmed);
}

/** The names, numbers apart, that a text has. */
export function namesIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** The names of a trimmed line that is a list of them. */
export function listedIn(trimmed: string): string[] {
  const isList =
    /^(?:__all__\b|\.PHONY\s?:|(?:import|export)\s+(?:type\s+)?\{[^}]*\}|from\s+\S+\s+import\b)/.test(
      trimmed,
    ) ||
    (/\b(?:class|interface)\b/.test(trimmed) && /\b(?:implements|extends)\b/.test(trimmed));
  return isList ? namesIn(trimmed) : [];
}

/** The name of a field: in front of a colon, in front of its end behind a type, or in front of its type. */
export function fieldIn(trimmed: string): string | undefined {
  const [, beforeColon] =
    /^(?:[\p{L}]+\s+)*[#'"]?([\p{L}_$][\p{L}\p{N}_$]*)['"]?[?!]?\s*:(?!:)/u.exec(trimmed) ?? [];
  const [, beforeEnd] =
    /^(?:[\p{L}_][^=;(]*\s[*&]*)([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=[^;]*)?;$/u.exec(trimmed) ?? [];
  const [, beforeType] = /^([\p{L}_][\p{L}\p{N}_]*)\s+[\p{L}*[\]]/u.exec(trimmed) ?? [];
  return beforeColon ?? beforeEnd ?? beforeType;
}

/** A name that is an entry of a list, or one of several selectors. */
export interface Entry {
  readonly name: string | undefined;
  readonly selector: string | undefined;
}

/** @param isLast whether it has no comma, since it is the last one */
export function entryIn(trimmed: string, isLast: boolean): Entry | undefined {
  const [all, name, selector] = ENTRY.exec(isLast ? `${trimmed},` : trimmed) ?? [];
  return all === undefined ? undefined : { name, selector };
}

/** The function that a trimmed line calls, as often several lines do. */
export function calledIn(trimmed: string): string | undefined {
  return /^(?:[\p{L}_$][\p{L}\p{N}_$]*\.[\p{L}\p{N}_$.!]+|expect|assert\w*)\(/u.exec(trimmed)?.[0];
}

/** Whether a trimmed line is one of several alike: an item, an element, an attribute, a part of a chain. */
export function isOneOfSeveral(trimmed: string): boolean {
  return /,$|^<[\p{L}]|^[\p{L}][\p{L}\p{N}-]*=[{"]|^\.(?!then\b|catch\b|finally\b)[\p{L}_]/u.test(trimmed);
}

const RESULT =
  /^(?:(?:return|yield|throw|raise)\b|(?:(?:export|const|let|var|val|final|auto)\s+)+[\p{L}_$][\p{L}\p{N}_$]*)/u;

/** Whether a trimmed statement does something with a value, such as `return` and `const total =`. */
export function usesValue(trimmed: string): boolean {
  return RESULT.test(trimmed);
}

/** Whether a trimmed line is an expression, whose value would be lost. */
export function isExpression(trimmed: string): boolean {
  return (
    !RESULT.test(trimmed) &&
    !hasRole(trimmed, 'statement') &&
    !/^(?:function|class|def|fn|func|fun|await using)\b|^[^(]*[^=!<>]=(?![=>])/.test(trimmed)
  );
}

/** A selector, or a value, without the comma or the brace at its end. */
export function withoutEnd(trimmed: string): string {
  return trimmed.replace(/(?<!\s)\s*[,{]$/, '');
}
