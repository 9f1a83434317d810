import { SYSTEM_CLOCK, TimeSlicer } from '../../src/core/history/files/historyClock.ts';
import { readJson, writeJson } from '../../src/core/history/transfer/conversationsAsJson.ts';
import { encodeParts, toExported } from '../../src/core/history/transfer/exportFile.ts';
import type {
  ParsedConversation,
  PortableConversation,
} from '../../src/core/history/transfer/portableConversation.ts';

/** Exports conversations as a JSON file. */
export async function exportedJson(
  conversations: readonly PortableConversation[],
  redact: (text: string) => string = (text) => text,
): Promise<string> {
  const slicer = new TimeSlicer(SYSTEM_CLOCK);
  const exported = await Promise.all(conversations.map((one) => toExported(one, redact, slicer)));
  return new TextDecoder().decode(await encodeParts(writeJson(exported), slicer));
}

/** Reads all conversations of a JSON file. */
export async function conversationsIn(text: string): Promise<ParsedConversation[]> {
  const all: ParsedConversation[] = [];
  for await (const one of readJson(text, new TimeSlicer(SYSTEM_CLOCK))) {
    all.push(one);
  }
  return all;
}
