import * as z from 'zod/mini';
import { attachmentMessages } from './attachments.ts';
import { MAX_LANGUAGE_CHARS } from './code.ts';
import { overflowChoiceSchema } from './contextWindow.ts';
import { turnActionSchema } from './conversation.ts';
import { id, index, requestId } from './fields.ts';
import { conversationActionSchema, MAX_QUERY_CHARS, MAX_TITLE_CHARS } from './history.ts';

/** Far above what a person types, far below what would hurt the host. Characters. */
export const MAX_MESSAGE_CHARS = 1_000_000;
const text = z.string().check(z.maxLength(MAX_MESSAGE_CHARS));

/** What can be done with a code block. */
const codeBlockActionSchema = z.enum(['copy', 'insert', 'replace', 'newFile', 'run', 'openFile']);
export type CodeBlockAction = z.infer<typeof codeBlockActionSchema>;

/** Which code block it is. */
const codeBlockRefFields = {
  turnId: id,
  /** Position among the code blocks of the turn, from 0. */
  blockIndex: index,
};
const codeBlockRefSchema = z.strictObject(codeBlockRefFields);
export type CodeBlockRef = z.infer<typeof codeBlockRefSchema>;

/**
 * Everything the panel may say to the host: hostile input until it is parsed. Turns, blocks and attachments
 * are named by id or index and looked up; no message but that of a drop carries a path, and none a command, a setting,
 * HTML or the text that is to be inserted. One with a `requestId` is answered by `answer`.
 */
export const toHostSchema = z.discriminatedUnion('type', [
  /** The panel's script runs and wants the state: after each load of the view. */
  z.strictObject({ type: z.literal('ready') }),
  /** Of all places that show the chat, this is the one in use: told once for as long as it has the keyboard. */
  z.strictObject({ type: z.literal('webviewUsed') }),
  /** Send the composer's text with exactly these chips. */
  z.strictObject({
    type: z.literal('sendMessage'),
    requestId,
    conversationId: id,
    text,
    attachmentIds: z.array(id).check(z.maxLength(100)),
  }),
  /** One of the suggestions of the empty panel, about the editor's selection. */
  z.strictObject({
    type: z.literal('askSuggestion'),
    requestId,
    suggestion: z.enum(['explain', 'findProblems', 'writeTests']),
  }),
  z.strictObject({ type: z.literal('stop') }),
  ...attachmentMessages,
  z.strictObject({ type: z.literal('selectModel') }),
  /** Show what would be sent now, or what was sent for a reply. The unsent text is told before. */
  z.strictObject({ type: z.literal('showRequest'), turnId: z.optional(id) }),
  /** Enter address and key, in VS Code's own input boxes. */
  z.strictObject({ type: z.literal('connect') }),
  z.strictObject({ type: z.literal('removeAttachment'), attachmentId: id }),
  /** The unsent text of a conversation, so that it outlives the view; without one, of the one that is shown. */
  z.strictObject({ type: z.literal('draftChanged'), conversationId: z.optional(id), text }),
  /** Open a link of a reply; the host decides whether it is one that may be opened. */
  z.strictObject({ type: z.literal('openLink'), href: z.string().check(z.maxLength(2048)) }),
  /** Code in this language is shown, named as a code block's fence does: a word to look up, and nothing else. */
  z.strictObject({
    type: z.literal('requestGrammar'),
    language: z.string().check(z.minLength(1), z.maxLength(MAX_LANGUAGE_CHARS)),
  }),
  /** A way out of trouble, offered by the turn's problem. */
  z.strictObject({ type: z.literal('turnAction'), requestId, turnId: id, action: turnActionSchema }),
  z.strictObject({
    type: z.literal('replyAction'),
    requestId,
    turnId: id,
    action: z.enum(['copy', 'insert']),
  }),
  z.strictObject({
    type: z.literal('codeBlockAction'),
    requestId,
    ...codeBlockRefFields,
    action: codeBlockActionSchema,
  }),
  /** Whether the panel has the keyboard, and the code block that has it, or had it before it left the panel. */
  z.strictObject({
    type: z.literal('focusChanged'),
    hasFocus: z.boolean(),
    codeBlock: z.optional(codeBlockRefSchema),
  }),
  /** Try at once to save what could not be saved. */
  z.strictObject({ type: z.literal('retrySaving') }),
  /** Export the conversation that is shown, as its command does. */
  z.strictObject({ type: z.literal('exportConversation') }),
  /** Asks which code blocks of a reply name a file of the workspace; `replyFiles` says it. */
  z.strictObject({ type: z.literal('findReplyFiles'), turnId: id }),
  /** Whether the list of conversations is on the screen: as long as it is, `history` tells its changes. */
  z.strictObject({ type: z.literal('historyVisibilityChanged'), isShown: z.boolean() }),
  /** Looks through everything that was said; `searchHits` tells what was found. */
  z.strictObject({
    type: z.literal('searchHistory'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_QUERY_CHARS)),
  }),
  z.strictObject({
    type: z.literal('conversationAction'),
    requestId,
    conversationId: id,
    action: conversationActionSchema,
  }),
  /** An empty title gives back the one that the first question made. */
  z.strictObject({
    type: z.literal('renameConversation'),
    requestId,
    conversationId: id,
    title: z.string().check(z.maxLength(MAX_TITLE_CHARS)),
  }),
  z.strictObject({ type: z.literal('openHistorySettings') }),
  /** One of the choices of `fit`. */
  z.strictObject({
    type: z.literal('overflowChoice'),
    requestId,
    notice: z.number(),
    choice: overflowChoiceSchema,
  }),
  /** Asks which prompts begin with what stands behind the slash; `prompts` says it. */
  z.strictObject({
    type: z.literal('searchPrompts'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_QUERY_CHARS)),
  }),
  /** Puts one of the prompts that were told into the text: `insertText` brings it, unless the user gives up. */
  z.strictObject({ type: z.literal('insertPrompt'), requestId, key: id }),
]);
export type ToHost = z.infer<typeof toHostSchema>;
/** The messages that are answered. */
export type PanelRequest = Extract<ToHost, { requestId: number }>;
