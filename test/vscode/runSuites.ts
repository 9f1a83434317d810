/** Only suites and tests with this in their full title run; empty for all. Put in by the bundler. */
declare const TEST_ONLY: string;

/** Runs every suite that was loaded. Rejects when a test fails. */
export function run(): Promise<void> {
  mocha.fgrep(TEST_ONLY);
  return new Promise((resolve, reject) => {
    // Not `mocha.run`, which reads the address of a page: an extension host has none.
    Mocha.prototype.run.call(mocha, (failures) => {
      if (failures > 0) {
        reject(new Error(`${failures} failed`));
      } else {
        resolve();
      }
    });
  });
}
