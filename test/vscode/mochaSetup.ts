// The build for browsers, since it needs nothing of Node and so runs in a web worker too. Made ready before the
// suites are loaded, which use its global functions.
import 'mocha/mocha.js';
import { LineReporter } from './reporter.ts';

mocha.setup({ ui: 'bdd', timeout: 60_000, reporter: LineReporter });
