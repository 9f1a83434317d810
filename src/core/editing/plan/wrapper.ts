import { blockEnd, depthOf } from './declarations.ts';
import { bracketBalance, significantLines, tellsPlace } from './repeatedLines.ts';
import { type LineRange, repeatedIn, type Scene, significantOutside, trimBlankEnds } from './scene.ts';

const CLOSES = /^(?:[})\]]|end\b|<\/|fi\b|done\b|esac\b)/;

const CONTINUES = /^[})\]]?\s*(?:else|elif|elsif|elseif|except|catch|finally|rescue|ensure)\b/;

/** A keyword or a tag with which a line begins. */
const HEAD = /^\W*([\w-]+)/;

/** Code for what was asked about, in the lines that stand around that, such as a function in its class. */
export interface Wrapped {
  /** The lines of the document from the first to the last of those around. */
  readonly around: LineRange;
  /** The code without them; undefined if it has several parts, such as `try` and `catch`. */
  readonly inner: readonly string[] | undefined;
  /** Whether the first line of the code is that of the document. */
  readonly isSame: boolean;
}

/** @returns undefined if the code doesn't begin as a block around what was asked about */
export function wrappedIn(scene: Scene): Wrapped | undefined {
  const { lines, asked, askedLines, code, languageId } = scene;
  const first = code[0]?.trim() ?? '';
  const last = code.at(-1)?.trim() ?? '';
  const isPython = languageId === 'python';
  const isOneBlock =
    code.length > 2 && endOfBlock(code, 0) === code.length && (CLOSES.test(last) || isPython);
  const isOwn = askedLines.some((line) => isSimilar(line.trim(), first));
  if (!isOneBlock || isOwn) {
    return undefined;
  }
  const headers = headersOf(lines, asked.start);
  const start = tellsPlace(first)
    ? headers.find((header) => isSimilar(lines[header]?.trim() ?? '', first))
    : headers.slice(0, 1).find((header) => lines[header]?.trim() === first);
  if (start === undefined) {
    return undefined;
  }
  const inner = trimBlankEnds(CLOSES.test(last) ? code.slice(1, -1) : code.slice(1));
  return {
    around: { start, end: Math.max(asked.end, endOfBlock(lines, start)) },
    inner: isOnePart(inner, depthOf(code[0] ?? '')) ? inner : undefined,
    isSame: lines[start]?.trim() === first,
  };
}

/** Whether no line between goes on with the block, as `catch` does. */
function isOnePart(inner: readonly string[], depth: number): boolean {
  return !inner.some((line) => line.trim() !== '' && depthOf(line) <= depth && CONTINUES.test(line.trim()));
}

/** Told by the brackets, since namespaces are often not indented, else by the indentation. */
function endOfBlock(lines: readonly string[], start: number): number {
  let balance = bracketBalance(lines.slice(start, start + 1));
  if (balance <= 0) {
    return blockEnd(lines, start);
  }
  let end = start + 1;
  for (; balance > 0 && end < lines.length; end++) {
    balance += bracketBalance([lines[end] ?? '']);
  }
  return end;
}

/** Whether a block around has lines, beside those that were asked about, that the code lacks. */
export function lacksLinesAround(scene: Scene, { start, end }: LineRange): boolean {
  const outside = significantOutside(scene, { start: start + 1, end });
  return repeatedIn(outside, scene.code).length * 2 < outside.length;
}

/** The lines that open the blocks around a line, the nearest first. */
function headersOf(lines: readonly string[], line: number): number[] {
  const headers: number[] = [];
  let depth = depthOf(lines.slice(line).find((each) => each.trim() !== '') ?? '');
  let isOpen = 0;
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? '';
    const trimmed = text.trim();
    if (trimmed === '') {
      continue;
    }
    isOpen += bracketBalance([text]);
    // Namespaces are often not indented.
    const isHeader = depthOf(text) < depth ? !CLOSES.test(trimmed) || /[{:]$/.test(trimmed) : isOpen > 0;
    if (isHeader) {
      headers.push(at);
      depth = Math.min(depth, depthOf(text));
    }
    isOpen = Math.min(0, isOpen);
  }
  return headers;
}

/** Whether two lines begin alike and have most of their words in common, as versions of one condition do. */
function isSimilar(one: string, other: string): boolean {
  if (one === other) {
    return true;
  }
  const [words, others] = [one, other].map((text) => text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const rest = new Set(words?.slice(1));
  const shared = new Set(others?.slice(1).filter((word) => rest.has(word)));
  return (
    HEAD.exec(one)?.[1] !== undefined &&
    HEAD.exec(one)?.[1] === HEAD.exec(other)?.[1] &&
    shared.size > 0 &&
    shared.size * 2 >= Math.min(rest.size, new Set(others?.slice(1)).size)
  );
}

/** Code without the last lines that only close more than what was asked about does; undefined if there are none. */
export function withoutExtraClosers(
  code: readonly string[],
  askedLines: readonly string[],
): readonly string[] | undefined {
  let end = code.length;
  const wanted = bracketBalance(askedLines);
  while (
    end > 1 &&
    bracketBalance(code.slice(0, end)) < wanted &&
    /^\s*[})\];,\s]*$/.test(code[end - 1] ?? '')
  ) {
    end--;
  }
  const rest = code.slice(0, end);
  return end < code.length && bracketBalance(rest) === wanted && significantLines(rest).length > 0
    ? rest
    : undefined;
}
