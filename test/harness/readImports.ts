import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One import of a module: a static or dynamic import, or a re-export. */
export interface Import {
  /** As it is written: `zod/mini`, `../core/turn.ts`. */
  readonly specifier: string;
  /** Whether it is gone at run time: `import type`, `export type`, or every name in it marked with `type`. */
  readonly typesOnly: boolean;
}

const STATIC = /^[ \t]*(?:import|export)\b(?<clause>[^;'"`]*?)\bfrom\s*['"](?<specifier>[^'"]+)['"]/gm;
const SIDE_EFFECT = /^[ \t]*import\s*['"](?<specifier>[^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g;

/** Finds the imports of a TypeScript file by its text. Comments are left out first. */
export function readImports(source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found: Import[] = [];
  for (const { groups } of code.matchAll(STATIC)) {
    found.push({ specifier: groups?.['specifier'] ?? '', typesOnly: isTypesOnly(groups?.['clause'] ?? '') });
  }
  for (const pattern of [SIDE_EFFECT, DYNAMIC]) {
    for (const { groups } of code.matchAll(pattern)) {
      found.push({ specifier: groups?.['specifier'] ?? '', typesOnly: false });
    }
  }
  return found;
}

function isTypesOnly(clause: string): boolean {
  if (/^\s*type\s/.test(clause)) {
    return true;
  }
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/.exec(clause)?.groups?.['names'] ?? '';
  const list = names.split(',').filter((name) => name.trim() !== '');
  return list.length > 0 && list.every((name) => /^\s*type\s/.test(name));
}

/** The files of a set that each file imports, by path relative to `root`; imports of packages are left out. */
export function importGraph(root: string, files: readonly string[]): Map<string, string[]> {
  return new Map(
    files.map((file) => [
      file,
      readImports(readFileSync(join(root, file), 'utf8'))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => relative(root, join(root, dirname(file), specifier))),
    ]),
  );
}

/** One cycle of a graph as the files in order, the first again at the end; `undefined` when there is none. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) {
      return [...path.slice(path.indexOf(file)), file];
    }
    if (finished.has(file)) {
      return undefined;
    }
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle) {
        return cycle;
      }
    }
    finished.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) {
      return cycle;
    }
  }
  return undefined;
}
