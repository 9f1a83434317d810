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
  const targets = targetsOf(scene);
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

/** The blocks of the document that the blocks of the code are new versions of. */
function targetsOf(scene: Scene): (NamedBlock | undefined)[] {
  const parents = parentsOf(scene.blocks);
  // Blocks of the same name and kind have the same target.
  const found = new Map<string, NamedBlock | undefined>();
  return scene.proposed.map((proposed) => {
    const key = `${proposed.isUnique} ${proposed.name}`;
    const target = found.has(key) ? found.get(key) : targetOf(scene, proposed, parents);
    found.set(key, target);
    return target;
  });
}

/** For each block, the innermost one around it. */
function parentsOf(blocks: readonly NamedBlock[]): Map<NamedBlock, NamedBlock | undefined> {
  const parents = new Map<NamedBlock, NamedBlock | undefined>();
  let previous: NamedBlock | undefined;
  for (const block of blocks) {
    let parent = previous;
    while (parent !== undefined && parent.end < block.end) {
      parent = parents.get(parent);
    }
    parents.set(block, parent);
    previous = block;
  }
  return parents;
}

function targetOf(
  scene: Scene,
  proposed: NamedBlock,
  parents: ReadonlyMap<NamedBlock, NamedBlock | undefined>,
): NamedBlock | undefined {
  const { asked, enclosing } = scene;
  const same = scene.blocksByName.get(proposed.name) ?? [];
  const inside = same.find(
    ({ start, end, isUnique }) => start >= asked.start && start < asked.end && (isUnique || end > asked.end),
  );
  const around = enclosing.findLast(
    ({ name, start, end, hasMembers }) =>
      // A constructor has the name of its class.
      name === proposed.name && end - start > 1 && hasMembers === proposed.hasMembers,
  );
  const isOwn = same.some((block) => contains(asked, block));
  const other = same.find(
    (block) => !isOwn && isSameThing(scene, proposed, block) && wouldHide(scene, block, parents.get(block)),
  );
  return inside ?? around ?? other;
}

/** Whether two declarations can't stand side by side. Variables can, unless both are outside of all functions. */
function isSameThing({ asked, lines }: Scene, proposed: NamedBlock, block: NamedBlock): boolean {
  return proposed.isUnique
    ? block.isUnique
    : !block.isUnique && block.depth === 0 && depthOf(lines[asked.start] ?? '') === 0;
}

/** Whether a second declaration, in place of what was asked about, would be in the same scope or hide this one. */
function wouldHide({ enclosing, asked }: Scene, block: NamedBlock, parent: NamedBlock | undefined): boolean {
  if (overlaps(block, asked)) {
    return false;
  }
  const scope = enclosing.findLast(({ end }) => end >= asked.end);
  return (
    parent === scope || (scope?.hasMembers === false && (parent === undefined || enclosing.includes(parent)))
  );
}

/** Whether the code declares each outermost name of what was asked about, so that it can take the place of all. */
function coversAsked({ own, proposed }: Scene, targets: readonly NamedBlock[]): boolean {
  const unique = own.filter(({ isUnique }) => isUnique);
  // As many blocks, some of them with other names, are new versions of all.
  const blocks = new Set(own);
  const isAsMany = proposed.length >= unique.length && targets.every((target) => blocks.has(target));
  const names = new Set(targets.map(({ name }) => name));
  return isAsMany || unique.every(({ name }) => names.has(name));
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
  const { code, proposed } = scene;
  const parts: { place: LineRange; codes: (readonly string[])[] }[] = [];
  let from = 0;
  for (const [index, block] of proposed.entries()) {
    const target = targets[index];
    // With what stands above it; the last one with what stands below.
    const chunk = code.slice(from, index === proposed.length - 1 ? code.length : block.end);
    const previous = parts.at(-1);
    if (target !== undefined) {
      const part = partFor(scene, target, block, chunk);
      if (part === 'asked' || part === 'coversMore') {
        return { kind: part };
      }
      parts.push({ place: part, codes: [part.code] });
    }
    // New blocks go with the one before them, the first ones with the one after them.
    if (target === undefined) {
      previous?.codes.push(chunk);
    }
    from = target === undefined && previous === undefined ? from : block.end;
  }
  const sorted = parts.toSorted((one, other) => one.place.start - other.place.start);
  const isApart = sorted.every(({ place }, index) => place.start >= (sorted[index - 1]?.place.end ?? 0));
  return isApart
    ? {
        kind: 'wider',
        parts: sorted.map(({ place: { start, end }, codes }) => ({
          start,
          end,
          code: withoutOuterElisions(codes.flat(), scene.languageId),
        })),
      }
    : { kind: 'coversMore' };
}

/** @returns `asked` if the code is for what was asked about alone, `coversMore` if it would drop members of a class */
function partFor(
  scene: Scene,
  target: NamedBlock,
  proposed: NamedBlock,
  chunk: readonly string[],
): PlacedCode | 'asked' | 'coversMore' {
  const { asked } = scene;
  const isInside = target.start >= asked.start && target.start < asked.end;
  if (isInside && target.end > asked.end && isSameFragment(scene, target)) {
    return 'asked';
  }
  if (!isInside && target.hasMembers && lacksMembers(scene, target, chunk)) {
    return (overlaps(target, asked) ? unwrapped(scene, target, proposed) : undefined) ?? 'coversMore';
  }
  return { start: startWithComment(scene, target, proposed), end: target.end, code: chunk };
}

/** Of a block that begins in what was asked about and ends below: whether the code ends at the same line. */
function isSameFragment(scene: Scene, target: NamedBlock): boolean {
  const below = significantOutside(scene, target);
  const isOpen = bracketBalance(scene.askedLines) !== 0;
  return isOpen
    ? bracketBalance(scene.code) !== 0
    : repeatedIn(below, scene.code).length < Math.max(1, below.length / 2);
}

/** Code that wraps methods in their class, without its other members, is placed without the class. */
function unwrapped(scene: Scene, target: NamedBlock, proposed: NamedBlock): PlacedCode | undefined {
  const methods = scene.own.filter(({ isUnique }) => isUnique);
  const whole = scene.code.slice(proposed.start, proposed.end);
  const members = outermost(namedBlocks(whole, scene.languageId).filter(({ start }) => start > 0));
  const [only, another] = members;
  const nested = scene.enclosing.findLast(
    (block) => block.name === only?.name && block.start > target.start && block.hasMembers,
  );
  if (only !== undefined && another === undefined && nested !== undefined) {
    const [start, end] = [proposed.start + only.start, proposed.start + only.end];
    return unwrapped(scene, nested, { ...only, start, end });
  }
  const membersByName = Map.groupBy(members, ({ name }) => name);
  const isOneEach = methods.every(({ name }) => membersByName.get(name)?.length === 1);
  const names = new Set(methods.map(({ name }) => name));
  const [firstMethod, lastMethod] = [methods[0], methods.at(-1)];
  const [first, last] = [members[0], members.at(-1)];
  const isKnownElsewhere = members.some(
    ({ name }) =>
      !names.has(name) && scene.blocksByName.get(name)?.some((block) => contains(target, block)) === true,
  );
  if (!isOneEach || isKnownElsewhere || !firstMethod || !lastMethod || !first || !last) {
    return undefined;
  }
  return {
    start: startWithComment(scene, firstMethod, { ...first, start: proposed.start + first.start }),
    end: lastMethod.end,
    code: withoutOuterElisions(
      whole.slice(first.start - leadInAbove(whole, first.start).lines, last.end),
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
