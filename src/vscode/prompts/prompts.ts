import * as vscode from 'vscode';
import { cutText } from '../../base/characterEnd.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { contentId } from '../../core/checksum.ts';
import { comparableName, type NamedPrompt, possiblePrompts } from '../../core/composer/triggers.ts';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { toPromptName } from '../../core/prompts/slashPrompt.ts';
import { visibleText } from '../../core/visibleText.ts';
import { displayPath } from '../displayPath.ts';
import { createBuiltInPrompts } from './builtInPrompts.ts';
import { type Prompt, readPrompt } from './prompt.ts';
import { findUserPromptFiles, findWorkspacePromptFiles, promptFileName } from './promptFolders.ts';

/** Maximum length of the description in the list. */
const MAX_DETAIL_CHARS = 200;

export interface OfferedModels {
  /** Returns the first of these models that the service offers. */
  firstOffered(models: readonly string[]): string | undefined;
}

/** All prompts: built in, the user's, and the workspace's. Files are read on each use. */
export class Prompts {
  readonly #userFolder: vscode.Uri;
  /** All prompts ever listed, to look up the keys that the panel sends back. */
  readonly #byKey = new Map<string, Prompt>();

  readonly #models: OfferedModels;

  constructor(globalStorageUri: vscode.Uri, models: OfferedModels) {
    this.#models = models;
    // VS Code stores user prompt files in `User/prompts`, next to `User/globalStorage`.
    this.#userFolder = vscode.Uri.joinPath(globalStorageUri, '..', '..', 'prompts');
  }

  /** Prompts whose names start with the query come first, then those that contain it. */
  async matching(query: string): Promise<Prompt[]> {
    const needle = comparableName(query);
    const startsWithQuery = ({ name }: Prompt): boolean => comparableName(name).startsWith(needle);
    const found = (await this.all()).filter(({ name }) => comparableName(name).includes(needle));
    return [...found.filter(startsWithQuery), ...found.filter((prompt) => !startsWithQuery(prompt))];
  }

  async all(): Promise<Prompt[]> {
    const [userFiles, workspaceFiles] = await Promise.all([
      findUserPromptFiles(this.#userFolder),
      findWorkspacePromptFiles(),
    ]);
    const files = await Promise.all([
      ...userFiles.map((file) => toFilePrompt(file, false, this.#models)),
      ...workspaceFiles.map((file) => toFilePrompt(file, true, this.#models)),
    ]);
    const prompts = [...createBuiltInPrompts(), ...files.filter(({ name }) => name !== '')];
    for (const prompt of prompts) {
      this.#byKey.set(prompt.key, prompt);
    }
    return prompts;
  }

  /** Finds a prompt that was listed before. */
  findByKey(key: string): Prompt | undefined {
    return this.#byKey.get(key);
  }

  /**
   * Finds the prompt for a typed name. User prompts override built-in ones; workspace prompts don't, so that a
   * repository can't redefine a known name.
   */
  async findByName(name: string): Promise<Prompt | undefined> {
    return (await this.#findFirst([{ name, args: '' }]))?.prompt;
  }

  /** Finds the prompt that a question starts with, the one with the longest name, and the text after it. */
  async findTyped(question: string): Promise<{ prompt: Prompt; args: string } | undefined> {
    return this.#findFirst(possiblePrompts(question));
  }

  async #findFirst(names: readonly NamedPrompt[]): Promise<{ prompt: Prompt; args: string } | undefined> {
    if (names.length === 0) {
      return undefined;
    }
    const rank = ({ source, isFromWorkspace }: Prompt): number =>
      isFromWorkspace ? 2 : 'text' in source ? 1 : 0;
    const all = (await this.all()).sort((a, b) => rank(a) - rank(b));
    for (const { name, args } of names) {
      const prompt = all.find((one) => comparableName(one.name) === comparableName(name));
      if (prompt !== undefined) {
        return { prompt, args };
      }
    }
    return undefined;
  }
}

/** Unusable prompts are listed too: selecting one shows the error. */
async function toFilePrompt(
  file: vscode.Uri,
  isFromWorkspace: boolean,
  models: OfferedModels,
): Promise<Prompt> {
  const read = await readPrompt(file);
  const header: Partial<PromptFile> = 'error' in read ? {} : read;
  const model = models.firstOffered(header.models ?? []);
  const detail = [model, header.argumentHint, header.description ?? displayPath(file)].filter(
    (part) => part !== undefined,
  );
  return {
    key: `file.${contentId(file.toString())}`,
    name: toPromptName(header.name ?? '') || toPromptName(promptFileName(file)),
    detail: cutText(visibleText(detail.join(' · ')), MAX_DETAIL_CHARS),
    source: { file },
    isFromWorkspace,
    ...omitUndefined({ model }),
  };
}
