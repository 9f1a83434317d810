import type * as vscode from 'vscode';
import { showMessage, toActionError } from './actionResult.ts';
import type { ChatUi } from './panel/chatUi.ts';
import type { Feature, MessageHandlers, StateParts } from './panel/feature.ts';

type Command = (...args: unknown[]) => Promise<void>;

interface RegisteredFeatures extends vscode.Disposable {
  /** By the ids that they have in `package.json`. */
  readonly commands: ReadonlyMap<string, Command>;
}

type MessagesOf<F> = F extends { messages: infer M } ? keyof M : never;
type StateOf<F> = F extends { state(): infer S } ? keyof S : never;

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Messages of the panel that no feature handles, and parts of its state that no feature contributes. */
type Unhandled<F> =
  | Exclude<keyof MessageHandlers, MessagesOf<F>>
  | Exclude<RequiredKeys<StateParts>, StateOf<F>>;

/**
 * Collects the commands of the features and registers their message handlers. A message or a part of the state without
 * an owner does not compile: the error names it as the type of a missing argument. A message or a command with two owners
 * throws.
 *
 * @param shownId returns the id of the conversation that is shown
 * @param features in the order in which `onWillSendState` and `onDidSendState` are called, one after the other
 */
export function registerFeatures<F extends Feature>(
  ui: ChatUi,
  shownId: () => string,
  features: readonly F[],
  ..._unhandled: [Unhandled<F>] extends [never] ? [] : [Unhandled<F>]
): RegisteredFeatures {
  ui.setFeatures(features, shownId);
  return {
    commands: collectCommands(features, ui),
    dispose: () => features.forEach((feature) => void feature.dispose?.()),
  };
}

/** The features' commands by id. Throws if two features have the same one. */
export function collectCommands(
  features: readonly Feature[],
  ui: { readonly focus: Pick<ChatUi['focus'], 'onMenuCommand'> },
): ReadonlyMap<string, Command> {
  const commands = new Map<string, Command>();
  for (const [name, run] of features.flatMap((feature) => Object.entries(feature.commands ?? {}))) {
    const id = `assistant.${name}`;
    if (commands.has(id)) {
      throw new Error(`Two features have the command ${id}`);
    }
    const runFrom = catchErrors((...args) => {
      if (isFromPanelMenu(args[0])) {
        ui.focus.onMenuCommand();
      }
      return run(...args);
    });
    commands.set(id, runFrom);
  }
  return commands;
}

/** VS Code adds the type of the webview to the argument of commands in its context menus. */
function isFromPanelMenu(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'webview' in argument;
}

/** VS Code would show an error that a command throws as it is, with links. */
export function catchErrors(
  run: (...args: unknown[]) => Promise<void>,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    try {
      await run(...args);
    } catch (thrown) {
      showMessage(toActionError(thrown), { severity: 'Error' });
    }
  };
}
