import { join } from 'node:path';
import { REPOSITORY } from '../harness/paths.ts';

/** A program and its arguments. */
type Command = readonly string[];

interface Store {
  /** Publishes without a stored token: the workflow proves who it is (OpenID Connect). */
  publish(vsix: string): Command;
  /** Asks for the published extension. Ends with an error, or without `shows`, as long as the version isn't there. */
  ask(vsix: string, id: string): Command;
  /** Whether the output of `ask` has the version. */
  shows(output: string, version: string): boolean;
}

const VSCE = [process.execPath, join(REPOSITORY, 'node_modules/@vscode/vsce/vsce')];

/** A dev dependency, though only a release needs it: what can ask for the token is what the lockfile names. */
const OVSX = [process.execPath, join(REPOSITORY, 'node_modules/ovsx/bin/ovsx')];

export const STORES: Readonly<Record<string, Store>> = {
  marketplace: {
    publish: (vsix) => [...VSCE, 'publish', '--oidc', '--packagePath', vsix],
    ask: (_vsix, id) => [...VSCE, 'show', id, '--json'],
    shows: (output, version) => output.includes(`"version": "${version}"`),
  },
  'open-vsx': {
    publish: (vsix) => [...OVSX, 'publish', '--trusted-publishing', vsix],
    // Compares the file with the signature that the registry made of what it has published as this version.
    ask: (vsix) => [...OVSX, 'verify', vsix],
    shows: () => true,
  },
};
