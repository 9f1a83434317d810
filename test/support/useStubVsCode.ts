import { registerHooks } from 'node:module';

/** Makes `import 'vscode'` in all modules that are imported from then on import the stub. */
export function useStubVsCode(): void {
  const url = new URL('./stubVsCode.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode'
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  });
}
