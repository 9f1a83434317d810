/** Bracketed paste: a shell inserts the text between these sequences into its input line without running it. */
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** A tab makes a shell complete the text before it; a line feed runs it. */
const TAB_OR_LINE_FEED = /[\t\n]/;

/** A control character other than tab and line feed: an escape could end the paste, or control the terminal itself. */
const CONTROL_CHARACTER = /(?![\t\n])\p{Cc}/u;

/**
 * Shells that support bracketed paste, by VS Code's names for them. PowerShell, Command Prompt and plain shells would
 * run every line.
 */
const BRACKETED_PASTE_SHELLS: ReadonlySet<string> = new Set(['bash', 'gitbash', 'zsh', 'fish']);

/** Code for a terminal's input line: LF line ends, and trimmed, since a last line end would run it. */
export function terminalText(code: string): string {
  return code.replace(/\r\n?/g, '\n').trim();
}

/**
 * Whether a text has no effect when it is typed into a terminal without Enter. Any other text needs bracketed paste.
 */
export function isPlainInput(text: string): boolean {
  return !TAB_OR_LINE_FEED.test(text);
}

/** Whether a text has control characters. Such a text must not be sent to a terminal, bracketed or not. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/** Whether a shell, given by name or path, supports bracketed paste. */
export function supportsBracketedPaste(shell: string): boolean {
  const name = shell.slice(Math.max(shell.lastIndexOf('/'), shell.lastIndexOf('\\')) + 1);
  return BRACKETED_PASTE_SHELLS.has(name.toLowerCase().replace(/\.exe$/, ''));
}

/** Wraps a text as one paste. The text must not have control characters. */
export function toBracketedPaste(text: string): string {
  return PASTE_START + text + PASTE_END;
}
