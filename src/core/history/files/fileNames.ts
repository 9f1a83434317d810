import { conversationTitle } from '../../conversation/conversation.ts';
import { checksum } from '../records/checksum.ts';
import type { PortableConversation } from '../transfer/portable.ts';

/** Characters: with the date, the mark of a double and four bytes for each, a name stays under 255 bytes. */
const LONGEST_TITLE = 50;

/**
 * The name of a conversation's file, without what comes behind the dot: the day on which it began and its title. Every
 * file system takes it, whatever the title is.
 */
export function exportFileName({ title, turns }: Pick<PortableConversation, 'title' | 'turns'>): string {
  const words = (title || conversationTitle(turns))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '');
  const short = [...words].slice(0, LONGEST_TITLE).join('').replace(/-+$/, '');
  return [dayOf(turns), short].filter((part) => part !== '').join('-') || 'conversation';
}

/**
 * Gives names to many, of which no two are the same for any file system: the later one of two has a mark that is always
 * its own.
 *
 * @param isTaken whether another file has that name
 */
export function namesFor(
  isTaken: (name: string, conversation: PortableConversation) => Promise<boolean>,
): (conversation: PortableConversation) => Promise<string> {
  const given = new Set<string>();
  return async (conversation) => {
    const plain = exportFileName(conversation);
    const marked = `${plain}-${checksum(conversation.id).toString(16).padStart(8, '0')}`;
    let name = plain;
    for (let attempt = 1; given.has(folded(name)) || (await isTaken(name, conversation)); attempt++) {
      name = attempt === 1 ? marked : `${marked}-${attempt}`;
    }
    given.add(folded(name));
    return name;
  };
}

/** Most file systems of Windows and macOS take names for the same that differ in case or in how accents are written. */
function folded(name: string): string {
  return name.normalize('NFKD').toLowerCase();
}

function dayOf([first]: PortableConversation['turns']): string {
  const date = new Date(first?.kind === 'user' ? first.at : (first?.startedAt ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
