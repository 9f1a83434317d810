import * as z from 'zod/mini';

/**
 * Every text of the panel, translated by the host and handed over in the page's `data-strings` attribute.
 * `{0}` stands for the value that the panel puts in.
 */
export const panelStringsSchema = z.object({
  conversation: z.string(),
  /** Begins the accessible name of a user's turn. */
  you: z.string(),
  /** Begins the accessible name of an assistant's turn. */
  assistant: z.string(),
  message: z.string(),
  placeholder: z.string(),
  send: z.string(),
  stop: z.string(),
  newChat: z.string(),
  selectModel: z.string(),
  noModel: z.string(),
  removeAttachment: z.string(),
  attachment: z.string(),
  line: z.string(),
  lines: z.string(),
  copy: z.string(),
  copied: z.string(),
  insertAtCursor: z.string(),
  inserted: z.string(),
  replaceSelection: z.string(),
  replaced: z.string(),
  copyReply: z.string(),
  insertReply: z.string(),
  codeBlock: z.string(),
  plainText: z.string(),
  picture: z.string(),
  waiting: z.string(),
  writing: z.string(),
  seconds: z.string(),
  finished: z.string(),
  stopped: z.string(),
  tokensIn: z.string(),
  tokensOut: z.string(),
  contextUsed: z.string(),
  contextShort: z.string(),
  newTextBelow: z.string(),
  emptyTitle: z.string(),
  emptyText: z.string(),
  /** The key of Ask About Selection, for the reader's system; empty where it has none. */
  askKey: z.string(),
  explain: z.string(),
  findProblems: z.string(),
  writeTests: z.string(),
  connectTitle: z.string(),
  connectText: z.string(),
  connect: z.string(),
  connectHint: z.string(),
  noAnswer: z.string(),
});
export type PanelStrings = z.infer<typeof panelStringsSchema>;
