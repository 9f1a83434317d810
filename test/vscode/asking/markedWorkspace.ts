import * as vscode from 'vscode';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { equal, ok } from '../assert.ts';
import { workspaceRoot } from '../workspaceFiles.ts';

/** Every part of the workspace contains a unique one, so that it is recognized if it is sent. */
const MARKER = /marker\d+end/g;

let markerCount = 0;
export function nextMarker(): string {
  markerCount += 1;
  return `marker${markerCount}end`;
}

export function markersIn(text: string): string[] {
  return [...new Set(text.match(MARKER))].sort();
}

export const FOLDER = 'implicit';
/** Files that the steps may attach, and others that merely exist. */
export const ATTACHED = [`${FOLDER}/first.ts`, `${FOLDER}/second.py`, `${FOLDER}/deep/third.md`];
export const BYSTANDERS = [`${FOLDER}/.env`, '.github/copilot-instructions.md'];
export const INSTRUCTIONS = 'AGENTS.md';
export const PROMPT = '.github/prompts/look.prompt.md';
/** The model that the prompt names, which is not the default. */
export const PROMPT_MODEL = 'assistant-opus-5';
export const PROMPT_TEXT = `Look at ${nextMarker()}.`;

export function uriOf(path: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceRoot(), path);
}

async function write(path: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uriOf(path), new TextEncoder().encode(text));
}

/** Writes files with unique lines, and a diagnostic for each. */
export async function fillWorkspace(diagnostics: vscode.DiagnosticCollection): Promise<void> {
  const header = `---\ndescription: ${nextMarker()}\nmodel: [other, ${PROMPT_MODEL}]\n---\n`;
  await write(PROMPT, `${header}${PROMPT_TEXT}\n`);
  for (const path of [...ATTACHED, ...BYSTANDERS, INSTRUCTIONS]) {
    const lines = Array.from({ length: 6 }, () => `line of ${nextMarker()}`);
    await write(path, `${lines.join('\n')}\n`);
    const range = new vscode.Range(1, 0, 1, 4);
    diagnostics.set(uriOf(path), [new vscode.Diagnostic(range, `trouble with ${nextMarker()}`)]);
  }
}

/** The current text of a file, including unsaved changes. */
async function textNow(uri: vscode.Uri): Promise<string> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  return document?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** What a chip promises to send, taken from the workspace instead of the composer. */
export async function expected(chip: ComposerAttachment): Promise<ComposerAttachment> {
  switch (chip.kind) {
    case 'file':
    case 'instructions': {
      const uri = vscode.Uri.parse(chip.uri ?? '');
      equal(chip.path, vscode.workspace.asRelativePath(uri));
      return { ...chip, text: await textNow(uri) };
    }
    case 'selection':
      return chip;
    case 'terminal':
      ok(chip.text.startsWith('npm test\noutput of '), `Unexpected text: ${chip.text}`);
      equal(markersIn(chip.text).length, 1);
      return { ...chip, command: { exitCode: 1 } };
    case 'folder':
      equal(markersIn(chip.text), [], 'The list of names contains text of the files');
      ok(chip.text.includes('third.md') && !chip.text.includes('first.ts'), `Unexpected names: ${chip.text}`);
      return chip;
    case 'symbol':
      equal(chip.path, ATTACHED[1], 'It is not where the definition is');
      ok((await textNow(uriOf(chip.path))).includes(chip.text), 'It is not the text of the definition');
      equal(markersIn(chip.text).length, 1, 'It is more than one line');
      return chip;
    case 'problems': {
      // Without a URI, it is those at the cursor.
      const diagnosticsNow =
        chip.uri === undefined
          ? vscode.languages.getDiagnostics(uriOf(chip.path))
          : vscode.languages.getDiagnostics().flatMap(([, problems]) => problems);
      const messages = diagnosticsNow.map(({ message }) => message).join('\n');
      equal(markersIn(chip.text), markersIn(messages), 'The problems are not those of the workspace');
      return chip;
    }
    default:
      throw new Error(`No step attaches ${chip.kind}`);
  }
}
