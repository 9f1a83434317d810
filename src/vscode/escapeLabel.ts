import { visibleText } from '../core/visibleText.ts';

/** Where VS Code would draw an icon. */
const ICON_PATTERN = /\$\((?=[a-z0-9-]+(?:~[a-z]+)?\))/gi;

/**
 * Words that a service wrote, as VS Code can show them in a label: hidden characters as marks, and `$(name)`, by
 * which VS Code draws an icon, as it is written.
 */
export function escapeLabel(text: string): string {
  return visibleText(text).replace(ICON_PATTERN, '\\$(');
}
