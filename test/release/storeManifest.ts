/** Where a package is published. */
export interface Publication {
  /** Address of the repository, as `https://github.com/example/assistant-chat`. */
  readonly repository: string;
  readonly publisher: string;
}

/** What only those need who have the repository. `private` keeps npm from publishing it as a package of its own. */
const LEFT_OUT = new Set(['private', 'scripts', 'devDependencies', 'optionalDependencies']);

/**
 * Returns the manifest for a store. What depends on the address of the repository and on the publisher is added here, and
 * not in package.json: the repository has no public address yet, and an address that leads nowhere would be shown to users.
 */
export function storeManifest(
  manifest: Readonly<Record<string, unknown>>,
  { repository, publisher }: Publication,
): Record<string, unknown> {
  const kept = Object.entries(manifest).filter(([key]) => !LEFT_OUT.has(key));
  return {
    ...Object.fromEntries(kept),
    publisher,
    repository: { type: 'git', url: `${repository}.git` },
    bugs: { url: `${repository}/issues` },
    homepage: `${repository}#readme`,
    qna: `${repository}/issues`,
  };
}

/**
 * Checks the address of a repository, which vsce needs to be one of these hosts, and returns it without `.git`.
 * @throws Error if it is none
 */
export function repositoryAddress(text: string): string {
  const [, address] = /^(https:\/\/(?:github|gitlab)\.com\/[\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(text) ?? [];
  if (address === undefined) {
    throw new Error(`Not the address of a repository on GitHub or GitLab: ${text}`);
  }
  return address;
}
