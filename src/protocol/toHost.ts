import * as z from 'zod/mini';
import { SIZE } from '../base/bounds.ts';
import { within } from '../base/numberSchemas.ts';
import type { CodeBlockPlace } from '../core/markdown/codeBlockPlace.ts';
import { MAX_LINK_CHARS } from '../core/openableLink.ts';
import { MAX_LANGUAGE_CHARS } from './code.ts';
import { OVERFLOW_CHOICES } from './contextWindow.ts';
import { QUEUED_QUESTION_ACTIONS, TURN_ACTIONS } from './conversation.ts';
import { CONVERSATION_ACTIONS, MAX_QUERY_CHARS, MAX_TITLE_CHARS } from './history.ts';
import { MAX_DROPPED_FILES, MAX_SENT_ATTACHMENTS, MAX_TEXT_CHARS, MAX_URI_CHARS } from './limits.ts';
import { CONNECTION_STEPS } from './panel.ts';

/** Id of a conversation, turn, attachment and so on. */
const id = z.string().check(z.minLength(1), z.maxLength(100));
/** A position or a counter, from 0. */
const index = within(SIZE);
/** Identifies a request until its response arrives. */
const requestId = index;
/** The conversation that the page shows. */
const conversationId = id;

const text = z.string().check(z.maxLength(MAX_TEXT_CHARS));
/** Maximum length of the query typed after `@`. Longer ones match nothing. */
const MAX_CANDIDATE_QUERY_CHARS = 200;

const codeBlockActionSchema = z.enum([
  'copy',
  'insert',
  'replace',
  /** Replaces the lines that the question was about. */
  'replaceAskedAbout',
  /** Like `replaceAskedAbout`, but only opens the review. */
  'review',
  /** Opens a review of the code in the file that the block names, or the file that it names as a new one. */
  'applyToFile',
  /** Shows the code where it was applied. */
  'showApplied',
  /** Takes back what was applied. */
  'revert',
  'newFile',
  /** Opens a diagram in the preview of Markdown. */
  'openPreview',
  'run',
  'openFile',
]);
export type CodeBlockAction = z.infer<typeof codeBlockActionSchema>;

const codeBlockRefFields = {
  turnId: id,
  /** Position among the code blocks of the turn, from 0. */
  blockIndex: index,
  /** Position among the code blocks in that block, which is Markdown and shown rendered. */
  innerIndex: z.optional(index),
};
export interface CodeBlockRef extends CodeBlockPlace {
  turnId: string;
}

/** Maximum offset in a code block: far beyond the longest reply. */
const MAX_CODE_OFFSET = 100_000_000;
const codeOffset = within({ ...SIZE, max: MAX_CODE_OFFSET });

/** The part of a code block that is selected: offsets in the code that the host has, in UTF-16 code units. */
const codePartSchema = z
  .strictObject({ start: codeOffset, end: codeOffset })
  .check(z.refine(({ start, end }) => start < end));

/** A code block that has the focus, and the part of it that is selected. */
const focusedCodeBlockSchema = z.strictObject({ ...codeBlockRefFields, part: z.optional(codePartSchema) });
export type FocusedCodeBlock = z.infer<typeof focusedCodeBlockSchema>;

/**
 * All messages from the panel to the host: untrusted until parsed. Turns, code blocks and attachments are named by id
 * or index, which the host looks up. Only `attachDropped` carries URIs, since only the panel receives a drop: the
 * host attaches files that are open or in the workspace, and asks the user about all others. No message carries a
 * command, a setting, HTML or the text to insert: a part of a code block is given by offsets. The host sends a
 * `response` to each message with a `requestId`, also if it can't be parsed, and refuses those with a `conversationId`
 * that is no longer shown.
 */
export const toHostSchema = z.discriminatedUnion('type', [
  /**
   * The panel's script has loaded and needs the state. Sent after each load of the webview. `hasFocus` if the page has
   * given its focus to the text box, which has it, or gets it back with the page, unless the user has moved it.
   */
  z.strictObject({ type: z.literal('ready'), hasFocus: z.boolean() }),
  /**
   * The user pressed a key or a pointer button in this webview, which makes it the current one. Sent once until it
   * loses the focus.
   */
  z.strictObject({ type: z.literal('webviewUsed') }),
  /** Sends the composer's text with exactly these chips, or queues it while a reply is running. */
  z.strictObject({
    type: z.literal('sendMessage'),
    requestId,
    conversationId,
    text,
    attachmentIds: z.array(id).check(z.maxLength(MAX_SENT_ATTACHMENTS)),
  }),
  /** Asks one of the questions that the empty panel suggests about the editor's selection. */
  z.strictObject({
    type: z.literal('askSuggestion'),
    conversationId,
    requestId,
    suggestion: z.enum(['explain', 'findProblems', 'writeTests']),
  }),
  z.strictObject({ type: z.literal('stop'), conversationId }),
  /** The panel posts `draftChanged` first: `edit` adds the question to the draft. */
  z.strictObject({
    type: z.literal('queuedQuestionAction'),
    conversationId,
    requestId,
    queuedQuestionId: id,
    action: z.enum(QUEUED_QUESTION_ACTIONS),
  }),
  /** Requests the candidates that match the text after `@`. The host responds with `candidates`. */
  z.strictObject({
    type: z.literal('searchCandidates'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_CANDIDATE_QUERY_CHARS)),
  }),
  /** Attaches one of the `candidates`. */
  z.strictObject({ type: z.literal('attachCandidate'), conversationId, requestId, key: id }),
  /** Opens VS Code's own quick pick of attachments. */
  z.strictObject({ type: z.literal('pickAttachments'), conversationId }),
  /** Files and folders were dropped onto the composer, from the explorer or from outside VS Code. */
  z.strictObject({
    type: z.literal('attachDropped'),
    conversationId,
    requestId,
    uris: z.array(z.string().check(z.maxLength(MAX_URI_CHARS))).check(z.maxLength(MAX_DROPPED_FILES)),
  }),
  /** Opens the source of an attachment: of the composer or, with `turnId`, of a question in the conversation. */
  z.strictObject({
    type: z.literal('openAttachment'),
    conversationId,
    turnId: z.optional(id),
    attachmentId: id,
  }),
  /** Attaches what is offered to this question. */
  z.strictObject({ type: z.literal('takeOffer'), conversationId }),
  /** Adds the definitions that the attached selections refer to, or ends the search for them. */
  z.strictObject({ type: z.literal('definitionsAction'), conversationId, action: z.enum(['add', 'stop']) }),
  /** Toggles whether the current file is attached to each question. */
  z.strictObject({ type: z.literal('toggleCurrentFile'), conversationId }),
  z.strictObject({ type: z.literal('selectModel') }),
  /** Shows the next request. The panel posts `draftChanged` first. */
  z.strictObject({ type: z.literal('showRequest'), conversationId }),
  /** Takes a step that the state of the connection offers. All input is made in VS Code's own boxes and dialogs. */
  z.strictObject({ type: z.literal('connectionStep'), requestId, step: z.enum(CONNECTION_STEPS) }),
  z.strictObject({ type: z.literal('removeAttachment'), conversationId, attachmentId: id }),
  /**
   * The unsent text of any conversation, by default of the current one: of its text box or, with `turnId`, of a question
   * that is being edited. The host keeps it, so that it survives a reload of the webview.
   */
  z.strictObject({
    type: z.literal('draftChanged'),
    draftOf: z.optional(id),
    turnId: z.optional(id),
    text,
  }),
  /** Opens a link of a reply, if the host allows its scheme. */
  z.strictObject({
    type: z.literal('openLink'),
    requestId,
    href: z.string().check(z.maxLength(MAX_LINK_CHARS)),
  }),
  /**
   * Requests the grammar of a language. `language` comes from the fence of a code block, and the host only looks it up.
   */
  z.strictObject({
    type: z.literal('requestGrammar'),
    language: z.string().check(z.minLength(1), z.maxLength(MAX_LANGUAGE_CHARS)),
  }),
  /** Runs an action that the notice of a turn offers. */
  z.strictObject({
    type: z.literal('turnAction'),
    conversationId,
    requestId,
    turnId: id,
    action: z.enum(TURN_ACTIONS),
  }),
  /** Asks an edited question in place of the one it was made from, with the same attachments. */
  z.strictObject({ type: z.literal('editQuestion'), conversationId, requestId, turnId: id, text }),
  /** Shows the question, in its conversation, that an edited one was made from. */
  z.strictObject({ type: z.literal('showOriginal'), conversationId, requestId, turnId: id }),
  z.strictObject({
    type: z.literal('replyAction'),
    conversationId,
    requestId,
    turnId: id,
    action: z.enum(['copy', 'insert']),
  }),
  z.strictObject({
    type: z.literal('codeBlockAction'),
    conversationId,
    requestId,
    ...codeBlockRefFields,
    action: codeBlockActionSchema,
    /** Acts on this part only. Ignored by `newFile`, `openPreview`, `run` and `openFile`. */
    part: z.optional(codePartSchema),
  }),
  /**
   * Whether the panel has the focus, and the code block that contains the focus or contained it when the panel lost it.
   * Sent again when another part of that block is selected.
   */
  z.strictObject({
    type: z.literal('focusChanged'),
    hasFocus: z.boolean(),
    codeBlock: z.optional(focusedCodeBlockSchema),
  }),
  /** Retries saving immediately. */
  z.strictObject({ type: z.literal('retrySaving') }),
  /** Exports the current conversation, like the command Export Conversation. */
  z.strictObject({ type: z.literal('exportConversation'), conversationId }),
  /**
   * Asks which code blocks of an ended reply, and which inline code and links, name an existing file. The host responds
   * with `replyFiles`.
   */
  z.strictObject({ type: z.literal('findReplyFiles'), conversationId, turnId: id }),
  /** Opens a file that the words of a reply name: one of the `links` of `replyFiles`, by its index. */
  z.strictObject({
    type: z.literal('openFileLink'),
    conversationId,
    requestId,
    turnId: id,
    linkIndex: index,
  }),
  /**
   * Asks for the lines that the question of a reply was about. The host responds with `replyTarget`, now and whenever
   * they move.
   */
  z.strictObject({ type: z.literal('findReplyTarget'), conversationId, turnId: id }),
  /**
   * Asks which of the code blocks of an ended reply are meant for these lines. The host responds with `replyTarget`, once
   * that is known.
   */
  z.strictObject({ type: z.literal('compareCodeBlocks'), conversationId, turnId: id }),
  /** Whether the list of conversations is visible. While it is, the host posts its changes as `history`. */
  z.strictObject({ type: z.literal('historyVisibilityChanged'), isShown: z.boolean() }),
  /** Searches all conversations. The host responds with `searchHits`. */
  z.strictObject({
    type: z.literal('searchHistory'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_QUERY_CHARS)),
  }),
  z.strictObject({
    type: z.literal('conversationAction'),
    requestId,
    rowId: id,
    action: z.enum(CONVERSATION_ACTIONS),
  }),
  /** Undoes the latest deletion of a conversation that is not undone yet. */
  z.strictObject({ type: z.literal('undoDelete'), requestId }),
  /** An empty title restores the one derived from the first question. */
  z.strictObject({
    type: z.literal('renameConversation'),
    requestId,
    rowId: id,
    title: z.string().check(z.maxLength(MAX_TITLE_CHARS)),
  }),
  z.strictObject({ type: z.literal('openHistorySettings') }),
  /** Applies one of the choices that `overflow` offers; `notice` is its `noticeId`. */
  z.strictObject({
    type: z.literal('overflowChoice'),
    conversationId,
    requestId,
    noticeId: index,
    choice: z.enum(OVERFLOW_CHOICES),
  }),
  /** Requests the prompts whose names match the text after the slash. The host responds with `prompts`. */
  z.strictObject({
    type: z.literal('searchPrompts'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_QUERY_CHARS)),
  }),
  /**
   * Inserts one of the `prompts` in the place of `typed`, the start of the text up to the caret. The host responds with
   * `insertPromptText` unless the user cancels.
   */
  z.strictObject({
    type: z.literal('insertPrompt'),
    conversationId,
    requestId,
    key: id,
    typed: z.string().check(z.maxLength(MAX_QUERY_CHARS)),
  }),
]);
export type ToHost = z.infer<typeof toHostSchema>;
/** The messages that the host responds to. */
export type PanelRequest = Extract<ToHost, { requestId: number }>;
/** The messages about the conversation that the page shows. */
export type ConversationMessage = Extract<ToHost, { conversationId: string }>;
