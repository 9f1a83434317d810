import { cutText } from '../../../base/characterEnd.ts';
import { joinBytes } from '../../../base/joinBytes.ts';
import { hashText } from '../../checksum.ts';
import { conversationTitle, isRunning, type Turn } from '../../conversation/conversation.ts';
import { withoutSentTo } from '../../conversation/sentTo.ts';
import { type Redact, redactTexts } from '../../secrets/redactTexts.ts';
import type { TimeSlicer } from '../files/historyClock.ts';
import type { PortableConversation } from './portableConversation.ts';

/**
 * In code points. With the date, the hash and at most 4 bytes per code point, a file name stays under
 * 255 bytes.
 */
const MAX_TITLE_CHARS = 50;

const encoder = new TextEncoder();

/**
 * Encodes a file of which the parts are given. Rejects with an `AbortError` if the signal is aborted, and if the parts
 * can't be read.
 */
export async function encodeParts(
  parts: Iterable<string> | AsyncIterable<string>,
  slicer: TimeSlicer,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const encoded: Uint8Array[] = [];
  for await (const part of parts) {
    encoded.push(encoder.encode(part));
    await slicer.yieldIfDue(signal);
  }
  return joinBytes(encoded);
}

/**
 * Returns the conversation to export, with the key masked in all texts. A running reply becomes an interrupted one.
 * Rejects with an `AbortError` if the signal is aborted.
 *
 * @param redact masks the API key in a text
 */
export async function toExported(
  { id, turns, model, title, pinned, workspace }: PortableConversation,
  redact: Redact,
  slicer: TimeSlicer,
  signal?: AbortSignal,
): Promise<PortableConversation> {
  const exported: Turn[] = [];
  for (const turn of turns) {
    exported.push(redactTexts(withoutRunningState(withoutSentTo(turn)), redact));
    await slicer.yieldIfDue(signal);
  }
  return {
    id,
    ...(title !== undefined && { title: redact(title) }),
    ...(model !== undefined && { model: redact(model) }),
    ...(pinned === true && { pinned }),
    // Its id is a URI, which would be another one with a mask in it.
    ...(workspace !== undefined &&
      redact(workspace.id) === workspace.id && {
        workspace: { id: workspace.id, name: redact(workspace.name) },
      }),
    turns: exported,
  };
}

function withoutRunningState(turn: Turn): Turn {
  if (turn.kind === 'user') {
    return turn;
  }
  const { wait: _wait, isInOtherWindow: _isInOtherWindow, ...reply } = turn;
  return isRunning(turn) ? { ...reply, status: 'interrupted' } : reply;
}

/**
 * Like `exportFileName`, with a hash of the id: no two conversations have the same, and another export of the same
 * conversation replaces the file.
 */
export function uniqueFileName(exported: PortableConversation): string {
  return `${exportFileName(exported)}-${hashText(exported.id).toString(16).padStart(8, '0')}`;
}

/**
 * The default file name of a conversation, without extension: its first day here and its title, reduced to characters that
 * every file system allows.
 */
export function exportFileName({ title, turns }: Pick<PortableConversation, 'title' | 'turns'>): string {
  const slug = (title || conversationTitle(turns))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '');
  const short = cutText(slug, MAX_TITLE_CHARS).replace(/(?<!-)-+$/, '');
  return [dayOf(turns), short].filter((part) => part !== '').join('-') || 'conversation';
}

/** Such as `2026-11-21`, as the list of conversations shows it: in the time zone of the machine. */
function dayOf([first]: PortableConversation['turns']): string {
  const date = new Date(first?.kind === 'user' ? first.at : (first?.startedAt ?? Number.NaN));
  const year = date.getFullYear();
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return year > 0 ? [year, ...parts].join('-') : '';
}
