/** Puts a restored text before the newer one, which may start with it already. */
export function joinDrafts(text: string, newer: string): string {
  return newer.startsWith(text) ? newer : [text, newer].filter((part) => part !== '').join('\n');
}
