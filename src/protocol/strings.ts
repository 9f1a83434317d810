/**
 * Every text of the panel, translated by the host and handed over in the page's `data-strings` attribute.
 * `{0}` stands for the value that the panel puts in.
 */
export interface PanelStrings {
  conversation: string;
  /** Begins the accessible name of a user's turn. */
  you: string;
  /** Begins the accessible name of an assistant's turn. */
  assistant: string;
  /** Accessible name of each of two replies to the same question. `{0}` which, 1 or 2, `{1}` model. */
  comparedReply: string;
  message: string;
  placeholder: string;
  send: string;
  stop: string;
  selectModel: string;
  noModel: string;
  /** `{0}` file name. */
  removeAttachment: string;
  /** `{0}` path, `{1}` lines: such as "src/duration.ts, lines 12–24". */
  attachment: string;
  /** `{0}` path of what is attached as a whole. */
  attachmentWithoutLines: string;
  /** `{0}` number of the line. */
  line: string;
  /** `{0}` first line, `{1}` last line. */
  lines: string;
  /** Name of the row of chips above the text. */
  attachments: string;
  problems: string;
  gitChanges: string;
  /** `{0}` a number of tokens. */
  tokens: string;
  /** `{0}` number of the line. */
  secretLine: string;
  /** `{0}` numbers of lines. */
  secretLines: string;
  /** What a chip says where secrets were taken out of its text. */
  redacted: string;
  oneLineLeftOut: string;
  linesLeftOut: string;
  addAttachments: string;
  /** Name of the list of what can be attached. */
  attachmentSuggestions: string;
  /** Name of the list of prompts. */
  promptSuggestions: string;
  noSuggestions: string;
  oneSuggestion: string;
  suggestions: string;
  dropToAttach: string;
  holdShiftToAttach: string;
  /** Why something that was dropped is not attached. */
  dropUnreachable: string;
  /** Stands behind the name of the file in front. */
  currentFile: string;
  /** `{0}` path. */
  currentFileLabel: string;
  /** `{0}` the greatest number. */
  dropTooMany: string;
  copy: string;
  copied: string;
  /** Of a code block, why its buttons can't be used yet. */
  stillBeingWritten: string;
  insertAtCursor: string;
  inserted: string;
  replaceSelection: string;
  replaced: string;
  /** Name of the button that opens the menu of a code block. */
  moreActions: string;
  newFile: string;
  runInTerminal: string;
  /** The key of Run Code Block in Terminal, as it is written on the reader's keyboard. */
  runKey: string;
  runKeyOnMac: string;
  /** Said when the code stands in the terminal, where nothing runs by itself. */
  insertedInTerminal: string;
  wrapLines: string;
  /** `{0}` file name. */
  openFile: string;
  copyReply: string;
  insertReply: string;
  /** Name of the button that opens the menu of a turn. */
  turnMenu: string;
  /** Name of the notice that something does not fit into the model's window. */
  overflow: string;
  /** Of a conversation in which something is unsent. */
  draft: string;
  /** Of a question that is not sent with later ones, and of replies that are left out with it. */
  notSent: string;
  /** Button of each of two replies to the same question. */
  keepReply: string;
  /** Its accessible name, which begins with what it shows. `{0}` which, 1 or 2, `{1}` model. */
  keepComparedReply: string;
  /** Stands beside that button of the first one. */
  firstReplyIsUsed: string;
  /** Name of a code block's toolbar. `{0}` number of the block in its reply, `{1}` language. */
  codeBlock: string;
  /** Stands for the language of a code block that names none. */
  plainText: string;
  /** Tooltip of the mark of hidden characters. `{0}` their code points and names. */
  hiddenCharacters: string;
  /** Stands above a reply whose Markdown is nested too deep or takes too long to draw. */
  shownAsPlainText: string;
  /** Names of the box of a task in a list. */
  taskDone: string;
  taskNotDone: string;
  /** `{0}` alternative text, `{1}` host: such as "[picture: a chart — example.org]". */
  picture: string;
  /** `{0}` is `seconds`, here and in `writing`: "Waiting… 3 s". */
  waiting: string;
  writing: string;
  /** In the place of `waiting` when that takes long: "Still waiting… 40 s". */
  stillWaiting: string;
  /** In the place of `writing` when no text came for a while: "Writing… 60 s, nothing for 12 s". */
  writingStalled: string;
  /** `{0}` whole seconds. */
  seconds: string;
  /** `{0}` whole minutes, `{1}` whole seconds beyond them. */
  minutes: string;
  /** Said once to a screen reader when the reply's first text arrives, such as "Assistant is writing". */
  announceWriting: string;
  /** Said once to a screen reader, such as "Reply finished". */
  finished: string;
  stopped: string;
  /** `{0}` tokens. */
  tokensIn: string;
  /** `{0}` tokens. */
  tokensOut: string;
  /** `{0}` tokens that would be sent, `{1}` tokens of the context window. */
  contextUsageOfWindow: string;
  /** Where the window is not known. */
  contextUsageAlone: string;
  /** Heads the parts of what would be sent, as the next ones name them. */
  contextUsageTitle: string;
  contextUsageQuestion: string;
  contextUsageHistory: string;
  contextUsageTotal: string;
  /** Below them: `{0}` per cent. */
  contextUsageError: string;
  /** In its place, where the service has counted nothing yet. */
  contextUsageUncalibrated: string;
  /** Button below all that. */
  showRequest: string;
  /** The first one in short: "4.1K of 200K". */
  contextUsageShort: string;
  newTextBelow: string;
  find: string;
  /** `{0}` which match it is, `{1}` how many there are: such as "3 of 12". */
  findCount: string;
  noMatches: string;
  matchCase: string;
  previousMatch: string;
  nextMatch: string;
  close: string;
  emptyTitle: string;
  /** `{0}` is the key of Ask About Selection. */
  emptyText: string;
  /** The key of Ask About Selection, as it is written on the reader's keyboard. */
  askKey: string;
  askKeyOnMac: string;
  explain: string;
  findProblems: string;
  writeTests: string;
  connectTitle: string;
  connectText: string;
  connect: string;
  connectHint: string;
  /** Stands above the composer, beside Connect, when there is a conversation already. */
  notConnected: string;
  /** Where a conversation was before the window was loaded anew. */
  conversationEnded: string;
  /** Name of the list of conversations. */
  conversations: string;
  searchHistory: string;
  clearSearch: string;
  searchResults: string;
  oneResult: string;
  /** `{0}` how many. */
  results: string;
  /** Where not all are shown: `{0}` how many are, `{1}` is `results`. */
  firstResults: string;
  /** Behind what was found: `{0}` how many conversations. */
  unreadableConversations: string;
  /** Headings of the list. */
  pinned: string;
  today: string;
  yesterday: string;
  recentDays: string;
  /** Button that lists them as well. `{0}` how many. */
  otherWorkspaces: string;
  oneTurn: string;
  turns: string;
  /** In the place of a time, where a reply is being written. */
  replying: string;
  /** Of the conversation that is in the chat. */
  currentConversation: string;
  damaged: string;
  newerFormat: string;
  untitled: string;
  title: string;
  rename: string;
  pin: string;
  unpin: string;
  delete: string;
  restore: string;
  trash: string;
  trashEmpty: string;
  /** Until a conversation in the trash is gone for good. */
  oneDayLeft: string;
  daysLeft: string;
  historyEmpty: string;
  loading: string;
  historyOff: string;
  openSettings: string;
  /** Button beside the sentence that nothing is being saved, as is `exportConversation`. */
  retrySaving: string;
  exportConversation: string;
  /** Shown when the host did not answer in time. */
  noResponse: string;
}
