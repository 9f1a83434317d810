import * as vscode from 'vscode';
import { contentId } from '../../core/history/records/checksum.ts';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { typeableName } from '../../core/prompts/typedPrompt.ts';
import { visibleText } from '../../core/visibleText.ts';
import { shownPath } from '../attachments/selectionCapture.ts';
import { builtInPrompts } from './builtInPrompts.ts';
import { type Prompt, readPrompt } from './prompt.ts';
import { promptFileName, userPromptFiles, workspacePromptFiles } from './promptFolders.ts';

/** A description is one line of a list. Characters. */
const LONGEST_DETAIL = 200;

/** All prompts: those that are built in, the user's own, and the workspace's. Files are read when they are wanted. */
export class Prompts {
  readonly #userFolder: vscode.Uri;
  /** Whatever was told to anybody, so that keys that were told can be looked up. */
  readonly #told = new Map<string, Prompt>();

  constructor(globalStorageUri: vscode.Uri) {
    // VS Code keeps the user's own prompt files beside the folder that its extensions keep their data in.
    this.#userFolder = vscode.Uri.joinPath(globalStorageUri, '..', '..', 'prompts');
  }

  /** Those whose names begin with the query come first, then those that have it elsewhere. */
  async matching(query: string): Promise<Prompt[]> {
    const wanted = query.toLowerCase();
    const begins = ({ name }: Prompt): boolean => name.toLowerCase().startsWith(wanted);
    const found = (await this.all()).filter(({ name }) => name.toLowerCase().includes(wanted));
    return [...found.filter(begins), ...found.filter((prompt) => !begins(prompt))];
  }

  async all(): Promise<Prompt[]> {
    const [own, ofWorkspace] = await Promise.all([userPromptFiles(this.#userFolder), workspacePromptFiles()]);
    const files = await Promise.all([
      ...own.map((file) => filePrompt(file, false)),
      ...ofWorkspace.map((file) => filePrompt(file, true)),
    ]);
    const prompts = [...builtInPrompts(), ...files.filter(({ name }) => name !== '')];
    for (const prompt of prompts) {
      this.#told.set(prompt.key, prompt);
    }
    return prompts;
  }

  /** One that was told before. */
  told(key: string): Prompt | undefined {
    return this.#told.get(key);
  }

  /**
   * The prompt that a name which is typed means: the user's own before what is built in, and the workspace's last, so
   * that no repository gives a name that one knows another meaning.
   */
  async named(name: string): Promise<Prompt | undefined> {
    const wanted = name.toLowerCase();
    const rank = ({ from, isOfWorkspace }: Prompt): number => (isOfWorkspace ? 2 : 'text' in from ? 1 : 0);
    const found = (await this.all()).filter((prompt) => prompt.name.toLowerCase() === wanted);
    return found.sort((a, b) => rank(a) - rank(b))[0];
  }
}

/** One that can't be used is listed too: whoever takes it is told why. */
async function filePrompt(file: vscode.Uri, isOfWorkspace: boolean): Promise<Prompt> {
  const read = await readPrompt(file);
  const said: Partial<PromptFile> = 'problem' in read ? {} : read;
  const detail = [said.argumentHint, said.description ?? shownPath(file)].filter(
    (part) => part !== undefined,
  );
  return {
    key: `file.${contentId(file.toString())}`,
    name: typeableName(said.name ?? '') || typeableName(promptFileName(file)),
    detail: visibleText(detail.join(' · ')).slice(0, LONGEST_DETAIL),
    from: { file },
    isOfWorkspace,
  };
}
