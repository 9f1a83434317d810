import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../../harness/paths.ts';

const READS =
  /fs\.readFile|openTextDocument|openNotebookDocument|\btextDocuments|\bnotebookDocuments|\.getText\(/;

/** Rooms and files whose reads don't go into a question, or only with what the door returned. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/vscode/attachments/notebookText.ts': 'Called by the door.',
  'src/vscode/attachments/captureSelection.ts': 'Reads what is selected in an editor.',
  'src/vscode/attachments/kinds/captureSymbol.ts': 'Reads a document that the door has opened.',
  'src/vscode/attachments/definitions/findDefinitions.ts': 'Reads what is selected in a document.',
  'src/vscode/attachments/definitions/targetDocuments.ts': 'Reads a document that the door has opened.',
  'src/vscode/attachments/openAttachment.ts': 'Shows a document.',
  'src/vscode/attachments/files/gitFolder.ts': 'Reads ignore files.',
  'src/vscode/findCell.ts': 'Looks up a notebook.',
  'src/vscode/code/contributions.ts': 'Reads themes and grammars of extensions.',
  'src/vscode/prompts/prompt.ts': 'Reads prompt files, whose text the panel shows before it is sent.',
  'src/vscode/requests/requestDocuments.ts': 'Shows a document.',
  'src/vscode/targetEditor.ts': 'Looks up a document that was renamed.',
};

test('files come into a question through one door only', () => {
  const found = globSync('src/vscode/**/*.ts', {
    cwd: REPOSITORY,
    exclude: (file) => /^src[\\/]vscode[\\/](?:editing|history|node)$/.test(String(file)),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/^src\/vscode\/(?:editing|history|node)\//.test(file))
    .filter((file) => READS.test(readFileSync(join(REPOSITORY, file), 'utf8')));
  const door = 'src/vscode/attachments/readingDoor.ts';
  assert.deepEqual(found.toSorted(), [...Object.keys(OTHERS), door].toSorted(), `Use ${door}`);
});
