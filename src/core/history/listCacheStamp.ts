import type { HistoryFile } from './historyFiles.ts';

/**
 * What tells whether a conversation is as it was: of each, its files' names and sizes in one short word. Files only ever
 * grow or get another name, so nothing else need be looked at.
 */
export function fileStamps(
  files: readonly Pick<HistoryFile, 'name' | 'conversation' | 'size'>[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string[]>();
  for (const { name, conversation, size } of files) {
    const known = names.get(conversation);
    if (known === undefined) {
      names.set(conversation, [`${name}/${size}`]);
    } else {
      known.push(`${name}/${size}`);
    }
  }
  const stamps = new Map<string, string>();
  for (const [conversation, parts] of names) {
    const text = parts.sort().join('\n');
    stamps.set(
      conversation,
      `${parts.length}-${textHash(text, 1).toString(36)}-${textHash(text, 2).toString(36)}`,
    );
  }
  return stamps;
}

/** 32 bits that differ for different texts nearly always, and otherwise for another seed. */
export function textHash(text: string, seed = 0): number {
  let hash = Math.imul(seed + 1, 0x9e3779b1);
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
}
