import type { Platform } from './platform.ts';

/** Of the bundler: runs a module of the bundle. */
declare const require: (module: string) => { readonly platform: Platform };

/** `undefined` in a browser, unless the page defines another one. */
declare const process: { readonly versions?: { readonly node?: string } } | undefined;

/** For the package, whose one bundle has the modules for both. Only one of them runs. */
export const { platform } =
  typeof process !== 'undefined' && process.versions?.node !== undefined
    ? require('./node/platformInNode.ts')
    : require('./platformInBrowser.ts');
