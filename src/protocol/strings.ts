/**
 * Texts of the panel. The host translates them and passes them in the page's `data-strings` attribute. The panel
 * fills in the placeholders such as `{0}`.
 */
export interface PanelStrings {
  conversation: string;
  /** Start of the accessible name of a user turn. */
  you: string;
  /** Start of the accessible name of an assistant turn. */
  assistant: string;
  /** Accessible name of the text box in place of a question. */
  editQuestion: string;
  cancel: string;
  /** Where an edited question is sent. */
  sendsInCopy: string;
  /** Replaces `sendsInCopy` for a question that no reply has answered. */
  replacesQuestion: string;
  /** Above a question that was edited. */
  edited: string;
  showOriginal: string;
  /** Accessible name of each of two compared replies. `{0}` 1 or 2, `{1}` model. */
  comparedReply: string;
  message: string;
  placeholder: string;
  send: string;
  stop: string;
  /** Button that replaces `send` while a reply is running. */
  addToQueue: string;
  /** Accessible name of the queued question. */
  queuedQuestion: string;
  /** Shown above the queued question, and announced to screen readers. */
  queued: string;
  /** Announced to screen readers. */
  queuedQuestionSent: string;
  editQueued: string;
  removeFromQueue: string;
  selectModel: string;
  noModel: string;
  /** `{0}` file name. */
  removeAttachment: string;
  /** Button that shows the attachments after the first ones. `{0}` number. */
  moreChips: string;
  /** `{0}` path, `{1}` `line` or `lines`, for example "src/duration.ts, lines 12–24". */
  attachment: string;
  /** `{0}` path. */
  attachmentWithoutLines: string;
  /** `{0}` line number. */
  line: string;
  /** `{0}` first line, `{1}` last line. */
  lines: string;
  /** Accessible name of the row of chips. */
  attachments: string;
  problems: string;
  gitChanges: string;
  /** `{0}` number of tokens. */
  tokens: string;
  /** `{0}` line number. */
  secretLine: string;
  /** `{0}` list of line numbers. */
  secretLines: string;
  /** Part of a chip's description if secrets were redacted. */
  redacted: string;
  oneLineLeftOut: string;
  linesLeftOut: string;
  addAttachments: string;
  /** Accessible name of the list of candidates. */
  attachmentSuggestions: string;
  /** Accessible name of the list of prompts. */
  promptSuggestions: string;
  noSuggestions: string;
  oneSuggestion: string;
  suggestions: string;
  dropToAttach: string;
  holdShiftToAttach: string;
  /** Error message after a drop without URIs, for example from outside VS Code. */
  dropUnreachable: string;
  /** Shown after the name of the current file. */
  currentFile: string;
  /** `{0}` path. */
  currentFileLabel: string;
  /** Name of the chip that attaches the editor's selection. `{0}` file and lines, for example "duration.ts 3–11". */
  addSelection: string;
  /** Name of the chip that attaches the current file. `{0}` file name. */
  addCurrentFile: string;
  /** Keybinding of Add Selection or Current File, as written on the keyboard. */
  offerKey: string;
  offerKeyOnMac: string;
  /** `{0}` maximum number. */
  dropTooMany: string;
  copy: string;
  copied: string;
  /** Why the buttons of a code block are disabled. */
  stillBeingWritten: string;
  insertAtCursor: string;
  inserted: string;
  replaceSelection: string;
  replaced: string;
  /** The lines that the question was about, on the button that replaces them where there is little room. `{0}` line. */
  replaceLine: string;
  /** `{0}` first line, `{1}` last line. */
  replaceLines: string;
  /** Replaces `replaceLines` while the lines are unknown. */
  replaceUnknownLines: string;
  /** Replaces the names below if the host asks which lines, since the question was about several selections. */
  replaceOneOfSeveral: string;
  /** Accessible name, which contains `replaceLine`. `{0}` line, `{1}` file name. */
  replaceLineOf: string;
  /** `{0}` first line, `{1}` last line, `{2}` file name. */
  replaceLinesOf: string;
  /** `{0}` file name. */
  replaceUnknownLinesOf: string;
  /** Announced after success, with the values of `replaceLineOf` and so on. */
  replacedLineOf: string;
  replacedLinesOf: string;
  replacedUnknownLinesOf: string;
  reviewChange: string;
  reviewOpened: string;
  /** Names of the buttons while part of a code block is selected: more than one line, or text within one. */
  copySelectedLines: string;
  copySelectedText: string;
  /** `{0}` name of the button. */
  withSelectedLines: string;
  withSelectedText: string;
  onlySelectedLines: string;
  onlySelectedText: string;
  /** Accessible name of the button that opens the menu of a code block. */
  moreActions: string;
  newFile: string;
  runInTerminal: string;
  /** Keybinding of Insert Code Block into Terminal, as written on the keyboard. */
  runKey: string;
  runKeyOnMac: string;
  /** Announced after the code was put on the terminal's input line. It is not run. */
  insertedInTerminal: string;
  wrapLines: string;
  /** Opens a diagram in the preview of Markdown. */
  openPreview: string;
  previewOpened: string;
  /** Accessible name of a reference to a footnote. `{0}` its number. */
  footnote: string;
  /** Accessible name of the button that goes from a footnote back to its reference. */
  backToText: string;
  calloutNote: string;
  calloutTip: string;
  calloutImportant: string;
  calloutWarning: string;
  calloutCaution: string;
  /** `{0}` file name. */
  openFile: string;
  /** Ends a wait before a request is sent. */
  copyReply: string;
  insertReply: string;
  retryReply: string;
  continueReply: string;
  /** Accessible name of the button that opens the menu of a turn. */
  turnMenu: string;
  /** Accessible name of the notice about overflow. */
  overflow: string;
  /** Marks a conversation with unsent text or attachments. */
  draft: string;
  /** Marks an exchange that is left out of later requests. */
  notSent: string;
  /** Button of each of two compared replies. */
  keepReply: string;
  /** Accessible name of that button; must start with its visible label (WCAG 2.5.3). `{0}` 1 or 2, `{1}` model. */
  keepComparedReply: string;
  /** Shown beside that button of the first reply. */
  firstReplyIsUsed: string;
  /** Accessible name of a code block's toolbar. `{0}` number of the block in the reply, `{1}` language. */
  codeBlock: string;
  /** Shown as language of a code block that names none. */
  plainText: string;
  /** Tooltip of marked hidden characters. `{0}` code points and names. */
  hiddenCharacters: string;
  /** Shown above a reply whose Markdown is nested too deeply or takes too long to render. */
  shownAsPlainText: string;
  /** Accessible names of the checkbox of a task list item. */
  taskDone: string;
  taskNotDone: string;
  /** `{0}` alternative text, `{1}` host, for example "[image: a chart — example.org]". */
  picture: string;
  /** `{0}` is `seconds` or `minutes`, here and in the next three strings: "Waiting… 3 s". */
  waiting: string;
  writing: string;
  /** Replaces `waiting` after a long time: "Still waiting… 40 s". */
  stillWaiting: string;
  /** Replaces `writing` if no text arrived for a while: "Writing… 60 s, idle for 12 s". */
  writingStalled: string;
  /** `{0}` whole seconds. */
  seconds: string;
  /** `{0}` whole minutes, `{1}` remaining whole seconds. */
  minutes: string;
  /** Announced once to screen readers when the first text of a reply arrives. */
  announceWriting: string;
  /** Announced once to screen readers. */
  finished: string;
  stopped: string;
  /** In the tooltip of the details of a reply. `{0}` number, here and in the next one. */
  tokensIn: string;
  tokensOut: string;
  /** `{0}` is `seconds` or `minutes`. */
  took: string;
  /** `{0}` tokens of the next request, `{1}` tokens of the context window. */
  contextUsageOfWindow: string;
  /** Replaces `contextUsageOfWindow` if the size of the context window is not known. `{0}` tokens. */
  contextUsageAlone: string;
  /** Heading above the parts of the next request, whose labels follow. */
  contextUsageTitle: string;
  contextUsageQuestion: string;
  contextUsageHistory: string;
  contextUsageTotal: string;
  /** Shown below the parts. */
  contextUsageEstimated: string;
  /** Button below the parts. */
  showRequest: string;
  /** Short form of `contextUsageOfWindow`: "4.1K of 200K". */
  contextUsageShort: string;
  /** Button that scrolls to the end. Its label is `newTextBelow` if there is new text. */
  scrollToEnd: string;
  newTextBelow: string;
  find: string;
  /** `{0}` number of the current match, `{1}` number of matches: "3 of 12". */
  findCount: string;
  noMatches: string;
  matchCase: string;
  previousMatch: string;
  nextMatch: string;
  close: string;
  emptyTitle: string;
  /** `{0}` `askKey`. */
  emptyText: string;
  /** Keybinding of Ask About Selection, as written on the keyboard. */
  askKey: string;
  askKeyOnMac: string;
  explain: string;
  findProblems: string;
  writeTests: string;
  connectTitle: string;
  connectText: string;
  connect: string;
  connectHint: string;
  /** Shown above the composer, beside Connect, if there is a conversation already. */
  notConnected: string;
  /** Shown after a reload of the window if the conversation that the panel showed before is no longer open. */
  conversationEnded: string;
  /** Accessible name of the list of conversations. */
  conversations: string;
  searchHistory: string;
  clearSearch: string;
  searchResults: string;
  oneResult: string;
  /** `{0}` number. */
  results: string;
  /** Replaces `results` if not all of them are shown. `{0}` number shown, `{1}` `results`. */
  firstResults: string;
  /** Shown after the number of results. `{0}` number of conversations. */
  unreadableConversations: string;
  /** Headings in the list of conversations. */
  pinned: string;
  today: string;
  yesterday: string;
  recentDays: string;
  /** Button that shows conversations of other workspaces as well. `{0}` number. */
  otherWorkspaces: string;
  oneQuestion: string;
  questions: string;
  /** Shown instead of a time while a reply is being written. */
  replying: string;
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
  trashRetention: string;
  trashEmpty: string;
  /** Days until a conversation in the trash is deleted permanently. */
  oneDayLeft: string;
  daysLeft: string;
  historyEmpty: string;
  loading: string;
  historyOff: string;
  openSettings: string;
  /** Button of the notice that conversations are not saved, as is `exportConversation`. */
  retrySaving: string;
  exportConversation: string;
  /** Shown if the host did not respond in time. */
  noResponse: string;
}
