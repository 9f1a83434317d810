import { visibleText } from '../core/visibleText.ts';

/** Text that VS Code replaces with an icon (`ThemeIcon` syntax in labels). */
const ICON_PATTERN = /\$\((?=[a-z0-9-]+(?:~[a-z]+)?\))/gi;

/**
 * Makes a text of the service safe to show in a VS Code label: hidden characters become visible marks, and `$(name)`
 * is escaped so that VS Code doesn't draw an icon.
 */
export function escapeLabel(text: string): string {
  return visibleText(text).replace(ICON_PATTERN, '\\$(');
}
