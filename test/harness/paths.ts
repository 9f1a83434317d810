import { join, resolve } from 'node:path';

/** The repository's root, which is also the extension's folder. */
export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The small folder that tests and `npm start` open, always as a copy. */
export const SAMPLE = join(REPOSITORY, 'test/sample');

/** Where VS Code, its Node, Chromium and the artefacts of tests lie; `VSCODE_TEST_DIR` moves it. */
export function testFolder(): string {
  return resolve(process.env['VSCODE_TEST_DIR'] ?? join(REPOSITORY, '.vscode-test'));
}
