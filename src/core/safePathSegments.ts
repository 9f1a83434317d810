import { findHiddenCharacters } from './hiddenCharacters.ts';

/** Maximum length of a file name from a reply. */
const MAX_PATH_CHARS = 500;

/** Characters that some system forbids in file names, or that could lead out of the folder or to a device or stream. */
const FORBIDDEN_CHARACTERS = /[<>:"|?*~]|%(?:2e|2f|5c|00)/i;

/** Device names on Windows, which apply with any extension and in any folder. */
const WINDOWS_DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The segments of a file name from a reply, relative to a workspace folder. Returns `undefined` if the name could
 * leave the folder: absolute, with a drive, a network share, a URL, or with `..`. Doesn't check whether the file
 * exists, or whether a link on the way leads out of the folder.
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
    // A trailing `.` stays and is rejected below, since it names a folder.
    (segment, index, { length }) => segment !== '.' || index === length - 1,
  );
  return segments.length > 0 && segments.every(isSafeSegment) ? segments : undefined;
}

/** Rejects `..`, and a trailing dot or space, which Windows ignores: the name would refer to another file. */
function isSafeSegment(segment: string): boolean {
  return (
    segment.trim() === segment &&
    segment !== '' &&
    !segment.endsWith('.') &&
    !WINDOWS_DEVICE_NAME.test(segment)
  );
}
