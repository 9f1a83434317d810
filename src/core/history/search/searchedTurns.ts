import * as z from 'zod/mini';
import type { Turn } from '../../conversation/conversation.ts';
import type { TimeSlicer } from '../files/historyClock.ts';
import { normalizeForSearch } from './normalizeForSearch.ts';
import { differencesOf } from './originalText.ts';

/** A text in the form that is searched, and what is needed to show its original. */
export interface SearchedText {
  normalized: string;
  /** See `differencesOf`. */
  differences: string;
}

/** What is searched of a turn: its text, then the paths and texts of its attachments. */
export interface SearchedTurn {
  id: string;
  texts: readonly SearchedText[];
}

/** All turns of a conversation, as UTF-8. */
export interface EncodedTurns {
  /** The normalized texts of all turns, separated by line feeds, which are in none of them. */
  text: Uint8Array;
  /** The rest, as JSON. Only needed to show a hit. */
  details: Uint8Array;
}

const detailsSchema = z.object({
  turns: z.array(z.object({ id: z.string(), differences: z.array(z.string()) })),
});

/** The texts of a turn that are searched. */
export function searchedTexts(turn: Turn): readonly string[] {
  const texts =
    turn.kind === 'user'
      ? [turn.text, ...turn.attachments.flatMap(({ path, text }) => [path, text])]
      : [turn.text];
  return texts.map((text) => text.trim());
}

export async function encodeTurns(turns: readonly Turn[], slicer: TimeSlicer): Promise<EncodedTurns> {
  const normalized: string[] = [];
  const details: z.infer<typeof detailsSchema> = { turns: [] };
  for (const turn of turns) {
    const texts = searchedTexts(turn);
    normalized.push(...texts.map(normalizeForSearch));
    details.turns.push({ id: turn.id, differences: texts.map(differencesOf) });
    await slicer.yieldIfDue();
  }
  const encoder = new TextEncoder();
  return {
    text: encoder.encode(normalized.join('\n')),
    details: encoder.encode(JSON.stringify(details)),
  };
}

/** Throws if the details don't belong to the text. */
export function decodeTurns({ text, details }: EncodedTurns): readonly SearchedTurn[] {
  const decoder = new TextDecoder();
  const normalized = decoder.decode(text).split('\n').values();
  const { turns } = detailsSchema.parse(JSON.parse(decoder.decode(details)));
  return turns.map(({ id, differences: all }) => ({
    id,
    texts: all.map((differences) => ({ normalized: normalized.next().value ?? '', differences })),
  }));
}
