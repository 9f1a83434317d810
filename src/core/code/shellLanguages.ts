/** What fences call code for a command line. Sessions, which show prompts and output too, are none of it. */
const SHELL_LANGUAGES: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'fish',
  'shell',
  'shellscript',
  'powershell',
  'pwsh',
  'ps1',
  'bat',
  'batch',
  'cmd',
]);

/** Whether a code block of this language is for a terminal. */
export function isShellLanguage(language: string): boolean {
  return SHELL_LANGUAGES.has(language.toLowerCase());
}
