import { choiceChunkSchema } from '../contract/streamEvent.ts';
import { type FormatReader, textPart, usagePart } from './formatReader.ts';

/**
 * Reads chunks of `choices[].delta.content`. Where there are several choices the first one seen is the reply:
 * two texts are never mixed.
 */
export function choiceChunksReader(): FormatReader {
  let chosen: number | undefined;
  return (value) => {
    const parsed = choiceChunkSchema.safeParse(value);
    if (!parsed.success) {
      return [];
    }
    const { id, model, choices, usage } = parsed.data;
    chosen ??= choices[0] && (choices[0].index ?? 0);
    const own = choices.filter((choice, position) => (choice.index ?? position) === chosen);
    return [
      { type: 'started', model: model ?? undefined, id: id ?? undefined },
      ...own.flatMap((choice) => textPart(choice.delta?.content)),
      ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
      ...own.flatMap(({ finish_reason: reason }) =>
        reason ? [{ type: 'stopReason', cutAtLimit: reason === 'length' } as const] : [],
      ),
    ];
  };
}
