/** What VS Code fills in where a prompt file names it. All are about the editor that was used last, or its folder. */
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

/** What the reader is asked for. */
interface PromptInput {
  name: string;
  /** What stands in the box as long as it is empty. */
  placeholder?: string;
}

const VARIABLE = /\$\{([A-Za-z]+)\}|\$\{input:([^{}:\n]+)(?::([^{}\n]*))?\}/g;

/** What a prompt asks the reader for, in order, each name once. */
export function promptInputs(body: string): PromptInput[] {
  const inputs = new Map<string, PromptInput>();
  for (const [, , name, placeholder] of body.matchAll(VARIABLE)) {
    if (name !== undefined && !inputs.has(name)) {
      inputs.set(name, { name, ...(placeholder && { placeholder }) });
    }
  }
  return [...inputs.values()];
}

/** The variables of the editor that a prompt names. */
export function editorVariables(body: string): EditorVariable[] {
  const names = new Set([...body.matchAll(VARIABLE)].map(([, name]) => name));
  return EDITOR_VARIABLES.filter((name) => names.has(name));
}

/** What takes the place of the variables: of each what it is called by its name. */
interface PromptValues {
  inputs: ReadonlyMap<string, string>;
  editor: ReadonlyMap<string, string>;
}

/** The prompt with its variables filled in. What has no value stays as it is, and a value is never read as a variable. */
export function fillPrompt(body: string, { inputs, editor }: PromptValues): string {
  return body.replace(VARIABLE, (whole, name: string | undefined, input: string | undefined) => {
    const value = name === undefined ? inputs.get(input ?? '') : editor.get(name);
    return value ?? whole;
  });
}
