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
  /** Accessible name of each of two replies to the same question. `{0}` which, 1 or 2, `{1}` model. */
  replyOf: z.string(),
  message: z.string(),
  placeholder: z.string(),
  send: z.string(),
  stop: z.string(),
  selectModel: z.string(),
  noModel: z.string(),
  /** `{0}` file name. */
  removeAttachment: z.string(),
  /** `{0}` path, `{1}` lines: such as "src/duration.ts, lines 12–24". */
  attachment: z.string(),
  /** `{0}` path of what is attached as a whole. */
  attachedWhole: z.string(),
  /** `{0}` number of the line. */
  line: z.string(),
  /** `{0}` first line, `{1}` last line. */
  lines: z.string(),
  /** Name of the row of chips above the text. */
  attachments: z.string(),
  problems: z.string(),
  gitChanges: z.string(),
  /** `{0}` a number of tokens. */
  tokens: z.string(),
  /** `{0}` number of the line. */
  secretLine: z.string(),
  /** `{0}` numbers of lines. */
  secretLines: z.string(),
  /** What a chip says where secrets were taken out of its text. */
  redacted: z.string(),
  oneLineLeftOut: z.string(),
  linesLeftOut: z.string(),
  addContext: z.string(),
  /** Name of the list of what can be attached. */
  contextSuggestions: z.string(),
  /** Name of the list of prompts. */
  promptSuggestions: z.string(),
  noSuggestions: z.string(),
  oneSuggestion: z.string(),
  suggestions: z.string(),
  dropToAttach: z.string(),
  holdShift: z.string(),
  /** Why something that was dropped is not attached. */
  dropUnreachable: z.string(),
  /** Stands behind the name of the file in front. */
  currentFile: z.string(),
  /** `{0}` path. */
  currentFileOf: z.string(),
  /** `{0}` the greatest number. */
  dropTooMany: z.string(),
  copy: z.string(),
  copied: z.string(),
  /** Of a code block, why its buttons can't be used yet. */
  stillBeingWritten: z.string(),
  insertAtCursor: z.string(),
  inserted: z.string(),
  replaceSelection: z.string(),
  replaced: z.string(),
  /** Name of the button that opens the menu of a code block. */
  moreActions: z.string(),
  newFile: z.string(),
  runInTerminal: z.string(),
  /** The key of Run Code Block in Terminal, as it is written on the reader's keyboard. */
  runKey: z.string(),
  runKeyOnMac: z.string(),
  /** Said when the code stands in the terminal, where nothing runs by itself. */
  inTerminal: z.string(),
  wrapLines: z.string(),
  /** `{0}` file name. */
  openFile: z.string(),
  copyReply: z.string(),
  insertReply: z.string(),
  /** Name of the button that opens the menu of a turn. */
  turnMenu: z.string(),
  /** Name of the notice that something does not fit into the model's window. */
  fit: z.string(),
  /** Of a conversation in which something is unsent. */
  draft: z.string(),
  /** Of a question that is not sent with later ones, and of replies that are left out with it. */
  notSent: z.string(),
  /** Button of each of two replies to the same question. */
  keepReply: z.string(),
  /** Its accessible name, which begins with what it shows. `{0}` which, 1 or 2, `{1}` model. */
  keepReplyOf: z.string(),
  /** Stands beside that button of the first one. */
  firstCounts: z.string(),
  /** Name of a code block's toolbar. `{0}` number of the block in its reply, `{1}` language. */
  codeBlock: z.string(),
  /** Stands for the language of a code block that names none. */
  plainText: z.string(),
  /** Tooltip of the mark of hidden characters. `{0}` their code points and names. */
  hidden: z.string(),
  /** Stands above a reply whose Markdown is nested too deep or takes too long to draw. */
  shownAsPlainText: z.string(),
  /** Names of the box of a task in a list. */
  taskDone: z.string(),
  taskNotDone: z.string(),
  /** `{0}` alternative text, `{1}` host: such as "[picture: a chart — example.org]". */
  picture: z.string(),
  /** `{0}` is `seconds`, here and in `writing`: "Waiting… 3 s". */
  waiting: z.string(),
  writing: z.string(),
  /** In the place of `waiting` when that takes long: "Still waiting… 40 s". */
  stillWaiting: z.string(),
  /** In the place of `writing` when no text came for a while: "Writing… 60 s, nothing for 12 s". */
  nothingFor: z.string(),
  /** `{0}` whole seconds. */
  seconds: z.string(),
  /** `{0}` whole minutes, `{1}` whole seconds beyond them. */
  minutes: z.string(),
  /** Said once to a screen reader when the reply's first text arrives, such as "Assistant is writing". */
  announceWriting: z.string(),
  /** Said once to a screen reader, such as "Reply finished". */
  finished: z.string(),
  stopped: z.string(),
  /** `{0}` tokens. */
  tokensIn: z.string(),
  /** `{0}` tokens. */
  tokensOut: z.string(),
  /** `{0}` tokens that would be sent, `{1}` tokens of the context window. */
  budgetOfWindow: z.string(),
  /** Where the window is not known. */
  budgetAlone: z.string(),
  /** Heads the parts of what would be sent, as the next ones name them. */
  budgetTitle: z.string(),
  budgetQuestion: z.string(),
  budgetHistory: z.string(),
  budgetTotal: z.string(),
  /** Below them: `{0}` per cent. */
  budgetError: z.string(),
  /** In its place, where the service has counted nothing yet. */
  budgetUnproved: z.string(),
  /** Button below all that. */
  showRequest: z.string(),
  /** The first one in short: "4.1K of 200K". */
  contextShort: z.string(),
  newTextBelow: z.string(),
  find: z.string(),
  /** `{0}` which match it is, `{1}` how many there are: such as "3 of 12". */
  findCount: z.string(),
  noMatches: z.string(),
  matchCase: z.string(),
  previousMatch: z.string(),
  nextMatch: z.string(),
  close: z.string(),
  emptyTitle: z.string(),
  /** `{0}` is the key of Ask About Selection. */
  emptyText: z.string(),
  /** The key of Ask About Selection, as it is written on the reader's keyboard. */
  askKey: z.string(),
  askKeyOnMac: z.string(),
  explain: z.string(),
  findProblems: z.string(),
  writeTests: z.string(),
  connectTitle: z.string(),
  connectText: z.string(),
  connect: z.string(),
  connectHint: z.string(),
  /** Stands above the composer, beside Connect, when there is a conversation already. */
  notConnected: z.string(),
  /** Where a conversation was before the window was loaded anew. */
  conversationEnded: z.string(),
  /** Name of the list of conversations. */
  conversations: z.string(),
  searchHistory: z.string(),
  clearSearch: z.string(),
  searchResults: z.string(),
  oneResult: z.string(),
  /** `{0}` how many. */
  results: z.string(),
  /** Where not all are shown: `{0}` how many are, `{1}` is `results`. */
  firstOf: z.string(),
  /** Behind what was found: `{0}` how many conversations. */
  notSearched: z.string(),
  /** Headings of the list. */
  pinned: z.string(),
  today: z.string(),
  yesterday: z.string(),
  recentDays: z.string(),
  /** Button that lists them as well. `{0}` how many. */
  otherWorkspaces: z.string(),
  oneTurn: z.string(),
  turns: z.string(),
  /** In the place of a time, where a reply is being written. */
  replying: z.string(),
  /** Of the conversation that is in the chat. */
  shown: z.string(),
  damaged: z.string(),
  newerFormat: z.string(),
  untitled: z.string(),
  title: z.string(),
  rename: z.string(),
  pin: z.string(),
  unpin: z.string(),
  delete: z.string(),
  restore: z.string(),
  trash: z.string(),
  trashEmpty: z.string(),
  /** Until a conversation in the trash is gone for good. */
  oneDayLeft: z.string(),
  daysLeft: z.string(),
  nothingYet: z.string(),
  loading: z.string(),
  historyOff: z.string(),
  openSettings: z.string(),
  /** Button beside the sentence that nothing is being saved, as is `exportConversation`. */
  retrySaving: z.string(),
  exportConversation: z.string(),
  /** Shown when the host did not answer in time. */
  noAnswer: z.string(),
});
export type PanelStrings = z.infer<typeof panelStringsSchema>;
