import { importersOf, type Sources } from './layerRules.ts';

/** What to run after a change, as paths of test files or parts of them. */
export interface ChangedTests {
  readonly unit: readonly string[];
  readonly panel: readonly string[];
  readonly vscode: readonly string[];
  /** Not part of the fast loop. */
  readonly e2e: readonly string[];
}

/** Which kinds of tests run a layer, besides the unit tests that import it. */
const KINDS: Readonly<Record<string, readonly ('panel' | 'vscode' | 'e2e')[]>> = {
  'src/base': [],
  'src/contract': ['vscode'],
  'src/client': ['vscode', 'e2e'],
  'src/core': ['panel', 'vscode', 'e2e'],
  'src/protocol': ['panel', 'vscode'],
  'src/vscode': ['vscode', 'e2e'],
  'src/extension.ts': ['vscode', 'e2e'],
  'src/main.ts': ['vscode', 'e2e'],
  'src/webview': ['panel', 'e2e'],
  media: ['panel', 'e2e'],
  'package.json': ['vscode', 'e2e'],
};

/**
 * Chooses tests by what has changed: the unit tests that import a changed file, directly or not, and the other tests of
 * its room, since a room has the same name in `src` and in `test`. What belongs to no room, such as a style sheet, is
 * tested by all tests of its kinds.
 *
 * @param changed paths from the repository's root
 * @param sources all files of `src` and `test`
 */
export function testsOf(changed: readonly string[], sources: Sources): ChangedTests {
  const importers = importersOf(changed, sources);
  const found = {
    unit: new Set<string>(),
    panel: new Set<string>(),
    vscode: new Set<string>(),
    e2e: new Set<string>(),
  };
  const tests = [...sources.keys()].filter((file) => file.endsWith('.test.ts'));
  for (const test of tests.filter((file) => importers.has(file))) {
    found[kindOf(test)]?.add(test);
  }
  for (const file of changed) {
    const layer = Object.keys(KINDS).find((each) => file === each || file.startsWith(`${each}/`));
    const room = /^src\/[^/]+\/([^/]+)\//.exec(file)?.[1];
    for (const kind of layer === undefined ? [] : (KINDS[layer] ?? [])) {
      const all = tests.filter((test) => kindOf(test) === kind);
      const own = all.filter((test) => room !== undefined && test.split('/')[2] === room);
      // A room may have no tests of this kind.
      for (const test of room === undefined ? all : own) {
        found[kind].add(test);
      }
    }
  }
  const sorted = (files: ReadonlySet<string>): string[] => [...files].sort();
  return {
    unit: sorted(found.unit),
    panel: sorted(found.panel),
    vscode: sorted(found.vscode),
    e2e: sorted(found.e2e),
  };
}

function kindOf(test: string): keyof ChangedTests {
  return (/^test\/(unit|panel|vscode|e2e)\//.exec(test)?.[1] ?? 'unit') as keyof ChangedTests;
}
