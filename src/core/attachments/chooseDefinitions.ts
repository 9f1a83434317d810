/** Where a declaration is: whole lines, from 0, both included. */
export interface DefinitionPlace {
  readonly name: string;
  readonly uri: string;
  readonly start: number;
  readonly end: number;
  /** From where the name is used: 0 in the same document, else more the farther away the folder is. */
  readonly distance: number;
}

interface ChosenDefinitions<Place> {
  readonly chosen: readonly Place[];
  readonly tokens: number;
  /** Number of those that don't fit. */
  readonly leftOut: number;
}

/**
 * Chooses what fits into a number of tokens, nearest and smallest first. Those that overlap become one, in place of its
 * parts: a class, if that still fits, in place of its method.
 */
export function chooseDefinitions<Place extends DefinitionPlace>(
  found: readonly Place[],
  { maxTokens, maxCount, tokensOf }: { maxTokens: number; maxCount: number; tokensOf(place: Place): number },
): ChosenDefinitions<Place> {
  const sized = found.map((place) => ({ place, tokens: tokensOf(place) }));
  const inOrder = sized.toSorted(
    (one, other) => one.place.distance - other.place.distance || one.tokens - other.tokens,
  );
  let chosen: readonly (typeof sized)[number][] = [];
  let [total, leftOut] = [0, 0];
  for (const next of inOrder) {
    const parts = chosen.filter(({ place }) => overlap(place, next.place));
    const place = parts.reduce((joined, part) => join(joined, part.place), next.place);
    const tokens = parts.length === 0 ? next.tokens : tokensOf(place);
    const newTotal = parts.reduce((sum, part) => sum - part.tokens, total + tokens);
    if (newTotal <= maxTokens && (parts.length > 0 || chosen.length < maxCount)) {
      chosen = [...chosen.filter((one) => !parts.includes(one)), { place, tokens }];
      total = newTotal;
    } else {
      leftOut++;
    }
  }
  return { chosen: chosen.map(({ place }) => place), tokens: total, leftOut };
}

/** How far a file is from another one: 0 for the same, 1 in the same folder, and one more for each folder between. */
export function distanceBetween(path: string, other: string): number {
  if (path === other) {
    return 0;
  }
  const [folders, others] = [path.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const shared = folders.findIndex((name, index) => name !== others[index]);
  const common = shared === -1 ? folders.length : shared;
  return 1 + folders.length - common + others.length - common;
}

function overlap(one: DefinitionPlace, other: DefinitionPlace): boolean {
  return one.uri === other.uri && one.start <= other.end && other.start <= one.end;
}

/** Has the name of the larger one, which encloses the other or most of it. */
function join<Place extends DefinitionPlace>(one: Place, other: Place): Place {
  const larger = one.end - one.start >= other.end - other.start ? one : other;
  return { ...larger, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
