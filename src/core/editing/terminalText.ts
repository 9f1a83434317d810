/** A shell takes what stands between these two as one pasted text, of which it runs nothing by itself. */
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** A tab asks a shell to complete what stands before it; a line end runs it. */
const TAB_OR_LINE_FEED = /[\t\n]/;

/** Anything but text, tabs and line ends: an escape could end the paste, or change the terminal itself. */
const CONTROL_CHARACTER = /(?![\t\n])\p{Cc}/u;

/**
 * By the names that VS Code gives to shells: those that take a pasted text as one. PowerShell, the Command Prompt and
 * the plain shells would run every line of it.
 */
const BRACKETED_PASTE_SHELLS: ReadonlySet<string> = new Set(['bash', 'gitbash', 'zsh', 'fish']);

/** The code as it can stand on a terminal's input line: without a line end, which would run it, and empty lines. */
export function terminalText(code: string): string {
  return code.replace(/\r\n?/g, '\n').trim();
}

/** Whether a text only stands there when it is typed into a terminal. One that does not has to be bracketed. */
export function isPlainInput(text: string): boolean {
  return !TAB_OR_LINE_FEED.test(text);
}

/** Whether a text has control characters, which must not come to a terminal, bracketed or not. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/** Whether a shell, by its name or by the path of its program, takes a bracketed text as one. */
export function supportsBracketedPaste(shell: string): boolean {
  const name = shell.slice(Math.max(shell.lastIndexOf('/'), shell.lastIndexOf('\\')) + 1);
  return BRACKETED_PASTE_SHELLS.has(name.toLowerCase().replace(/\.exe$/, ''));
}

/** A text without control characters, to be taken as one pasted text. */
export function toBracketedPaste(text: string): string {
  return PASTE_START + text + PASTE_END;
}
