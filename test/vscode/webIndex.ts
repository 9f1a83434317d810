/**
 * The suites about what differs in the web worker host: its own bundle, its `fetch` with CORS, files through VS Code
 * alone, no Git and no grammars. VS Code loads this file as its `extensionTestsPath` and calls `run`.
 */
import './mochaSetup.ts';
import './activation.test.ts';
import './apiKey.test.ts';
import './asking.test.ts';
import './attachmentKinds.test.ts';
import './candidates.test.ts';
import './editorColours.test.ts';
import './gitChanges.test.ts';
import './history.test.ts';
import './instructionFiles.test.ts';
import './keyConsent.test.ts';
import './prompts.test.ts';
import './settings.test.ts';
import './workspaceFile.test.ts';
// Last, since the client remembers what an address refused, and asks it in another way from then on.
import './faults.test.ts';

export { run } from './runSuites.ts';
