/** Environment variables that the bundler passes on. */
declare const TEST_ENVIRONMENT: Readonly<Record<string, string>>;

// A worker has no `process`. The npm package `assert` needs one, and tests read their environment from it.
Object.assign(globalThis, { process: { argv: [], env: TEST_ENVIRONMENT } });
