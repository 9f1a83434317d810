import { join, resolve } from 'node:path';

/** The repository's root, which is also the extension's folder. */
export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The sample workspace of tests and `npm start`, which always open a copy. */
export const SAMPLE = join(REPOSITORY, 'test/sample');

/** Folder of VS Code, its Node.js, Chromium, and test artifacts. `VSCODE_TEST_DIR` overrides it. */
export function testFolder(): string {
  return resolve(process.env['VSCODE_TEST_DIR'] ?? join(REPOSITORY, '.vscode-test'));
}
