import type { ReplyEvent } from '../../contract/replyEvent.ts';

/** Changes the text of a reply while it arrives. */
export interface TextFilter {
  /** @returns the text to go on with; what is missing is held back until more has arrived */
  add(text: string): string;
  /** Returns what was held back. */
  end(): string;
}

/** Yields the events of a reply with its text changed. None of it is held back longer than to the end. */
export async function* filterText(
  events: AsyncIterable<ReplyEvent>,
  filter: TextFilter,
): AsyncGenerator<ReplyEvent, void, undefined> {
  const textEvents = (text: string): ReplyEvent[] => (text === '' ? [] : [{ type: 'text', text }]);
  try {
    for await (const event of events) {
      if (event.type === 'text') {
        yield* textEvents(filter.add(event.text));
        continue;
      }
      if (isFinalEvent(event)) {
        yield* textEvents(filter.end());
      }
      yield event;
    }
  } catch (error) {
    yield* textEvents(filter.end());
    throw error;
  }
  yield* textEvents(filter.end());
}

function isFinalEvent({ type }: ReplyEvent): boolean {
  return type === 'finished' || type === 'cutAtLimit' || type === 'stopped' || type === 'failed';
}
