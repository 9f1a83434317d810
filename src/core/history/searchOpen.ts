import type { Conversation } from '../conversation.ts';
import { conversationTitle } from '../conversationText.ts';
import type { SearchHit, SearchOptions, SearchResult } from './search.ts';
import { fold } from './searchFold.ts';
import { searchTerms } from './searchQuery.ts';
import { bestTurn, matchRanges, searchedTexts } from './searchSnippet.ts';

/** Finds in conversations that are in memory what `HistorySearch` finds in those on disk; the latest come first. */
export function searchOpen(
  conversations: readonly Conversation[],
  query: string,
  { limit, isWanted = () => true }: SearchOptions,
): SearchResult {
  const terms = searchTerms(query);
  const found =
    terms.length === 0 ? [] : conversations.filter(({ id }) => isWanted(id)).filter(hasAll(terms));
  return {
    hits: found.slice(0, limit).map((conversation) => hitIn(conversation, terms)),
    total: found.length,
    unreadable: 0,
  };
}

function hasAll(terms: readonly string[]): (conversation: Conversation) => boolean {
  return ({ turns }) => {
    const texts = [conversationTitle(turns), ...turns.flatMap(searchedTexts)].map(fold);
    return terms.every((term) => texts.some((text) => text.includes(term)));
  };
}

function hitIn({ id, turns }: Conversation, terms: readonly string[]): SearchHit {
  const title = conversationTitle(turns);
  return {
    conversation: id,
    title,
    titleRanges: matchRanges(title, terms),
    ...(bestTurn(turns, terms) ?? { snippet: '', ranges: [] }),
  };
}
