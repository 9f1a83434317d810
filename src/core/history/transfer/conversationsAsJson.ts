import * as z from 'zod/mini';
import { SIZE } from '../../../base/bounds.ts';
import { within } from '../../../base/numberSchemas.ts';
import { idSchema } from '../records/recordSchema.ts';
import {
  makeConsistent,
  type ParsedConversation,
  type PortableConversation,
  readTurn,
} from './portableConversation.ts';

const JSON_FORMAT = 'assistant-chat-conversations';
const JSON_VERSION = 1;

/** Writes conversations as JSON, without loss. */
export function writeJson(conversations: readonly PortableConversation[]): string {
  const file = { format: JSON_FORMAT, version: JSON_VERSION, conversations };
  return `${JSON.stringify(file, undefined, 2)}\n`;
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

/** Reads the conversations of a JSON file. For an invalid one, the issue has the path of the invalid value. */
export function readJson(text: string): ParsedConversation[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return [{ issue: { kind: 'notJson' } }];
  }
  const { format, version } = z.safeParse(z.looseObject({}), value).data ?? {};
  if (format === JSON_FORMAT && typeof version === 'number' && version > JSON_VERSION) {
    return [{ issue: { kind: 'newer' } }];
  }
  const file = fileSchema.safeParse(value);
  return file.success
    ? file.data.conversations.map((conversation, index) =>
        readConversation(conversation, `conversations[${index}]`),
      )
    : [{ issue: { kind: 'otherFormat' } }];
}

function readConversation(value: unknown, path: string): ParsedConversation {
  const parsed = conversationSchema.safeParse(value);
  if (!parsed.success) {
    const [invalidPath = ''] = parsed.error.issues.map((issue) => issue.path.join('.'));
    return {
      issue: { kind: 'badConversation', where: invalidPath === '' ? path : `${path}.${invalidPath}` },
    };
  }
  const turns = parsed.data.turns.map(readTurn);
  const bad = turns.indexOf(undefined);
  return bad === -1
    ? { conversation: { ...parsed.data, turns: makeConsistent(turns.filter((turn) => turn !== undefined)) } }
    : { issue: { kind: 'badConversation', where: `${path}.turns[${bad}]` } };
}
