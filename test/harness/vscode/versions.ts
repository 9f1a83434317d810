/** A VS Code version to test in: its server in the npm package `code-server`, and its Node.js version. */
export interface VscodeVersion {
  /** Display name, and name of the folder of artifacts. */
  readonly name: string;
  /** Exact version of the npm package `code-server`. */
  readonly codeServer: string;
  readonly nodeMajor: number;
  /** Ids of the default themes for `workbench.colorTheme`. */
  readonly themes: { readonly light: string; readonly dark: string };
}

/** The oldest supported VS Code: `engines.vscode` in package.json. */
export const OLDEST: VscodeVersion = {
  name: '1.104',
  codeServer: '4.104.0',
  nodeMajor: 22,
  themes: { light: 'Default Light Modern', dark: 'Default Dark Modern' },
};

/** The newest VS Code on npm when last updated. */
export const NEWEST: VscodeVersion = {
  name: '1.139',
  codeServer: '4.139.1',
  nodeMajor: 24,
  themes: { light: 'Light 2026', dark: 'Dark 2026' },
};

const VERSIONS = [OLDEST, NEWEST];

/**
 * Finds a version by name, such as `1.104`.
 * @throws Error with the known names if there is none
 */
export function vscodeVersion(name: string): VscodeVersion {
  const found = VERSIONS.find((version) => version.name === name);
  if (!found) {
    const known = VERSIONS.map((version) => version.name).join(', ');
    throw new Error(`VS Code ${name} is not a tested version. Use one of: ${known}`);
  }
  return found;
}
