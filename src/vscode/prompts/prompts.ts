import * as vscode from 'vscode';
import { contentId } from '../../core/history/records/checksum.ts';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { toPromptName } from '../../core/prompts/slashPrompt.ts';
import { visibleText } from '../../core/visibleText.ts';
import { displayPath } from '../attachments/captureSelection.ts';
import { createBuiltInPrompts } from './builtInPrompts.ts';
import { type Prompt, readPrompt } from './prompt.ts';
import { findUserPromptFiles, findWorkspacePromptFiles, promptFileName } from './promptFolders.ts';

/** A description is one line of a list. Characters. */
const MAX_DETAIL_CHARS = 200;

/** All prompts: those that are built in, the user's own, and the workspace's. Files are read when they are wanted. */
export class Prompts {
  readonly #userFolder: vscode.Uri;
  /** Whatever was told to anybody, so that keys that were told can be looked up. */
  readonly #byKey = new Map<string, Prompt>();

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
    const [own, ofWorkspace] = await Promise.all([
      findUserPromptFiles(this.#userFolder),
      findWorkspacePromptFiles(),
    ]);
    const files = await Promise.all([
      ...own.map((file) => toFilePrompt(file, false)),
      ...ofWorkspace.map((file) => toFilePrompt(file, true)),
    ]);
    const prompts = [...createBuiltInPrompts(), ...files.filter(({ name }) => name !== '')];
    for (const prompt of prompts) {
      this.#byKey.set(prompt.key, prompt);
    }
    return prompts;
  }

  /** One that was told before. */
  findByKey(key: string): Prompt | undefined {
    return this.#byKey.get(key);
  }

  /**
   * The prompt that a name which is typed means: the user's own before what is built in, and the workspace's last, so
   * that no repository gives a name that one knows another meaning.
   */
  async findByName(name: string): Promise<Prompt | undefined> {
    const wanted = name.toLowerCase();
    const rank = ({ source, isFromWorkspace }: Prompt): number =>
      isFromWorkspace ? 2 : 'text' in source ? 1 : 0;
    const found = (await this.all()).filter((prompt) => prompt.name.toLowerCase() === wanted);
    return found.sort((a, b) => rank(a) - rank(b))[0];
  }
}

/** One that can't be used is listed too: whoever takes it is told why. */
async function toFilePrompt(file: vscode.Uri, isFromWorkspace: boolean): Promise<Prompt> {
  const read = await readPrompt(file);
  const said: Partial<PromptFile> = 'error' in read ? {} : read;
  const detail = [said.argumentHint, said.description ?? displayPath(file)].filter(
    (part) => part !== undefined,
  );
  return {
    key: `file.${contentId(file.toString())}`,
    name: toPromptName(said.name ?? '') || toPromptName(promptFileName(file)),
    detail: visibleText(detail.join(' · ')).slice(0, MAX_DETAIL_CHARS),
    source: { file },
    isFromWorkspace,
  };
}
