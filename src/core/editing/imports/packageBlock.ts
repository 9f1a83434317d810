import { PACKAGE_SPEC, USED_PACKAGE } from '../../code/importStatement.ts';
import type { LineRange } from '../plan/lineRange.ts';
import type { ImportChange } from './importChange.ts';

/*
 * Imports of a language in which they are lines of a block, as in Go: `import (` and packages, in groups between blank
 * lines, of which the first is the standard library's. Each group is sorted.
 */

interface Package {
  readonly path: string;
  /** Its line, without what is around. */
  readonly text: string;
}

const KEYWORD = 'import';

/**
 * Puts the packages that a document doesn't have into its block, or makes one of its only import.
 * @param isWhole whether the code is a whole file: the document's packages that it doesn't have, and that nothing else uses,
 * are not needed any more
 */
export function mergePackages(
  { lines, statements }: { readonly lines: readonly string[]; readonly statements: readonly LineRange[] },
  asked: LineRange,
  code: readonly string[],
  isWhole: boolean,
): ImportChange[] | undefined {
  const known = statements.flatMap(({ start, end }) => packagesOf(lines.slice(start, end)));
  const texts = new Set(known.map(({ text }) => text));
  const proposed = new Map(packagesOf(code).map((each) => [each.text, each]));
  const added = [...proposed.values()].filter(({ text }) => !texts.has(text));
  const block = statements.find(
    ({ start, end }) => end - start > 1 && packagesOf(lines.slice(start, end)).length > 0,
  );
  const [only, ...others] = statements;
  if (added.length === 0 && !isWhole) {
    return [];
  }
  if (block !== undefined) {
    const rest = isWhole ? [lines.slice(block.end, asked.start), lines.slice(asked.end)].flat() : [];
    const used = new Set(rest.flatMap((line) => line.match(USED_PACKAGE) ?? []));
    const own = lines.slice(block.start, block.end).filter((line) => {
      const [named] = packagesOf([line]);
      return !isWhole || named === undefined || proposed.has(named.text) || isUsed(named, used);
    });
    const standard = intoBlock(own, added.filter(isOfStandard), true);
    const all = intoBlock(
      standard,
      added.filter((each) => !isOfStandard(each)),
      false,
    );
    return [{ start: block.start, end: block.end, code: all }];
  }
  if (only === undefined || known.some(({ path }) => path === 'C')) {
    return undefined;
  }
  if (others.length > 0) {
    const end = statements.at(-1)?.end ?? 0;
    return added.length === 0
      ? []
      : [{ start: end, end, code: inOrder(added).map(({ text }) => `${KEYWORD} ${text}`) }];
  }
  return added.length === 0
    ? []
    : [{ start: only.start, end: only.end, code: blockOf([...known, ...added]) }];
}

/** Whether a package is used. Those whose name can differ from their path are taken for used. */
function isUsed({ path, text }: Package, used: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isPlain = text.startsWith('"') && isOfStandard({ path });
  return !isPlain || used.has(name);
}

function packagesOf(lines: readonly string[]): Package[] {
  return lines.flatMap((line) => {
    const trimmed = line.trim();
    const rest = trimmed.startsWith(KEYWORD) ? trimmed.slice(KEYWORD.length).trim() : trimmed;
    const text = rest.startsWith('(') ? rest.slice(1, rest.endsWith(')') ? -1 : undefined).trim() : rest;
    const [, path] = PACKAGE_SPEC.exec(text) ?? [];
    return path === undefined ? [] : [{ path, text }];
  });
}

function isOfStandard({ path }: Pick<Package, 'path'>): boolean {
  return !path.split('/', 1)[0]?.includes('.');
}

function inOrder(packages: readonly Package[]): Package[] {
  return packages.toSorted((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
}

function linesOf(packages: readonly Package[]): string[] {
  return inOrder(packages).map(({ text }) => `\t${text}`);
}

function blockOf(packages: readonly Package[]): string[] {
  const [standard, others] = [true, false].map((wanted) =>
    packages.filter((each) => isOfStandard(each) === wanted),
  );
  const groups = [standard ?? [], others ?? []].filter((group) => group.length > 0).map(linesOf);
  return [`${KEYWORD} (`, ...groups.flatMap((group, index) => (index > 0 ? ['', ...group] : group)), ')'];
}

/** The lines of a block with more packages, all of the standard library or none. */
function intoBlock(block: readonly string[], packages: readonly Package[], isStandard: boolean): string[] {
  if (packages.length === 0) {
    return [...block];
  }
  const groups = groupsOf(block);
  const fitting = groups.filter((group) => group.every(({ own }) => isOfStandard(own) === isStandard));
  const usual =
    (isStandard ? fitting[0] : fitting.at(-1)) ??
    groups.find((each) => each.some(({ own }) => isOfStandard(own) === isStandard));
  if (usual === undefined) {
    const added = linesOf(packages);
    const isOnly = groups.length === 0;
    return isStandard || isOnly
      ? block.toSpliced(1, 0, ...added, ...(isOnly ? [] : ['']))
      : block.toSpliced(-1, 0, '', ...added);
  }
  const groupOfRoot = new Map(
    fitting.flatMap((group) => group.map(({ own }) => [rootOf(own), group] as const)),
  );
  const places = new Map<number, readonly Package[]>();
  for (const [group, own] of Map.groupBy(packages, (each) => groupOfRoot.get(rootOf(each)) ?? usual)) {
    let next = 0;
    for (const [line, some] of Map.groupBy(inOrder(own), ({ path }) => {
      while (next < group.length && (group[next]?.own.path ?? '') <= path) {
        next++;
      }
      return group[next]?.line ?? (group.at(-1)?.line ?? 0) + 1;
    })) {
      places.set(line, some);
    }
  }
  return block.flatMap((line, at) => [...linesOf(places.get(at) ?? []), line]);
}

function rootOf({ path }: Package): string | undefined {
  return path.split('/', 1)[0];
}

interface PackageLine {
  readonly line: number;
  readonly own: Package;
}

function groupsOf(block: readonly string[]): PackageLine[][] {
  const groups: PackageLine[][] = [[]];
  for (const [line, text] of block.entries()) {
    const [own] = packagesOf([text]);
    if (own !== undefined) {
      groups.at(-1)?.push({ line, own });
    } else if (text.trim() === '') {
      groups.push([]);
    }
  }
  return groups.filter((group) => group.length > 0);
}
