import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { REPOSITORY } from '../harness/paths.ts';

/**
 * The code of TypeScript in one form, however it is written: without types, comments, and white space that means nothing,
 * with `a.b` for `a['b']`. Names of variables may get a number.
 */
export async function printedCode(source: string): Promise<string> {
  const { code } = await transform(source, {
    loader: 'ts',
    minifyWhitespace: true,
    minifySyntax: true,
    // Keeps imports whose names are not used.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return code;
}

interface SourceFile {
  /** Path from the repository's root. */
  readonly file: string;
  readonly source: string;
  readonly code: string;
}

/** The files that a glob finds, with their code as `printedCode` returns it. */
export async function printedFiles(glob: string): Promise<SourceFile[]> {
  const files = globSync(glob, { cwd: REPOSITORY }).map((file) => file.replaceAll('\\', '/'));
  return Promise.all(
    files.sort().map(async (file) => {
      const source = readFileSync(join(REPOSITORY, file), 'utf8');
      return { file, source, code: await printedCode(source) };
    }),
  );
}

/**
 * The members of an object, such as `vscode.workspace`, that printed code uses: named after it, or taken out of it. A `*`
 * stands for the object itself, which gets another name, or for a member whose name is computed.
 */
export function membersOf(code: string, object: string): string[] {
  const name = object.replaceAll('.', String.raw`\??\.`);
  const uses = new RegExp(String.raw`(?:\{([^{}]*)\}=)?(?<![\w$.])${name}(?![\w$])(?:\??\.(\w+))?`, 'g');
  return [...code.matchAll(uses)].flatMap(([, taken, member]) => {
    if (member !== undefined || taken === undefined) {
      return [member ?? '*'];
    }
    return taken.split(',').map((one) => /^\w+/.exec(one)?.[0] ?? '*');
  });
}
