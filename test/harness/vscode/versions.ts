/** One VS Code to test in: its own server out of the npm package `code-server`, and the Node it was made for. */
export interface VscodeVersion {
  /** As a person says it, and as artefact folders are named. */
  readonly name: string;
  /** The exact version of the npm package `code-server` that carries it. */
  readonly codeServer: string;
  readonly nodeMajor: number;
  /** The themes that it starts with, by the id that the setting `workbench.colorTheme` takes. */
  readonly themes: { readonly light: string; readonly dark: string };
}

/** The oldest VS Code that the extension supports: `engines.vscode` in package.json. */
export const OLDEST: VscodeVersion = {
  name: '1.104',
  codeServer: '4.104.0',
  nodeMajor: 22,
  themes: { light: 'Default Light Modern', dark: 'Default Dark Modern' },
};

/** The newest VS Code that npm had when this was last looked at. */
export const NEWEST: VscodeVersion = {
  name: '1.139',
  codeServer: '4.139.1',
  nodeMajor: 24,
  themes: { light: 'Light 2026', dark: 'Dark 2026' },
};

const VERSIONS = [OLDEST, NEWEST];

/** Finds a version by its name, such as `1.104`; throws with the known names when there is none. */
export function vscodeVersion(name: string): VscodeVersion {
  const found = VERSIONS.find((version) => version.name === name);
  if (!found) {
    const known = VERSIONS.map((version) => version.name).join(', ');
    throw new Error(`VS Code ${name} is not a tested version. Use one of: ${known}`);
  }
  return found;
}
