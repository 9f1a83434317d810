import { lastTrue } from './search.ts';

/** An attachment that may be cut. */
export interface FitAttachment {
  id: string;
  tokens: number;
  lines: number;
  /** How much its first lines would take; the more of them, the more. */
  tokensOfFirst(lines: number): number;
}

/** An attachment that keeps its first lines alone. */
export interface Trim {
  id: string;
  lines: number;
}

/**
 * Cuts the largest attachment, or, where that is not enough, so many of the largest as have to be, all to the same
 * size: as little as makes it fit. Each keeps a line at least.
 *
 * @param fits whether so many tokens of attachments fit
 * @returns `undefined` where cutting is not enough
 */
export function trimToFit(
  attachments: readonly FitAttachment[],
  fits: (tokens: number) => boolean,
): Trim[] | undefined {
  const largest = [...attachments].sort((one, other) => other.tokens - one.tokens);
  for (let count = 1; count <= largest.length; count++) {
    const cut = largest.slice(0, count);
    const rest = attachments.filter((attachment) => !cut.includes(attachment));
    const fixed = rest.reduce((total, { tokens }) => total + tokens, 0);
    const trimsTo = (most: number): (Trim & { tokens: number })[] => cut.map((each) => cutTo(each, most));
    const fitsAt = (most: number): boolean =>
      fits(trimsTo(most).reduce((total, { tokens }) => total + tokens, fixed));
    if (fitsAt(0)) {
      const most = lastTrue(0, cut[0]?.tokens ?? 0, fitsAt);
      return trimsTo(most)
        .filter(({ lines }, index) => lines < (cut[index]?.lines ?? 0))
        .map(({ id, lines }) => ({ id, lines }));
    }
  }
  return undefined;
}

/** The most lines of an attachment that take no more than this, but one at least. */
function cutTo(attachment: FitAttachment, most: number): Trim & { tokens: number } {
  const { id, tokens, lines } = attachment;
  if (tokens <= most) {
    return { id, lines, tokens };
  }
  const kept = lastTrue(1, lines - 1, (count) => attachment.tokensOfFirst(count) <= most);
  return { id, lines: kept, tokens: attachment.tokensOfFirst(kept) };
}
