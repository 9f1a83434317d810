import { findHiddenCharacters } from './hiddenCharacters.ts';

/** Longer names are no names of files in a workspace. Characters. */
const MAX_PATH_CHARS = 500;

/** What no file has in its name on every system, and what would lead out of the folder or to a device or stream. */
const FORBIDDEN_CHARACTERS = /[<>:"|?*~]|%(?:2e|2f|5c|00)/i;

/** Names that stand for devices on Windows, whatever their ending and whichever folder they seem to lie in. */
const WINDOWS_DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The segments of a file name that a reply gave, from a folder of the workspace on; `undefined` for one that does not
 * stay inside: absolute, of a drive, of a network share, an address, or with a way up. Whether there is such a file,
 * and no link out of the folder on the way to it, is not said by that.
 */
export function safePathSegments(name: string): string[] | undefined {
  if (
    name === '' ||
    name.length > MAX_PATH_CHARS ||
    FORBIDDEN_CHARACTERS.test(name) ||
    findHiddenCharacters(name).length > 0
  ) {
    return undefined;
  }
  if (/[\t\n\r]/.test(name) || /^[\\/]/.test(name)) {
    return undefined;
  }
  const segments = name.split(/[\\/]/).filter(
    // One at the end names a folder.
    (segment, index, { length }) => segment !== '.' || index === length - 1,
  );
  return segments.length > 0 && segments.every(isSafeSegment) ? segments : undefined;
}

/** Dots alone lead elsewhere; a dot or space at the end is not seen by Windows, so that the name is another. */
function isSafeSegment(segment: string): boolean {
  return (
    segment.trim() === segment &&
    segment !== '' &&
    !segment.endsWith('.') &&
    !WINDOWS_DEVICE_NAME.test(segment)
  );
}
