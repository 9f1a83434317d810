import './mochaSetup.ts';
import './activation.test.ts';
import './apiKey.test.ts';
import './apiKeyStore.test.ts';
import './asking.test.ts';
import './attachmentKinds.test.ts';
import './attachmentsLive.test.ts';
import './candidates.test.ts';
import './changes.test.ts';
import './codeColours.test.ts';
import './codeBlockCommands.test.ts';
import './commands.test.ts';
import './contextCommands.test.ts';
import './currentFile.test.ts';
import './dropped.test.ts';
import './exportCommands.test.ts';
import './gitChanges.test.ts';
import './fit.test.ts';
import './fitModels.test.ts';
import './keyConsent.test.ts';
import './hiddenText.test.ts';
import './history.test.ts';
import './historyScreen.test.ts';
import './importCommands.test.ts';
import './instructionFiles.test.ts';
import './newFile.test.ts';
import './nothingImplicit.test.ts';
import './placeInTerminal.test.ts';
import './placeText.test.ts';
import './places.test.ts';
import './problems.test.ts';
import './prompts.test.ts';
import './report.test.ts';
import './secretGuard.test.ts';
import './selectionCapture.test.ts';
import './showRequest.test.ts';
import './settings.test.ts';
import './surfaces.test.ts';
import './timeLimits.test.ts';
import './tokenMeter.test.ts';
import './turns.test.ts';
import './waits.test.ts';
import './workspaceFile.test.ts';
// Last, since the client remembers what an address refused, and asks it in another way from then on.
import './faults.test.ts';

/**
 * Runs every suite above inside the extension host: VS Code loads this file as its `extensionTestsPath` and calls
 * this. Rejects when a test fails.
 */
export function run(): Promise<void> {
  return new Promise((resolve, reject) => {
    // Not `mocha.run`, which reads the address of a page: an extension host has none.
    Mocha.prototype.run.call(mocha, (failures) => {
      if (failures > 0) {
        reject(new Error(`${failures} failed`));
      } else {
        resolve();
      }
    });
  });
}
