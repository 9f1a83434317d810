import { Emitter } from '../../src/base/emitter.ts';

/**
 * A stub of VS Code for what asks a question: settings, trust and an editor, which a test changes, a status bar item,
 * progress that nobody cancels, and nothing else. It is imported as `vscode` after `useStubVsCode`.
 */

const settings = new Map<string, unknown>();
const configurationChanged = new Emitter<{ affectsConfiguration(): boolean }>();
const none = (): { dispose(): void } => ({ dispose: () => undefined });

export class EventEmitter<T> extends Emitter<T> {
  dispose(): void {}
}

export const Disposable = {
  from: (...parts: readonly { dispose(): void }[]) => ({
    dispose: () => {
      for (const part of parts) {
        part.dispose();
      }
    },
  }),
};

export const ConfigurationTarget = { Global: 1 };
export const StatusBarAlignment = { Right: 2 };
export const ProgressLocation = { Notification: 15 };

export const l10n = {
  t: (text: string, ...values: readonly unknown[]): string =>
    text.replaceAll(/\{(\d+)\}/g, (_, index) => String(values[Number(index)])),
};

export const env = { language: 'en' };

export const workspace = {
  isTrusted: true,
  notebookDocuments: [],
  textDocuments: [],
  getWorkspaceFolder: () => undefined,
  getConfiguration: (section?: string) => {
    const nameOf = (key: string): string => (section === undefined ? key : `${section}.${key}`);
    return {
      get: (key: string) => settings.get(nameOf(key)),
      inspect: (key: string) => ({ globalValue: settings.get(nameOf(key)) }),
      update: async (key: string, value: unknown) => changeSetting(nameOf(key), value),
    };
  },
  onDidChangeConfiguration: configurationChanged.event,
  onDidGrantWorkspaceTrust: none,
};

/** An untitled document whose only line is selected. */
const TEXT = 'const selected = true;';
const uri = { scheme: 'untitled', path: 'Untitled-1', toString: () => 'untitled:Untitled-1' };
const start = { line: 0, character: 0 };
const end = { line: 0, character: TEXT.length };

export const statusBarItem = { text: '', tooltip: '', show: () => undefined, dispose: () => undefined };

export const window = {
  onDidChangeWindowState: none,
  createStatusBarItem: () => statusBarItem,
  activeTextEditor: {
    document: { uri, languageId: 'typescript', version: 1, getText: () => TEXT },
    selection: { start, end, isEmpty: false },
  },
  tabGroups: { activeTabGroup: { activeTab: 'none' } },
  withProgress: (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
    task({}, { onCancellationRequested: none }),
  showInformationMessage: async () => undefined,
  showWarningMessage: async (text: string) => void warnings.push(text),
};

export const warnings: string[] = [];

export const commands = { executeCommand: async () => undefined };

export function changeSetting(name: string, value: unknown): void {
  settings.set(name, value);
  configurationChanged.fire({ affectsConfiguration: () => true });
}
