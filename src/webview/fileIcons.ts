import type { FileIcon } from '../protocol/attachments.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import { element } from './dom.ts';

const FONT_FAMILY = 'file-icons';

let loaded: FontFace | undefined;

/** Replaces the font of file icons. Its bytes are parsed without a request, which the page's policy would block. */
export async function setFileIconFont({
  data,
  size,
}: Extract<ToPanel, { type: 'fileIconFont' }>): Promise<void> {
  const before = loaded;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    loaded = await new FontFace(FONT_FAMILY, bytes).load();
  } catch {
    // Not a font: all files keep the same icon.
    loaded = undefined;
  }
  if (before !== undefined) {
    document.fonts.delete(before);
  }
  if (loaded !== undefined) {
    document.fonts.add(loaded);
    document.documentElement.style.setProperty('--file-icon-size', size);
  }
}

/** Returns `undefined` if there is no icon, or its font is not loaded. */
export function createFileIcon(fileIcon: FileIcon | undefined): HTMLElement | undefined {
  if (fileIcon === undefined || loaded === undefined) {
    return undefined;
  }
  const iconElement = element('span', 'icon file-icon', fileIcon.character);
  iconElement.ariaHidden = 'true';
  iconElement.style.color = fileIcon.color ?? '';
  return iconElement;
}
