import { isShellLanguage } from './infoString.ts';

/*
 * What shells and interpreters write in front of what a person types.
 */

const USER_AT_HOST = String.raw`[\w.-]{1,60}@[\w.-]{1,60}`;
const USER_IN_FOLDER = String.raw`${USER_AT_HOST}:[^\s$#]{0,80}`;

/** As marks in front of all lines of code, with the blanks behind them in a group. */
export const PROMPTS: readonly RegExp[] = [
  /^(?:>>>|\.\.\.)(?<blanks> +|$)/,
  /^\s*(?:In \[\d*\]|\.{3,}):(?<blanks> +|$)/,
  /^\$(?<blanks> +|$)/,
  new RegExp(String.raw`^(?:${USER_IN_FOLDER}|\w{2,12})[$#>](?<blanks> +|$)`),
  /^(?:\w{2,12}>|\s*(?:->|'>|">))(?<blanks> +|$)/,
];

/** Of a console, in front of what was typed; other lines are its output. */
export const CONSOLE_PROMPT = new RegExp(
  String.raw`^(?:>>> |In \[\d*\]: |\$ |${USER_IN_FOLDER}[$#] |(?:mysql|sqlite|postgres|irb|ghci)\S{0,20}> )`,
);

/** What tells shells apart where a command goes on in the next line. */
interface Shell {
  /** In front of a character that then means itself, or of a line end. */
  readonly escape: string;
  readonly quotes: string;
  /** The prompt of a line that goes on. */
  readonly nextPrompt: RegExp;
  readonly hasHereDocuments: boolean;
}

const UNIX: Shell = {
  escape: '\\',
  quotes: '\'"`',
  nextPrompt: /^>(?: |$)/,
  hasHereDocuments: true,
};
const POWERSHELL: Shell = {
  ...UNIX,
  escape: '`',
  quotes: '\'"',
  nextPrompt: /^>>(?: |$)/,
  hasHereDocuments: false,
};
const COMMAND_PROMPT: Shell = {
  escape: '^',
  quotes: '"',
  nextPrompt: /^More\? ?/,
  hasHereDocuments: false,
};

/** An environment that was activated, which is shown from then on. */
const ENVIRONMENT = String.raw`^(?:\([\w.-]{1,40}\) )?`;

/**
 * Prompts that no command begins with. `# ` also begins a comment, and `> ` a redirection or a quotation; `➜ ` has the
 * name of a folder behind it, which could be the command.
 */
const SHELL_PROMPTS: readonly (readonly [prompt: RegExp, shell: Shell])[] = [
  [new RegExp(String.raw`${ENVIRONMENT}\$(?: +|$)`), UNIX],
  // PowerShell has a command of this name, with a block behind it.
  [new RegExp(`${ENVIRONMENT}%(?: +(?![ {])|$)`), UNIX],
  [/^❯(?: +|$)/, UNIX],
  [new RegExp(`${ENVIRONMENT}${USER_IN_FOLDER}[$#%](?: +|$)`), UNIX],
  [
    new RegExp(String.raw`${ENVIRONMENT}${USER_AT_HOST} (?:[^\s$#%>]{1,80} [$#%]|[~/][^\s>]{0,80}>)(?: +|$)`),
    UNIX,
  ],
  [new RegExp(String.raw`${ENVIRONMENT}~(?:/[^\s$#%]{0,80})? ?[$%❯](?: +|$)`), UNIX],
  [/^(?:bash|sh|zsh)-\d[\d.]{0,9}[$#%](?: +|$)/, UNIX],
  [new RegExp(String.raw`^\[${USER_AT_HOST} [^\]\s]{1,80}\][$#%](?: +|$)`), UNIX],
  [/^PS(?: [A-Z]:[^>]{0,200}| [~/][^>]{0,200})?>(?: +|$)/i, POWERSHELL],
  [/^[A-Z]:\\[^>]{0,200}> */i, COMMAND_PROMPT],
];

const COMMENT = /^\s*(?:#|::|rem\b)/i;

const COMPOUND = /^\s*(?:for|while|until|if|case|select|function)\b/;
const COMPOUND_END = /\b(?:done|fi|esac)\b/;

const HERE_DOCUMENT = /<<-?[ \t]{0,20}(["']?)([A-Za-z_]\w{0,60})\1/y;

/** Fences of terminal sessions: commands behind prompts, and their output. */
const SESSION_LANGUAGE =
  /^(?:console|terminal|(?:shell|sh|bash|zsh|powershell|pwsh)-?session|ps1con|doscon)$/i;

/**
 * The commands of a code block for a shell: without prompts where these are certain, and of the session of a terminal
 * without output. Returns `undefined` for other languages, and for a session if it isn't certain what in it are commands.
 */
export function commandsIn(code: string, language: string): string | undefined {
  const isSession = SESSION_LANGUAGE.test(language);
  if (!isSession && !isShellLanguage(language)) {
    return undefined;
  }
  return commandsBehindPrompts(code.split(/\r\n?|\n/), isSession) ?? (isSession ? undefined : code);
}

/**
 * Undefined unless the first line that is no comment has a prompt, all prompts are alike, and all commands have an end.
 * @param hasOutput whether lines without a prompt are output. Elsewhere they may be commands too.
 */
function commandsBehindPrompts(lines: readonly string[], hasOutput: boolean): string | undefined {
  const commands: (readonly string[])[] = [];
  let first: (typeof SHELL_PROMPTS)[number] | undefined;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const found = promptOf(line);
    const isSkipped = (hasOutput && first !== undefined) || line.trim() === '' || COMMENT.test(line);
    first ??= found;
    const command = found === undefined ? '' : line.replace(found[0], '');
    const whole = first && command.trim() !== '' ? wholeCommand(command, lines, at, first[1]) : [];
    if (whole === undefined || (found === undefined ? !isSkipped : found !== first)) {
      return undefined;
    }
    commands.push(whole);
    at += Math.max(1, whole.length);
  }
  const all = commands.flat();
  return all.length === 0 ? undefined : all.join('\n');
}

function promptOf(line: string): (typeof SHELL_PROMPTS)[number] | undefined {
  return SHELL_PROMPTS.find(([prompt]) => prompt.test(line));
}

/**
 * The lines of a command, with those in which it goes on. `undefined` if they aren't certain.
 * @param at where the command stands behind its prompt
 */
function wholeCommand(
  command: string,
  lines: readonly string[],
  at: number,
  shell: Shell,
): string[] | undefined {
  if (isOpen(command, shell)) {
    return undefined;
  }
  const scanner = new CommandScanner(shell);
  scanner.take(command);
  const taken = [command];
  const hasPrompts = scanner.goesOn && shell.nextPrompt.test(lines[at + 1] ?? '');
  while (scanner.goesOn) {
    const next = lines[at + taken.length];
    const isPrompt = next !== undefined && promptOf(next) !== undefined && !scanner.isInHereDocument;
    const isMarked = next !== undefined && shell.nextPrompt.test(next);
    // In quotation marks, what looks like a prompt may be text.
    if (next === undefined || isPrompt || isMarked !== hasPrompts || (hasPrompts && scanner.isQuoted)) {
      return undefined;
    }
    const own = hasPrompts ? next.replace(shell.nextPrompt, '') : next;
    scanner.take(own);
    taken.push(own);
  }
  // Else it may redirect the output.
  const isCertain = !hasPrompts || taken.length > 2 || shell !== UNIX || /^\s*[-|&]/.test(taken[1] ?? '');
  return isCertain ? taken : undefined;
}

/** Whether a command, such as a loop, may have its end in another line, which is not looked for. */
function isOpen(command: string, shell: Shell): boolean {
  const isCompound = shell === UNIX && COMPOUND.test(command) && !COMPOUND_END.test(command);
  return isCompound || /[{(]$/.test(command.trimEnd()) || /\$\([^)$]*<</.test(command);
}

/** Reads the lines of one command. */
class CommandScanner {
  readonly #shell: Shell;
  #quote = '';
  /** What ends the here documents that have begun. */
  #ends: string[] = [];
  #hasNext = false;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Whether the next line belongs to the command. */
  get goesOn(): boolean {
    return this.#hasNext || this.isQuoted || this.isInHereDocument;
  }

  get isQuoted(): boolean {
    return this.#quote !== '';
  }

  get isInHereDocument(): boolean {
    return this.#ends.length > 0 && !this.isQuoted && !this.#hasNext;
  }

  take(line: string): void {
    if (this.isInHereDocument) {
      if (line.replace(/^\t+/, '') === this.#ends[0]) {
        this.#ends.shift();
      }
      return;
    }
    const { escape: escaping, quotes, hasHereDocuments } = this.#shell;
    this.#hasNext = false;
    let at = 0;
    let isComment = false;
    while (at < line.length && !isComment) {
      const character = line.charAt(at);
      if (character === escaping && this.#quote !== "'") {
        this.#hasNext = at === line.length - 1 && !this.isQuoted;
        at++;
      } else if (this.isQuoted) {
        this.#quote = character === this.#quote ? '' : this.#quote;
      } else if (quotes.includes(character)) {
        this.#quote = character;
      } else if (character === '#' && /^$|\s/.test(line.charAt(at - 1))) {
        isComment = true;
      } else if (hasHereDocuments && line.startsWith('<<', at)) {
        at += this.#takeHereDocument(line, at);
      }
      at++;
    }
    this.#hasNext ||= !this.isQuoted && !isComment && /(?:\||&&)$/.test(line.trimEnd());
  }

  /** Returns how many characters more than one it takes. */
  #takeHereDocument(line: string, at: number): number {
    HERE_DOCUMENT.lastIndex = at;
    const [all, , end] = HERE_DOCUMENT.exec(line) ?? [];
    if (all === undefined || end === undefined) {
      return line.startsWith('<<<', at) ? 2 : 1;
    }
    this.#ends.push(end);
    return all.length - 1;
  }
}
