import * as z from 'zod/mini';
import {
  attachmentViewSchema,
  candidatesSchema,
  currentFileViewSchema,
  fileIconFontSchema,
  offerViewSchema,
} from './attachments.ts';
import { grammarFileSchema, tokenRuleSchema } from './code.ts';
import { contextUsageViewSchema, overflowViewSchema } from './contextWindow.ts';
import {
  assistantTurnViewSchema,
  notSentViewSchema,
  queuedQuestionViewSchema,
  turnViewSchema,
} from './conversation.ts';
import { historyViewSchema, notSavingViewSchema, searchHitsSchema } from './history.ts';
import { connectionViewSchema, modelViewSchema, readingSettingsSchema } from './panel.ts';

/** The latest questions of this workspace, the newest first. The host limits their number and length. */
const recentQuestionsSchema = z.array(z.string());

/** The lines that a question was about, which a code block of its reply can replace. */
const replyTargetSchema = z.object({
  /** Name without its folder. */
  file: z.string(),
  languageId: z.string(),
  /** Counted from 1; both ends are included. Absent while unknown, for example if the file is not open. */
  startLine: z.optional(z.number()),
  endLine: z.optional(z.number()),
  /** The question was about more than one selection. The host asks which one to replace. */
  isOneOfSeveral: z.optional(z.literal(true)),
});
export type ReplyTarget = z.infer<typeof replyTargetSchema>;

/** All messages from the host to the panel. */
export const toPanelSchema = z.discriminatedUnion('type', [
  /** The complete state: sent after `ready`, and after changes that no other message describes. */
  z.object({
    type: z.literal('state'),
    /** Identifies this run of the extension host. State that was only in its memory is lost when it restarts. */
    hostRunId: z.string(),
    conversationId: z.string(),
    ...connectionViewSchema.shape,
    model: modelViewSchema,
    turns: z.array(turnViewSchema),
    queuedQuestion: z.optional(queuedQuestionViewSchema),
    attachments: z.array(attachmentViewSchema),
    /** Absent until the first estimate. */
    contextUsage: z.optional(contextUsageViewSchema),
    currentFile: z.optional(currentFileViewSchema),
    offer: z.optional(offerViewSchema),
    draft: z.string(),
    /** Whether code blocks wrap by default. */
    wrapCode: z.boolean(),
    /** The conversation is still being read. `turns` is empty, and another `state` follows. */
    isLoading: z.optional(z.boolean()),
    recentQuestions: recentQuestionsSchema,
    /** Absent while conversations are being saved. */
    notSaving: z.optional(notSavingViewSchema),
  }),
  /** Saving failed or, without `notSaving`, works again. */
  z.object({ type: z.literal('saving'), notSaving: z.optional(notSavingViewSchema) }),
  /** A turn was appended. */
  z.object({ type: z.literal('turnAdded'), turn: turnViewSchema }),
  /** Text to append to the reply. Posted about once a frame. */
  z.object({ type: z.literal('replyText'), turnId: z.string(), text: z.string() }),
  /**
   * Something other than the reply's text changed, for example its status. All text up to here has been posted
   * before.
   */
  z.object({
    type: z.literal('replyChanged'),
    turn: assistantTurnViewSchema,
    /** Set if the question of the reply is not sent with later ones. */
    notSent: z.optional(notSentViewSchema),
  }),
  /** The queued question changed or, without `queuedQuestion`, is no longer queued. */
  z.object({
    type: z.literal('queuedQuestion'),
    queuedQuestion: z.optional(queuedQuestionViewSchema),
    wasSent: z.optional(z.boolean()),
  }),
  /** All chips of the composer. */
  z.object({
    type: z.literal('attachments'),
    attachments: z.array(attachmentViewSchema),
    currentFile: z.optional(currentFileViewSchema),
    offer: z.optional(offerViewSchema),
  }),
  /** Another selection or file is offered or, without `offer`, none. */
  z.object({ type: z.literal('offer'), offer: z.optional(offerViewSchema) }),
  candidatesSchema,
  fileIconFontSchema,
  z.object({ type: z.literal('connection'), ...connectionViewSchema.shape }),
  z.object({ type: z.literal('model'), model: modelViewSchema }),
  /** Estimated tokens of the next request. Posted shortly after each change. */
  z.object({ type: z.literal('contextUsage'), contextUsage: contextUsageViewSchema }),
  /** The next request exceeds the context window or, without `overflow`, fits again. */
  z.object({ type: z.literal('overflow'), overflow: z.optional(overflowViewSchema) }),
  /** The host replaced the composer's text, for example by the text of a prompt. */
  z.object({ type: z.literal('draft'), text: z.string() }),
  /** Opens the editor of a question. */
  z.object({ type: z.literal('editQuestion'), turnId: z.string() }),
  /** Scrolls to a turn of the conversation that is shown. */
  z.object({ type: z.literal('showTurn'), turnId: z.string() }),
  /** The unsent text was changed in another webview. */
  z.object({ type: z.literal('draftChangedElsewhere'), text: z.string() }),
  z.object({ type: z.literal('wrapCode'), wrapCode: z.boolean() }),
  /** Positions, from 0, of the reply's code blocks that name an existing file. */
  z.object({ type: z.literal('replyFiles'), turnId: z.string(), blockIndexes: z.array(z.number()) }),
  /** Response to `findReplyTarget`, posted again when the lines move. Without `target`, nothing can be replaced. */
  z.object({ type: z.literal('replyTarget'), turnId: z.string(), target: z.optional(replyTargetSchema) }),
  /** What became of the review of a code block. Also follows the response to `findReplyTarget`. */
  z.object({
    type: z.literal('codeBlockStatus'),
    turnId: z.string(),
    blockIndex: z.number(),
    text: z.string(),
  }),
  /** Moves the focus to another code block, or runs a command on the focused one. */
  z.object({ type: z.literal('codeBlockCommand'), command: z.enum(['next', 'previous', 'toggleWrap']) }),
  z.object({ type: z.literal('readingSettings'), readingSettings: readingSettingsSchema }),
  /** Opens the search in the conversation. */
  z.object({ type: z.literal('find') }),
  /** Focuses the composer. */
  z.object({ type: z.literal('focusComposer') }),
  /** Shows the list of conversations, or the trash. */
  z.object({ type: z.literal('showHistory'), trash: z.boolean() }),
  /** Returns from the list of conversations to the chat. */
  z.object({ type: z.literal('showChat') }),
  /** All conversations. Posted after each change while the list is visible. */
  z.object({ type: z.literal('history'), history: historyViewSchema }),
  /** Search results, sorted by relevance. */
  z.object({
    type: z.literal('searchHits'),
    searchId: z.number(),
    hits: searchHitsSchema,
    /** Number of all hits, including those that are not in `hits`. */
    total: z.number(),
    /** Number of conversations that could not be read and were not searched. */
    unreadable: z.optional(z.number()),
    /** Why the search failed. */
    error: z.optional(z.string()),
  }),
  /** Starts editing the title of a conversation in the list. */
  z.object({ type: z.literal('editTitle'), conversationId: z.string() }),
  /** Response to `requestGrammar`. `scopeName` is absent if no grammar exists for the language. */
  z.object({
    type: z.literal('grammar'),
    language: z.string(),
    scopeName: z.optional(z.string()),
    files: z.array(grammarFileSchema),
  }),
  /** Code colors of the current theme. Posted after each change; `rules` is absent if the theme can't be read. */
  z.object({ type: z.literal('codeTheme'), rules: z.optional(z.array(tokenRuleSchema)) }),
  /** Response to `searchPrompts`: prompts whose names start with the query come first. */
  z.object({
    type: z.literal('prompts'),
    searchId: z.number(),
    items: z.array(z.object({ key: z.string(), name: z.string(), detail: z.optional(z.string()) })),
  }),
  /** Replaces the `/name` at the start of the composer's text; the caret moves to the end of the inserted text. */
  z.object({ type: z.literal('insertPromptText'), text: z.string() }),
  /** A question was asked, or the saved questions were loaded. */
  z.object({ type: z.literal('recentQuestions'), recentQuestions: recentQuestionsSchema }),
  /** Result of a request: `error` is the sentence to show if it failed, `info` one to show if it succeeded. */
  z.object({
    type: z.literal('response'),
    requestId: z.number(),
    error: z.optional(z.string()),
    info: z.optional(z.string()),
  }),
]);
export type ToPanel = z.infer<typeof toPanelSchema>;
export type PanelState = Extract<ToPanel, { type: 'state' }>;
