/** Whether this is the long run: `TEST_LONG=1`. Everything that is too slow for each `npm test` looks here. */
export const isLong: boolean = globalThis.process?.env['TEST_LONG'] === '1';
