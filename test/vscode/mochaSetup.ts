// Mocha's browser build, since it needs nothing of Node and so also runs in a web worker. Must be set up before the
// suites load, because they use its global functions.
import 'mocha/mocha.js';
import { LineReporter } from './reporter.ts';

mocha.setup({ ui: 'bdd', timeout: 180_000, reporter: LineReporter });
