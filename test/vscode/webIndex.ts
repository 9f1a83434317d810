/**
 * Suites about what differs in a web worker: its own bundle, `fetch` with CORS, files only through
 * `vscode.workspace.fs`, no Git extension and no grammars. VS Code loads this file as `extensionTestsPath` and calls
 * `run`.
 */
import './mochaSetup.ts';
import './activation.test.ts';
import './connection/apiKey.test.ts';
import './asking/questionPipeline.test.ts';
import './attachments/attachmentKinds.test.ts';
import './attachments/candidates.test.ts';
import './code/editorColors.test.ts';
import './attachments/captureDiff.test.ts';
import './editing/reviewSaving.test.ts';
import './history/history.test.ts';
import './attachments/instructionFiles.test.ts';
import './connection/keyConsent.test.ts';
import './prompts/prompts.test.ts';
import './settings.test.ts';
import './workspaceFile.test.ts';
// Last, because the client remembers per service what it refused, and sends later requests in another shape.
import './failures/faults.test.ts';

export { run } from './runSuites.ts';
