import type { HistoryFile } from './historyFiles.ts';
import { byConversation } from './summarize.ts';

/** The files of one conversation. */
export interface StampedFiles {
  /**
   * Their names and sizes in one short word, which tells whether the conversation is as it was: files only ever grow or
   * get another name, so nothing else need be looked at.
   */
  stamp: string;
  files: readonly HistoryFile[];
}

/** Files by their conversation. */
export function stampedFiles(all: readonly HistoryFile[]): ReadonlyMap<string, StampedFiles> {
  const stamped = new Map<string, StampedFiles>();
  for (const [conversation, files] of byConversation(all)) {
    const text = files
      .map(({ name, size }) => `${name}/${size}`)
      .sort()
      .join('\n');
    const stamp = [files.length, textHash(text, 1), textHash(text, 2)]
      .map((part) => part.toString(36))
      .join('-');
    stamped.set(conversation, { stamp, files });
  }
  return stamped;
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
