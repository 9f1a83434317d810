/** Runs only tests whose full title contains this text; all if empty. Defined by the bundler. */
declare const TEST_ONLY: string;

/** Runs all loaded suites. Rejects if a test fails. */
export function run(): Promise<void> {
  mocha.fgrep(TEST_ONLY);
  return new Promise((resolve, reject) => {
    // `mocha.run` reads `location`, which an extension host doesn't have.
    Mocha.prototype.run.call(mocha, (failures) => {
      if (failures > 0) {
        reject(new Error(`${failures} failed`));
      } else {
        resolve();
      }
    });
  });
}
