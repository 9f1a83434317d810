/** Bracketed paste: a shell inserts the text between these sequences into its input line without running it. */
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** What is known of a terminal: that its shell's prompt waits, that a command is running, or neither. */
export type TerminalActivity = 'prompt' | 'running' | 'unknown';

/** Whether a text goes into a terminal: at once, after a question that says this, or not at all, for this reason. */
export type TerminalDecision =
  | { readonly kind: 'insert' }
  | { readonly kind: 'ask'; readonly notes: readonly ('paste' | 'running' | 'unknown')[] }
  | { readonly kind: 'refuse'; readonly reason: 'running' | 'runsLines' };

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
 * Decides whether a text without control characters may be inserted into a terminal. Even without Enter, a program may act
 * on each character, as an editor does, or a question that takes one key. Only a shell's prompt is known not to.
 * @param shell name or path of the terminal's shell. Empty if it is not known.
 */
export function decideTerminalText(
  text: string,
  shell: string,
  activity: TerminalActivity,
): TerminalDecision {
  if (!TAB_OR_LINE_FEED.test(text)) {
    return activity === 'prompt' ? { kind: 'insert' } : { kind: 'ask', notes: [activity] };
  }
  if (activity === 'running') {
    return { kind: 'refuse', reason: 'running' };
  }
  if (!supportsBracketedPaste(shell)) {
    return { kind: 'refuse', reason: 'runsLines' };
  }
  return { kind: 'ask', notes: activity === 'prompt' ? ['paste'] : ['paste', activity] };
}

/** As the terminal gets the text: one that could run, or have the shell complete it, as one paste. */
export function terminalInput(text: string): string {
  return TAB_OR_LINE_FEED.test(text) ? PASTE_START + text + PASTE_END : text;
}

/** Whether a text has control characters. Such a text must not be sent to a terminal, bracketed or not. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

function supportsBracketedPaste(shell: string): boolean {
  const name = shell.slice(Math.max(shell.lastIndexOf('/'), shell.lastIndexOf('\\')) + 1);
  return BRACKETED_PASTE_SHELLS.has(name.toLowerCase().replace(/\.exe$/, ''));
}
