import { checksum } from './checksum.ts';

/**
 * An id that is always the same for the same text, in the form of a UUID: so that what is imported once more is known
 * again. It keeps no secret.
 */
export function contentId(text: string): string {
  const digits = [0, 1, 2, 3].map((seed) => checksum(text, seed).toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
