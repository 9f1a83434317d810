import * as z from 'zod/mini';
import { attachmentViewSchema, candidatesSchema, currentFileViewSchema } from './attachments.ts';
import { grammarFileSchema, tokenRuleSchema } from './code.ts';
import { contextUsageViewSchema, overflowViewSchema } from './contextWindow.ts';
import { assistantTurnViewSchema, notSentViewSchema, turnViewSchema } from './conversation.ts';
import { historyViewSchema, notSavingViewSchema, searchHitsSchema } from './history.ts';
import { connectionViewSchema, modelViewSchema, readingSettingsSchema } from './panel.ts';

/** The questions asked last in this workspace, the newest first. The host says how many they are, and how long. */
const recentQuestionsSchema = z.array(z.string());

/** Everything the host says to the panel. */
export const toPanelSchema = z.discriminatedUnion('type', [
  /** The whole picture: the answer to `ready`, and after a change that is more than one of the parts below. */
  z.object({
    type: z.literal('state'),
    /** Names this run of the host: what another one had in memory has ended. */
    hostRunId: z.string(),
    conversationId: z.string(),
    connection: connectionViewSchema,
    model: modelViewSchema,
    turns: z.array(turnViewSchema),
    attachments: z.array(attachmentViewSchema),
    /** Absent where it is not known yet. */
    contextUsage: z.optional(contextUsageViewSchema),
    currentFile: z.optional(currentFileViewSchema),
    draft: z.string(),
    /** Whether long lines of code are wrapped where the reader did not say otherwise. */
    wrapCode: z.boolean(),
    /** The conversation is still being read: another picture follows, and none of its turns is in this one. */
    isLoading: z.optional(z.boolean()),
    recentQuestions: recentQuestionsSchema,
    /** Absent as long as everything is being saved. */
    notSaving: z.optional(notSavingViewSchema),
  }),
  /** From now on nothing is being saved, or, without a view, everything is again. */
  z.object({ type: z.literal('saving'), notSaving: z.optional(notSavingViewSchema) }),
  /** A turn was added at the end. */
  z.object({ type: z.literal('turnAdded'), turn: turnViewSchema }),
  /** The reply grew by this text. Sent about once a frame. */
  z.object({ type: z.literal('replyText'), turnId: z.string(), text: z.string() }),
  /** The reply changed in anything but its text, such as its end. Its text is complete up to here. */
  z.object({
    type: z.literal('replyChanged'),
    turn: assistantTurnViewSchema,
    /** Of its question. */
    notSent: z.optional(notSentViewSchema),
  }),
  /** The composer's chips, all of them, and the toggle of the file in front. */
  z.object({
    type: z.literal('attachments'),
    attachments: z.array(attachmentViewSchema),
    currentFile: z.optional(currentFileViewSchema),
  }),
  candidatesSchema,
  z.object({ type: z.literal('connection'), connection: connectionViewSchema }),
  z.object({ type: z.literal('model'), model: modelViewSchema }),
  /** What would be sent now, in tokens: soon after each change of it. */
  z.object({ type: z.literal('contextUsage'), contextUsage: contextUsageViewSchema }),
  /** What is about to be sent does not fit; or, without a view, it does again. */
  z.object({ type: z.literal('overflow'), overflow: z.optional(overflowViewSchema) }),
  /** The host put this text into the composer, such as a question that is to be edited. */
  z.object({ type: z.literal('draft'), text: z.string() }),
  /** The unsent text, as it is being written in another place that shows the chat. */
  z.object({ type: z.literal('draftChangedElsewhere'), text: z.string() }),
  z.object({ type: z.literal('wrapCode'), wrapCode: z.boolean() }),
  /** The code blocks of a reply, by their positions from 0, that name a file which can be opened. */
  z.object({ type: z.literal('replyFiles'), turnId: z.string(), blockIndexes: z.array(z.number()) }),
  /** Move the keyboard to another code block, or do something with the one that has it. */
  z.object({ type: z.literal('codeBlockCommand'), command: z.enum(['next', 'previous', 'toggleWrap']) }),
  /** How the reader wants to read. */
  z.object({ type: z.literal('readingSettings'), readingSettings: readingSettingsSchema }),
  /** Open the search in the conversation. */
  z.object({ type: z.literal('find') }),
  /** Put the keyboard into the composer. */
  z.object({ type: z.literal('focusComposer') }),
  /** Show the list of conversations, or, from there, the trash. */
  z.object({ type: z.literal('showHistory'), trash: z.boolean() }),
  /** Go back from the list of conversations to the chat. */
  z.object({ type: z.literal('showChat') }),
  /** The conversations, whenever something changes in their list while it is on the screen. */
  z.object({ type: z.literal('history'), history: historyViewSchema }),
  /** What was found, the best first. */
  z.object({
    type: z.literal('searchHits'),
    searchId: z.number(),
    hits: searchHitsSchema,
    /** How many there are, those that were not told included. */
    total: z.number(),
    /** How many conversations could not be read, so that nothing was looked for in them. */
    unreadable: z.optional(z.number()),
    /** Why nothing could be looked through. */
    error: z.optional(z.string()),
  }),
  /** Let the reader write another title for a conversation of the list. */
  z.object({ type: z.literal('editTitle'), conversationId: z.string() }),
  /** The answer to `grammarWanted`: the scope that code in this language begins with; none where there is no grammar. */
  z.object({
    type: z.literal('grammar'),
    language: z.string(),
    scopeName: z.optional(z.string()),
    files: z.array(grammarFileSchema),
  }),
  /** How the theme in use colours code, whenever that changes; no rules where they can't be read. */
  z.object({ type: z.literal('codeTheme'), rules: z.optional(z.array(tokenRuleSchema)) }),
  /** The answer to `promptsWanted`: those that begin with the query first. */
  z.object({
    type: z.literal('prompts'),
    searchId: z.number(),
    items: z.array(z.object({ key: z.string(), name: z.string(), detail: z.optional(z.string()) })),
  }),
  /** What takes the place of the `/name` at the start of the composer's text; the caret goes behind it. */
  z.object({ type: z.literal('insertPromptText'), text: z.string() }),
  /** A question was asked, or those of an earlier life of the window are known now. */
  z.object({ type: z.literal('recentQuestions'), recentQuestions: recentQuestionsSchema }),
  /** How a request ended: without a message, well; with one, the sentence to show. */
  z.object({ type: z.literal('response'), requestId: z.number(), error: z.optional(z.string()) }),
]);
export type ToPanel = z.infer<typeof toPanelSchema>;
export type PanelState = Extract<ToPanel, { type: 'state' }>;
