import { depthOf, type NamedBlock, namedBlocks } from './declarations.ts';
import { withoutOuterElisions } from './elision.ts';
import { leadInAbove } from './leadIn.ts';
import { bracketBalance, significantLines } from './repeatedLines.ts';
import {
  contains,
  type LineRange,
  outermost,
  overlaps,
  repeatedIn,
  type Scene,
  significantOutside,
} from './scene.ts';

/** Code and the lines that it takes the place of. */
export interface PlacedCode extends LineRange {
  readonly code: readonly string[];
}

/**
 * Where code belongs. `asked`: in the place of what was asked about. `coversMore`: it has more than that, but which
 * lines it is for can't be told. `otherPlace`: it is for other lines.
 */
export type Placement =
  | { readonly kind: 'asked' }
  | { readonly kind: 'coversMore' }
  | { readonly kind: 'otherPlace' }
  | { readonly kind: 'wider' | 'narrower'; readonly parts: readonly PlacedCode[] };

/** Places code by the names that it declares and the document declares too. */
export function placeByName(scene: Scene): Placement | undefined {
  const targets = scene.proposed.map((block) => targetOf(scene, block));
  const known = targets.filter((target) => target !== undefined);
  if (known.length === 0) {
    return undefined;
  }
  if (!known.some((target) => overlaps(target, scene.asked))) {
    return { kind: 'otherPlace' };
  }
  if (!known.every((target) => contains(scene.asked, target))) {
    return placeParts(scene, targets);
  }
  return coversAsked(scene, known) ? withComment(scene, known) : placeInside(scene, targets);
}

/** The block of the document that a block of the code is a new version of. */
function targetOf(scene: Scene, proposed: NamedBlock): NamedBlock | undefined {
  const same = scene.blocks.filter(({ name }) => name === proposed.name);
  const inside = same.filter(
    ({ start, end, isUnique }) =>
      start >= scene.asked.start && start < scene.asked.end && (isUnique || end > scene.asked.end),
  );
  const around = scene.enclosing.findLast(
    (block) =>
      // A constructor has the name of its class.
      same.includes(block) && block.end - block.start > 1 && block.hasMembers === proposed.hasMembers,
  );
  const other = same.find((block) => isSameThing(scene, proposed, block) && wouldHide(scene, block));
  return inside[0] ?? around ?? (own(scene, proposed) ? undefined : other);
}

/** Whether two declarations can't stand side by side. Variables can, unless both are outside of all functions. */
function isSameThing({ asked, lines }: Scene, proposed: NamedBlock, block: NamedBlock): boolean {
  return proposed.isUnique
    ? block.isUnique
    : !block.isUnique && block.depth === 0 && depthOf(lines[asked.start] ?? '') === 0;
}

/** Whether what was asked about declares the name too. */
function own({ blocks, asked }: Scene, { name }: NamedBlock): boolean {
  return blocks.some((block) => block.name === name && contains(asked, block));
}

/** Whether a second declaration, in place of what was asked about, would be in the same scope or hide this one. */
function wouldHide({ blocks, enclosing, asked }: Scene, block: NamedBlock): boolean {
  if (overlaps(block, asked)) {
    return false;
  }
  const parent = blocks.findLast(
    (each) => each !== block && each.start < block.start && each.end >= block.end,
  );
  const scope = enclosing.findLast(({ end }) => end >= asked.end);
  return (
    parent === scope || (scope?.hasMembers === false && (parent === undefined || enclosing.includes(parent)))
  );
}

/** Whether the code declares each outermost name of what was asked about, so that it can take the place of all. */
function coversAsked({ own, proposed }: Scene, targets: readonly NamedBlock[]): boolean {
  const unique = own.filter(({ isUnique }) => isUnique);
  // As many blocks, some of them with other names, are new versions of all.
  const isAsMany = proposed.length >= unique.length && targets.every((target) => own.includes(target));
  return isAsMany || unique.every(({ name }) => targets.some((target) => target.name === name));
}

/** A comment above a function belongs to it: if the code has one too, it takes the place of the document's. */
function withComment(scene: Scene, targets: readonly NamedBlock[]): Placement | undefined {
  const first = targets.reduce((one, other) => (one.start <= other.start ? one : other));
  const above = significantLines(scene.lines.slice(scene.asked.start, first.start));
  const [proposed] = scene.proposed;
  if (above.length > 0 || proposed?.name !== first.name) {
    return undefined;
  }
  const start = startWithComment(scene, first, proposed);
  return start < scene.asked.start
    ? { kind: 'wider', parts: [{ start, end: scene.asked.end, code: scene.code }] }
    : undefined;
}

function placeInside(scene: Scene, targets: readonly (NamedBlock | undefined)[]): Placement | undefined {
  const blocks = scene.proposed;
  // Code that has statements beside the blocks isn't a list of changed members.
  const isOnlyBlocks = blocks.every(({ start }, index) => {
    const from = blocks[index - 1]?.end ?? 0;
    const above = start - leadInAbove(scene.code, start).lines;
    return significantLines(scene.code.slice(from, above)).length === 0;
  });
  const rest = significantLines(scene.code.slice(blocks.at(-1)?.end ?? 0));
  const placed = isOnlyBlocks && rest.length === 0 ? placeParts(scene, targets) : undefined;
  return placed?.kind === 'wider' ? { ...placed, kind: 'narrower' } : undefined;
}

function placeParts(scene: Scene, targets: readonly (NamedBlock | undefined)[]): Placement {
  const parts: PlacedCode[] = [];
  let waiting: readonly string[] = [];
  for (const [index, proposed] of scene.proposed.entries()) {
    const target = targets[index];
    const chunk = chunkOf(scene, index);
    const previous = parts.at(-1);
    if (target === undefined && previous !== undefined) {
      parts[parts.length - 1] = { ...previous, code: [...previous.code, ...chunk] };
    } else if (target === undefined) {
      waiting = [...waiting, ...chunk];
    } else {
      const part = partFor(scene, target, proposed, [...waiting, ...chunk]);
      if (part === 'asked' || part === 'coversMore') {
        return { kind: part };
      }
      waiting = [];
      parts.push(part);
    }
  }
  const sorted = parts.toSorted((one, other) => one.start - other.start);
  const isApart = sorted.every((part, index) => part.start >= (sorted[index - 1]?.end ?? 0));
  return isApart
    ? {
        kind: 'wider',
        parts: sorted.map((part) => ({ ...part, code: withoutOuterElisions(part.code, scene.languageId) })),
      }
    : { kind: 'coversMore' };
}

/** One of the outermost blocks of the code, with what stands above it; the last one with what stands below. */
function chunkOf({ code, proposed }: Scene, index: number): readonly string[] {
  const isLast = index === proposed.length - 1;
  return code.slice(proposed[index - 1]?.end ?? 0, isLast ? code.length : proposed[index]?.end);
}

/** @returns `asked` if the code is for what was asked about alone, `coversMore` if it would drop members of a class */
function partFor(
  scene: Scene,
  target: NamedBlock,
  proposed: NamedBlock,
  chunk: readonly string[],
): PlacedCode | 'asked' | 'coversMore' {
  const isAround = target.start < scene.asked.start;
  if (!isAround && target.end > scene.asked.end && isSameFragment(scene, target)) {
    return 'asked';
  }
  const inner = isAround ? unwrapped(scene, target, proposed) : undefined;
  if (inner !== undefined) {
    return inner;
  }
  return isAround && target.hasMembers && lacksMembers(scene, target, chunk)
    ? 'coversMore'
    : { start: startWithComment(scene, target, proposed), end: target.end, code: chunk };
}

/** Of a block that begins in what was asked about and ends below: whether the code ends at the same line. */
function isSameFragment(scene: Scene, target: NamedBlock): boolean {
  const below = significantOutside(scene, target);
  const isOpen = bracketBalance(scene.askedLines) !== 0;
  return isOpen
    ? bracketBalance(scene.code) !== 0
    : repeatedIn(below, scene.code).length < Math.max(1, below.length / 2);
}

/** Code that wraps methods in their class, without most of its other members, is placed without the class. */
function unwrapped(scene: Scene, target: NamedBlock, proposed: NamedBlock): PlacedCode | undefined {
  const methods = scene.own.filter(({ isUnique }) => isUnique);
  const chunk = scene.code.slice(0, proposed.end);
  if (!target.hasMembers || !lacksMembers(scene, target, chunk)) {
    return undefined;
  }
  const members = outermost(
    namedBlocks(chunk, scene.languageId).filter(({ start }) => start > proposed.start),
  );
  const [only, another] = members;
  const nested = scene.enclosing.findLast(
    (block) => block.name === only?.name && block.start > target.start && block.hasMembers,
  );
  if (only !== undefined && another === undefined && nested !== undefined) {
    return unwrapped(scene, nested, only);
  }
  const isOneEach = methods.every(
    ({ name }) => members.filter((member) => member.name === name).length === 1,
  );
  const [firstMethod, lastMethod] = [methods[0], methods.at(-1)];
  const [first, last] = [members[0], members.at(-1)];
  const isKnownElsewhere = members.some(
    ({ name }) =>
      !methods.some((method) => method.name === name) &&
      scene.blocks.some((block) => block.name === name && contains(target, block)),
  );
  if (!isOneEach || isKnownElsewhere || !firstMethod || !lastMethod || !first || !last) {
    return undefined;
  }
  return {
    start: startWithComment(scene, firstMethod, first),
    end: lastMethod.end,
    code: withoutOuterElisions(
      chunk.slice(first.start - leadInAbove(chunk, first.start).lines, last.end),
      scene.languageId,
    ),
  };
}

/** Whether code for a class has less than half of the lines of its other members. */
function lacksMembers(scene: Scene, target: NamedBlock, code: readonly string[]): boolean {
  const outside = significantOutside(scene, { start: target.start + 1, end: target.end });
  return repeatedIn(outside, code).length * 2 < outside.length;
}

/** The line where a block of the document starts, with such comments and attributes above it as the code has too. */
function startWithComment(scene: Scene, block: LineRange, proposed: LineRange): number {
  const { kinds } = leadInAbove(scene.code, proposed.start);
  return block.start - leadInAbove(scene.lines, block.start, kinds).lines;
}
