/** What the bundler passes on of the environment that the tests were started in. */
declare const TEST_ENVIRONMENT: Readonly<Record<string, string>>;

// A worker has no `process`. The npm package `assert` needs one, and the tests look here for how they are to run.
Object.assign(globalThis, { process: { argv: [], env: TEST_ENVIRONMENT } });
