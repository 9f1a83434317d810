import { hiddenPlaces } from './hiddenCharacters.ts';

/** Longer names are no names of files in a workspace. Characters. */
const MAX_LENGTH = 500;

/** What no file has in its name on every system, and what would lead out of the folder or to a device or stream. */
const FORBIDDEN = /[<>:"|?*~]|%(?:2e|2f|5c|00)/i;

/** Names that stand for devices on Windows, whatever their ending and whichever folder they seem to lie in. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The segments of a file name that a reply gave, from a folder of the workspace on; `undefined` for one that does not
 * stay inside: absolute, of a drive, of a network share, an address, or with a way up. Whether there is such a file,
 * and no link out of the folder on the way to it, is not said by that.
 */
export function workspacePath(name: string): string[] | undefined {
  if (name === '' || name.length > MAX_LENGTH || FORBIDDEN.test(name) || hiddenPlaces(name).length > 0) {
    return undefined;
  }
  if (/[\t\n\r]/.test(name) || /^[\\/]/.test(name)) {
    return undefined;
  }
  const segments = name.split(/[\\/]/).filter(
    // One at the end names a folder.
    (segment, index, { length }) => segment !== '.' || index === length - 1,
  );
  return segments.length > 0 && segments.every(isFileName) ? segments : undefined;
}

/** Dots alone lead elsewhere; a dot or space at the end is not seen by Windows, so that the name is another. */
function isFileName(segment: string): boolean {
  return segment.trim() === segment && segment !== '' && !segment.endsWith('.') && !DEVICE.test(segment);
}
