import type { SearchHit } from '../core/history/search/historySearch.ts';
import type {
  AttachmentView,
  CandidateList,
  CurrentFileView,
  DefinitionsView,
  FileIconFont,
  OfferView,
} from './attachments.ts';
import type { AppliedView, BlockFileView, FileLink, GrammarFile, TokenRule } from './code.ts';
import type { ContextUsageView, OverflowView } from './contextWindow.ts';
import type {
  AssistantTurnView,
  NotSentView,
  QuestionEditView,
  QueuedQuestionView,
  TurnView,
} from './conversation.ts';
import type { HistoryView, NotSavingView } from './history.ts';
import type { ConnectionView, ModelView, ReadingSettings } from './panel.ts';
import type { CodeBlockRef } from './toHost.ts';

/** What a page shows: everything, after it has loaded, and when another conversation is shown. */
export interface PanelState {
  type: 'shown';
  /** Identifies this run of the extension host. State that was only in its memory is lost when it restarts. */
  hostRunId: string;
  conversationId: string;
  /** Absent until VS Code's secret storage has responded. */
  connection?: ConnectionView | undefined;
  model: ModelView;
  turns: TurnView[];
  queuedQuestion?: QueuedQuestionView | undefined;
  /** Whether a question is being prepared. */
  isPreparing: boolean;
  attachments: AttachmentView[];
  /** Absent until the first estimate. */
  contextUsage?: ContextUsageView | undefined;
  currentFile?: CurrentFileView | undefined;
  offer?: OfferView | undefined;
  definitions?: DefinitionsView | undefined;
  draft: string;
  /** Unsent texts of questions that are being edited, the latest last. */
  edits: QuestionEditView[];
  /** Whether code blocks wrap by default. */
  wrapCode: boolean;
  /** The conversation is still being read. `turns` is empty, and another `shown` follows. */
  isLoading?: boolean | undefined;
  /** The latest questions of this workspace, the newest first. The host limits their number and length. */
  recentQuestions: string[];
  /** Absent while conversations are being saved. */
  notSaving?: NotSavingView | undefined;
}

/** The lines that a question was about, which a code block of its reply can replace. */
export interface ReplyTarget {
  /** Name without its folder. */
  file: string;
  languageId: string;
  /** Counted from 1; both ends are included. Absent while unknown, for example if the file is not open. */
  startLine?: number | undefined;
  endLine?: number | undefined;
  /** They are empty: code is inserted there. */
  isPlace?: true | undefined;
  /** The question was about more than one selection. The host asks which one to replace. */
  isOneOfSeveral?: true | undefined;
  /** The code blocks of the reply that are meant for them, by position. Absent while unknown. */
  blocks?: readonly number[] | undefined;
}

/** Changes of one conversation. A page that shows another one by now ignores them. */
export type ConversationChange = {
  conversationId: string;
} /** All turns. Posted if they changed other than by one that was added or by a reply. */ & (
  | { type: 'turns'; turns: TurnView[] }
  /** A turn was appended. */
  | { type: 'turnAdded'; turn: TurnView }
  /** Text to append to the reply. Posted about once a frame. */
  | { type: 'replyText'; turnId: string; text: string }
  /**
   * Something other than the reply's text changed, for example its status. All text up to here has been posted
   * before. `notSent` is set if the question of the reply is not sent with later ones.
   */
  | { type: 'replyChanged'; turn: AssistantTurnView; notSent?: NotSentView | undefined }
  /** The preparation of a question has begun or ended, which Stop ends. */
  | { type: 'preparing'; isPreparing: boolean }
  /** The queued question changed or, without `queuedQuestion`, is no longer queued. */
  | { type: 'queuedQuestion'; queuedQuestion?: QueuedQuestionView | undefined; wasSent?: boolean | undefined }
  /** All chips of the composer. */
  | {
      type: 'attachments';
      attachments: AttachmentView[];
      currentFile?: CurrentFileView | undefined;
      offer?: OfferView | undefined;
      definitions?: DefinitionsView | undefined;
    }
  /** Another selection or file is offered or, without `offer`, none. */
  | { type: 'offer'; offer?: OfferView | undefined }
  | { type: 'model'; model: ModelView }
  /** Estimated tokens of the next request. Posted shortly after each change. */
  | { type: 'contextUsage'; contextUsage: ContextUsageView }
  /** The next request exceeds the context window or, without `overflow`, fits again. */
  | { type: 'overflow'; overflow?: OverflowView | undefined }
  /** The host replaced the composer's text, for example by the text of a prompt. */
  | { type: 'draft'; text: string }
  /** The unsent text of the composer or, with `turnId`, of an edited question was changed in another webview. */
  | { type: 'draftChangedElsewhere'; turnId?: string | undefined; text: string }
  /** Replaces the `/name` at the start of the composer's text; the caret moves to the end of the inserted text. */
  | { type: 'insertPromptText'; text: string }
  /** Opens the editor of a question. */
  | { type: 'editQuestion'; turnId: string }
  /** Scrolls to a turn. */
  | { type: 'showTurn'; turnId: string }
  /** The reply's code blocks that are for a file by its name, and what else leads to a file. Posted again if it changes. */
  | { type: 'replyFiles'; turnId: string; blocks: BlockFileView[]; links: FileLink[] }
  /** Response to `findReplyTarget`, posted again when it changes. Without `target`, nothing can be replaced. */
  | { type: 'replyTarget'; turnId: string; target?: ReplyTarget | undefined }
  /**
   * What became of the review of a code block: nothing if it was accepted, of which `codeBlockApplied` tells. Also follows
   * the response to `findReplyTarget`.
   */
  | ({ type: 'codeBlockStatus'; text: string } & CodeBlockRef)
  /** Where the code of a block was applied last or, without `applied`, that nothing of it is there any more. */
  | ({ type: 'codeBlockApplied'; applied?: AppliedView | undefined } & CodeBlockRef)
);

/** Messages that are not about the conversation that is shown. */
type PanelChange =
  /** Saving failed or, without `notSaving`, works again. */
  | { type: 'saving'; notSaving?: NotSavingView | undefined }
  | { type: 'connection'; connection: ConnectionView }
  /** A question was asked, or the saved questions were loaded. */
  | { type: 'recentQuestions'; recentQuestions: string[] }
  | { type: 'wrapCode'; wrapCode: boolean }
  | { type: 'readingSettings'; readingSettings: ReadingSettings }
  /** Response to `searchCandidates`, posted again as more is found. Limited to what the list can show. */
  | ({ type: 'candidates'; searchId: number } & CandidateList)
  /** Response to `searchPrompts`: prompts whose names start with the query come first. */
  | { type: 'prompts'; searchId: number; items: { key: string; name: string; detail?: string | undefined }[] }
  | FileIconFont
  /** Response to `requestGrammar`. `scopeName` is absent if no grammar exists for the language. */
  | { type: 'grammar'; language: string; scopeName?: string | undefined; files: GrammarFile[] }
  /** Code colors of the current theme. Posted after each change; `rules` is absent if the theme can't be read. */
  | { type: 'codeTheme'; rules?: TokenRule[] | undefined }
  /** Moves the focus to another code block, or runs a command on the focused one. */
  | { type: 'codeBlockCommand'; command: 'next' | 'previous' | 'toggleWrap' }
  /** Opens the search in the conversation. */
  | { type: 'find' }
  /** Focuses the composer. */
  | { type: 'focusComposer' }
  /** Shows the list of conversations, or the trash. */
  | { type: 'showHistory'; trash: boolean }
  /** All conversations. Posted after each change while the list is visible. */
  | { type: 'history'; history: HistoryView }
  /** Search results, sorted by relevance. */
  | {
      type: 'searchHits';
      searchId: number;
      hits: readonly SearchHit[];
      /** Number of all hits, including those that are not in `hits`. */
      total: number;
      /** Number of conversations that could not be read and were not searched. */
      unreadable?: number | undefined;
      /** Why the search failed. */
      error?: string | undefined;
    }
  /** Starts editing the title of a row of the list. */
  | { type: 'editTitle'; rowId: string };

/** How a request ended, with the sentence to show. */
export type RequestResult =
  | {
      kind: 'error';
      text: string;
      /** The notice about the context window says it too. */
      isOverflow?: true | undefined;
      /** The attachments without which the question could be sent. */
      attachmentIds?: readonly string[] | undefined;
    }
  | { kind: 'info'; text: string }
  | { kind: 'canceled' };

export interface PanelResponse {
  type: 'response';
  requestId: number;
  /** Absent if the request was done, and there is no more to say. */
  result?: RequestResult | undefined;
}

/**
 * All messages from the host to the panel. Not parsed: they come from the same version of the extension, and the page
 * accepts messages of its own origin only.
 */
export type ToPanel = PanelState | ConversationChange | PanelChange | PanelResponse;
