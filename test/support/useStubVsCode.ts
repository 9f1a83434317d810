import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '../harness/paths.ts';

const OURS = `${pathToFileURL(REPOSITORY).href}/`;

/** Makes `import 'vscode'` in all modules of the repository that are imported from then on import the stub. */
export function useStubVsCode(): void {
  const url = new URL('./stubVsCode.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' && context.parentURL?.startsWith(OURS)
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  });
}
