/**
 * Suites about what differs in a web worker: its own bundle, `fetch` with CORS, secrets and history in the browser, files
 * only through `vscode.workspace.fs`, no Git extension and no grammars. Others are about features that use much of VS
 * Code's user interface. The client's own tests run in a worker too.
 */
import './activation.test.ts';
import './connection/apiKey.test.ts';
import './asking/askAboutSelection.test.ts';
import './asking/selectionEdits.test.ts';
import './attachments/attachmentKinds.test.ts';
import './attachments/captureTerminal.test.ts';
import './attachments/candidates.test.ts';
import './attachments/definitions.test.ts';
import './attachments/searchFiles.test.ts';
import './code/editorColors.test.ts';
import './attachments/captureDiff.test.ts';
import './commitMessage/commitMessage.test.ts';
import './editing/applied.test.ts';
import './editing/applyToFile.test.ts';
import './editing/replyFiles.test.ts';
import './asking/unseenReplies.test.ts';
import './prompts/promptModel.test.ts';
import './problems/problems.test.ts';
import './problems/testFailure.test.ts';
import './history/history.test.ts';
import './workspaceFile.test.ts';
