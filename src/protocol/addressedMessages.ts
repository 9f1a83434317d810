import type { ConversationMessage } from './toHost.ts';

/** The types of the messages that name the conversation that the page shows. The host refuses them for any other. */
export const ADDRESSED_MESSAGES: Readonly<Record<ConversationMessage['type'], true>> = {
  askSuggestion: true,
  attachCandidate: true,
  attachDropped: true,
  codeBlockAction: true,
  definitionsAction: true,
  editQuestion: true,
  exportConversation: true,
  findReplyFiles: true,
  findReplyTarget: true,
  insertPrompt: true,
  openAttachment: true,
  openFileLink: true,
  overflowChoice: true,
  pickAttachments: true,
  queuedQuestionAction: true,
  removeAttachment: true,
  replyAction: true,
  sendMessage: true,
  showOriginal: true,
  showRequest: true,
  stop: true,
  takeOffer: true,
  toggleCurrentFile: true,
  turnAction: true,
};
