import type { Metafile } from 'esbuild';

/** A file of the build. */
export interface Bundle {
  readonly file: string;
  readonly bytes: number;
  /** Parts by package name, `own code`, and `bundler`, largest first. */
  readonly parts: readonly BundlePart[];
}

export interface BundlePart {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the scripts and style sheets of a build from esbuild's metafiles. */
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

/** Returns the innermost package of a file, or `own code`. */
function ownerOf(path: string): string {
  return /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'own code';
}
