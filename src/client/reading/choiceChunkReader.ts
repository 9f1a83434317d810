import type * as z from 'zod/mini';
import { choiceChunkSchema, choiceSchema, choiceTextSchema } from '../../contract/streamEvent.ts';
import {
  contentParts,
  type FormatPart,
  type FormatReader,
  indexKeyOf,
  isEmptyValue,
  stopPart,
  UNREADABLE_PART,
  usagePart,
  WHOLE_REPLY_PART,
} from './formatReader.ts';
import { createPieceJoiner } from './pieceJoiner.ts';

/**
 * Reads chunks of `choices[].delta.content`, and a plain reply of `choices[].message.content`, whole or in pieces. If
 * there are several choices, the first one seen is the reply; the texts of two choices are never mixed.
 */
export function createChoiceChunkReader(): FormatReader {
  const joinPieces = createPieceJoiner();
  let chosenKey: string | undefined;
  /** Whether a delta had text. Then a `message` repeats the text of the deltas. */
  let hasDeltas = false;

  function textOf({ delta, message, text, finish_reason }: z.infer<typeof choiceSchema>): FormatPart[] {
    if (delta) {
      const parts = contentParts(delta.content);
      hasDeltas ||= parts.length > 0;
      return parts;
    }
    if (hasDeltas || isEmptyValue(message)) {
      return isEmptyValue(text) ? [] : [{ type: 'unknownText' }];
    }
    const { success, data } = choiceTextSchema.safeParse(message);
    return success
      ? [...joinPieces(contentParts(data.content), Boolean(finish_reason)), WHOLE_REPLY_PART]
      : [UNREADABLE_PART];
  }

  return (value) => {
    const parsed = choiceChunkSchema.safeParse(value);
    if (!parsed.success) {
      return 'choices' in value && !isEmptyValue(value.choices) ? [UNREADABLE_PART] : [];
    }
    const { model, choices, usage } = parsed.data;
    const indexedChoices = choices
      .map((choice, position) => ({
        isEmpty: isEmptyValue(choice),
        indexKey: indexKeyOf(choiceIndexOf(choice) ?? position),
        parsedChoice: choiceSchema.safeParse(choice),
      }))
      .filter(({ isEmpty }) => !isEmpty);
    chosenKey ??= indexedChoices[0]?.indexKey;
    const chosenChoices = indexedChoices.filter(
      ({ indexKey }) => indexKey === chosenKey && indexKey !== undefined,
    );
    // A choice with an unreadable index may be the chosen one, unless the chunk also contains the chosen one.
    const relevantChoices =
      chosenChoices.length > 0
        ? chosenChoices
        : indexedChoices.filter(({ indexKey }) => indexKey === undefined);
    return [
      { type: 'started', model },
      ...relevantChoices.flatMap(({ parsedChoice }) =>
        parsedChoice.success ? textOf(parsedChoice.data) : [UNREADABLE_PART],
      ),
      ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
      ...chosenChoices.flatMap(({ parsedChoice }) => stopPart(parsedChoice.data?.finish_reason)),
    ];
  };
}

function choiceIndexOf(choice: unknown): unknown {
  return (Object(choice) as { index?: unknown }).index;
}
