import { choiceChunkSchema, choiceSchema } from '../../contract/streamEvent.ts';
import {
  contentParts,
  type FormatReader,
  indexKeyOf,
  isEmptyValue,
  stopPart,
  UNREADABLE_PART,
  usagePart,
} from './formatReader.ts';

/**
 * Reads chunks of `choices[].delta.content`. If there are several choices, the first one seen is the reply; the texts
 * of two choices are never mixed.
 */
export function createChoiceChunkReader(): FormatReader {
  let chosenKey: string | undefined;
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
        parsedChoice.success ? contentParts(parsedChoice.data.delta?.content) : [UNREADABLE_PART],
      ),
      ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
      ...chosenChoices.flatMap(({ parsedChoice }) => stopPart(parsedChoice.data?.finish_reason)),
    ];
  };
}

function choiceIndexOf(choice: unknown): unknown {
  return (Object(choice) as { index?: unknown }).index;
}
