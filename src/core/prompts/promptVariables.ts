/** VS Code's variables for prompt files. All refer to the last active editor or its workspace folder. */
const EDITOR_VARIABLES = [
  'selection',
  'selectedText',
  'file',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileDirname',
  'workspaceFolder',
  'workspaceFolderBasename',
] as const;
type EditorVariable = (typeof EDITOR_VARIABLES)[number];

/** A value that the user is asked for. */
interface PromptInput {
  name: string;
  placeholder?: string;
}

const VARIABLE = /\$\{([A-Za-z]+)\}|\$\{input:([^{}:\n]+)(?::([^{}\n]*))?\}/g;

/** The inputs of a prompt, in order, without duplicate names. */
export function promptInputs(body: string): PromptInput[] {
  const inputs = new Map<string, PromptInput>();
  for (const [, , name, placeholder] of body.matchAll(VARIABLE)) {
    if (name !== undefined && !inputs.has(name)) {
      inputs.set(name, { name, ...(placeholder && { placeholder }) });
    }
  }
  return [...inputs.values()];
}

export function editorVariables(body: string): EditorVariable[] {
  const names = new Set([...body.matchAll(VARIABLE)].map(([, name]) => name));
  return EDITOR_VARIABLES.filter((name) => names.has(name));
}

interface PromptValues {
  inputs: ReadonlyMap<string, string>;
  editor: ReadonlyMap<string, string>;
}

/**
 * Replaces the variables of a prompt in one pass, so that a value is never expanded again. A variable without a value
 * stays as it is.
 */
export function fillPrompt(body: string, { inputs, editor }: PromptValues): string {
  return body.replace(VARIABLE, (whole, name: string | undefined, input: string | undefined) => {
    const value = name === undefined ? inputs.get(input ?? '') : editor.get(name);
    return value ?? whole;
  });
}
