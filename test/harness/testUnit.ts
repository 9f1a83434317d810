import { closingLine, succeeded } from './counts.ts';
import { runNodeTests, testFiles } from './nodeTests.ts';

// The unit tests with their closing line: what `npm run test:unit` runs, and `npm test` counts.
const counts = await runNodeTests(testFiles('test/unit/**/*.test.ts'), { timeout: 60_000 });
console.log(closingLine('unit', counts));
process.exitCode = succeeded(counts) ? 0 : 1;
