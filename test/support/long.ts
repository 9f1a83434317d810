/** Whether this is the long run: `TEST_LONG=1`. Checked by everything that is too slow for `npm test`. */
export const isLong: boolean = globalThis.process?.env['TEST_LONG'] === '1';
