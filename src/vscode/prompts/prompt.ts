import type * as vscode from 'vscode';

/** A question that was written beforehand, and is asked by its name. */
export interface Prompt {
  /** Unique among all prompts of this run. */
  key: string;
  /** As it is typed behind the slash. */
  name: string;
  detail: string;
  /** Its text, or the file that holds it and is read when it is wanted. */
  from: { text: string } | { file: vscode.Uri };
  isOfWorkspace: boolean;
}
