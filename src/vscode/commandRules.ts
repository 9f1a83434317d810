import { showMessage } from './actionResult.ts';
import { t } from './uiText.ts';

/*
 * Other extensions can run every command, with any argument, and a command can't tell who runs it. So it does no more
 * than a click of the user would: an argument is refused unless it is the one that a menu passes, text in it is only
 * filled in, and what is removed is asked about here, not by the caller.
 */

/**
 * Makes a command that takes an object with one string, as context menus pass it.
 *
 * @param name of the string; all else in the object is ignored
 * @param run gets `undefined` if there is no argument, as in the Command Palette
 */
export function withArgument(
  name: string,
  run: (value: string | undefined) => Promise<void>,
): (argument?: unknown) => Promise<void> {
  return async (argument) => {
    if (argument === undefined || argument === null) {
      return run(undefined);
    }
    const value = typeof argument === 'object' ? new Map(Object.entries(argument)).get(name) : undefined;
    if (typeof value !== 'string') {
      return showMessage(t('Nothing was done: the only argument of this command is {0}.', `{ ${name} }`));
    }
    return run(value);
  };
}
