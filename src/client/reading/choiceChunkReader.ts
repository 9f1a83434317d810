import { choiceChunkSchema, choiceSchema } from '../../contract/streamEvent.ts';
import {
  type FormatReader,
  indexKeyOf,
  isEmptyValue,
  stopPart,
  textPart,
  UNREADABLE_PART,
  usagePart,
} from './formatReader.ts';

/**
 * Reads chunks of `choices[].delta.content`. Where there are several choices the first one seen is the reply:
 * two texts are never mixed.
 */
export function createChoiceChunkReader(): FormatReader {
  let chosen: string | undefined;
  return (value) => {
    const parsed = choiceChunkSchema.safeParse(value);
    if (!parsed.success) {
      return 'choices' in value && !isEmptyValue(value.choices) ? [UNREADABLE_PART] : [];
    }
    const { model, choices, usage } = parsed.data;
    const placed = choices
      .map((choice, position) => ({
        isMissing: isEmptyValue(choice),
        place: indexKeyOf(choiceIndexOf(choice) ?? position),
        read: choiceSchema.safeParse(choice),
      }))
      .filter(({ isMissing }) => !isMissing);
    chosen ??= placed[0]?.place;
    const own = placed.filter(({ place }) => place === chosen && place !== undefined);
    // One whose place can't be told may be the chosen one, unless that is there.
    const told = own.length > 0 ? own : placed.filter(({ place }) => place === undefined);
    return [
      { type: 'started', model },
      ...told.flatMap(({ read }) => (read.success ? textPart(read.data.delta?.content) : [UNREADABLE_PART])),
      ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
      ...own.flatMap(({ read }) => stopPart(read.data?.finish_reason)),
    ];
  };
}

function choiceIndexOf(choice: unknown): unknown {
  return (Object(choice) as { index?: unknown }).index;
}
