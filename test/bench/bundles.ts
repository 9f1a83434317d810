import type { Metafile } from 'esbuild';

/** One file of the build, in bytes. */
export interface Bundle {
  readonly file: string;
  readonly bytes: number;
  /** Who takes how much of it, most first: a package by its name, `own code`, and what the bundler adds. */
  readonly parts: readonly BundlePart[];
}

export interface BundlePart {
  readonly name: string;
  readonly bytes: number;
}

/** The scripts and styles that a build wrote, by what esbuild says about it. */
export function bundlesOf(metafiles: readonly Metafile[]): readonly Bundle[] {
  return metafiles
    .flatMap(({ outputs }) => Object.entries(outputs))
    .filter(([file]) => /\.(js|css)$/.test(file))
    .map(([file, { bytes, inputs }]) => ({ file, bytes, parts: partsOf(bytes, inputs) }));
}

function partsOf(total: number, inputs: Metafile['outputs'][string]['inputs']): readonly BundlePart[] {
  const sums = new Map<string, number>();
  let rest = total;
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = ownerOf(path);
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
    rest -= bytesInOutput;
  }
  sums.set('bundler', rest);
  return [...sums]
    .map(([name, bytes]) => ({ name, bytes }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** The innermost package that a file lies in, where it lies in one. */
function ownerOf(path: string): string {
  return /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'own code';
}
