/**
 * The suites about what differs in the web worker host: its own bundle, its `fetch` with CORS, files through VS Code
 * alone, no Git and no grammars. VS Code loads this file as its `extensionTestsPath` and calls `run`.
 */
import './mochaSetup.ts';
import './activation.test.ts';
import './connection/apiKey.test.ts';
import './asking/questionPipeline.test.ts';
import './attachments/attachmentKinds.test.ts';
import './attachments/candidates.test.ts';
import './code/editorColors.test.ts';
import './attachments/captureDiff.test.ts';
import './history/history.test.ts';
import './attachments/instructionFiles.test.ts';
import './connection/keyConsent.test.ts';
import './prompts/prompts.test.ts';
import './settings.test.ts';
import './workspaceFile.test.ts';
// Last, since the client remembers what an address refused, and asks it in another way from then on.
import './failures/faults.test.ts';

export { run } from './runSuites.ts';
