import { createRequire } from 'node:module';

interface BuildOptions {
  readonly production?: boolean;
  /** Lets the suites in the extension host look inside. Never in a packaged build. */
  readonly testAccess?: boolean;
  /** Built into the bundles, so that nobody types an address or a key. Never in a packaged build. */
  readonly developmentConnection?: { readonly baseUrl: string; readonly apiKey: string };
}

/** Makes the extension's bundles in `dist/` with the repository's own build script. */
export async function buildExtension(options: BuildOptions = {}): Promise<void> {
  const script = createRequire(import.meta.url)('../../esbuild.js') as {
    build(options: BuildOptions): Promise<unknown>;
  };
  await script.build(options);
}
