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

/** Finds the imports of a TypeScript file by its text, as the formatter writes it: each statement on its own line. */
export function readImports(source: string): Import[] {
  const found: Import[] = [];
  for (const { groups } of source.matchAll(STATIC)) {
    found.push({ specifier: groups?.['specifier'] ?? '', typesOnly: isTypesOnly(groups?.['clause'] ?? '') });
  }
  for (const pattern of [SIDE_EFFECT, DYNAMIC]) {
    for (const { groups } of source.matchAll(pattern)) {
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
