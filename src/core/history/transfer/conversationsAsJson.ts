import * as z from 'zod/mini';
import { SIZE } from '../../../base/bounds.ts';
import { within } from '../../../base/numberSchemas.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { TimeSlicer } from '../files/historyClock.ts';
import { idSchema } from '../records/recordSchema.ts';
import {
  makeConsistent,
  type ParsedConversation,
  type PortableConversation,
  readTurn,
} from './portableConversation.ts';
import { MAX_RECORD_BYTES, sizeInRecord } from './sizeInRecord.ts';

const JSON_FORMAT = 'assistant-chat-conversations';
const JSON_VERSION = 1;
/** With more turns, each reading of the conversation would take many seconds. */
export const MAX_TURNS = 100_000;

/**
 * Writes conversations as JSON, without loss. Yields the parts of the file, so that they are never in memory as one
 * text, which can't be longer than 512 MB.
 */
export async function* writeJson(
  conversations: Iterable<PortableConversation> | AsyncIterable<PortableConversation>,
): AsyncGenerator<string, void, undefined> {
  yield `{\n  "format": "${JSON_FORMAT}",\n  "version": ${JSON_VERSION},\n  "conversations": [`;
  let separator = '\n    ';
  for await (const conversation of conversations) {
    yield separator + JSON.stringify(conversation, undefined, 2).replaceAll('\n', '\n    ');
    separator = ',\n    ';
  }
  yield '\n  ]\n}\n';
}

const optional = z.exactOptional;

const fileSchema = z.object({
  format: z.literal(JSON_FORMAT),
  version: within(SIZE),
  conversations: z.array(z.unknown()),
});

const conversationSchema = z.object({
  id: idSchema,
  title: optional(z.string()),
  model: optional(z.string()),
  pinned: optional(z.boolean()),
  workspace: optional(z.object({ id: z.string(), name: z.string() })),
  turns: z.array(z.unknown()),
});

/**
 * Reads the conversations of a JSON file one by one. For an invalid one, the issue has the path of the invalid value.
 * Throws an `AbortError` if the signal is aborted.
 */
export async function* readJson(
  text: string,
  slicer: TimeSlicer,
  signal?: AbortSignal,
): AsyncGenerator<ParsedConversation, void, undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON, or nested more deeply than the engine reads.
    yield { issue: { kind: 'notJson' } };
    return;
  }
  const { format, version } = z.safeParse(z.looseObject({}), value).data ?? {};
  if (format === JSON_FORMAT && typeof version === 'number' && version > JSON_VERSION) {
    yield { issue: { kind: 'newer' } };
    return;
  }
  const file = fileSchema.safeParse(value);
  if (!file.success) {
    yield { issue: { kind: 'otherFormat' } };
    return;
  }
  for (const [index, conversation] of file.data.conversations.entries()) {
    yield await readConversation(conversation, `conversations[${index}]`, slicer, signal);
    await slicer.yieldIfDue(signal);
  }
}

async function readConversation(
  value: unknown,
  path: string,
  slicer: TimeSlicer,
  signal?: AbortSignal,
): Promise<ParsedConversation> {
  const parsed = conversationSchema.safeParse(value);
  if (!parsed.success) {
    const [invalidPath = ''] = parsed.error.issues.map((issue) => issue.path.join('.'));
    return {
      issue: { kind: 'badConversation', where: invalidPath === '' ? path : `${path}.${invalidPath}` },
    };
  }
  const { turns: values, ...properties } = parsed.data;
  if (sizeInRecord(properties) > MAX_RECORD_BYTES) {
    return { issue: { kind: 'tooLarge', where: path } };
  }
  if (values.length > MAX_TURNS) {
    return { issue: { kind: 'tooManyTurns', where: path } };
  }
  const turns: Turn[] = [];
  for (const [index, turnValue] of values.entries()) {
    const where = `${path}.turns[${index}]`;
    // Before the turn is read, which takes far longer than adding up.
    if (sizeInRecord(turnValue) > MAX_RECORD_BYTES) {
      return { issue: { kind: 'tooLarge', where } };
    }
    const turn = readTurn(turnValue);
    if (turn === undefined) {
      return { issue: { kind: 'badConversation', where } };
    }
    turns.push(turn);
    await slicer.yieldIfDue(signal);
  }
  return { conversation: { ...properties, turns: makeConsistent(turns) } };
}
