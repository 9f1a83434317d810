import type { ChatRequest, Message } from '../../contract/chatRequest.ts';
import type { ReplyPart } from '../chat/reply.ts';
import { splitByTokens, type TokenCounter } from '../chat/tokenCounters.ts';
import { readCodeFacts } from './codeFacts.ts';
import { readDirectives } from './directives.ts';
import { createLongReply } from './longReply.ts';
import { blockquote, codeFence, codeSpan, pluralize } from './markdownText.ts';
import { parseUserMessage, type SentCode, type UserMessage } from './userMessage.ts';

export const NO_MODEL_NOTICE =
  'This is the local service: it has no language model and only describes what it was sent.';

const EXAMPLE_CODE = `${codeFence("def greet(name: str) -> str:\n    return f'Hello, {name}!'", 'python')}`;
const MAX_NAMES = 12;
const MAX_QUOTE_CHARS = 1000;

/** Yields the responder's reply in chunks of a few tokens, at most `maxTokens` long. */
export async function* createOwnReply(
  request: ChatRequest,
  inputTokens: number,
  maxTokens: number,
  counter: TokenCounter,
): AsyncGenerator<ReplyPart> {
  const { text, tokens, isTruncated } = counter.truncate(composeReply(request.messages), maxTokens);
  for (const piece of splitByTokens(text)) {
    yield { type: 'text', text: piece };
  }
  yield {
    type: 'end',
    end: { stopReason: isTruncated ? 'max_tokens' : 'end_turn', inputTokens, outputTokens: tokens },
  };
}

/**
 * Composes a Markdown reply from the conversation alone: the question, the length of the conversation, and the code
 * attached to the last user message (or an earlier one) with its declarations. If asked to continue one of its own
 * replies, returns the rest of that reply.
 */
export function composeReply(received: readonly Message[]): string {
  const messages = unfoldRoles(received);
  const rest = continueReply(messages);
  if (rest !== undefined) {
    return rest;
  }
  const prompts = messages
    .filter((message) => message.role === 'user')
    .map(({ content }) => parseUserMessage(content));
  const question = prompts.at(-1)?.question ?? '';
  const { longWords } = readDirectives(question);
  if (longWords !== undefined) {
    return `${NO_MODEL_NOTICE}\n\n${createLongReply(longWords)}`;
  }
  const { code, earlier } = findCode(prompts);
  const description = [describeQuestion(question), describeConversation(messages)];
  if (code.length === 0) {
    return [
      NO_MODEL_NOTICE,
      ...description,
      'No code was attached. Select some in the editor and ask about it. Here is an example:',
      EXAMPLE_CODE,
      'That is all I can say without code and without a model.',
    ].join('\n\n');
  }
  return [
    NO_MODEL_NOTICE,
    ...description,
    ...(earlier
      ? ['This message has no code attached, so this is about the code of an earlier message.']
      : []),
    ...code.map(describeCode),
    'That is all I can say about it without a model.',
  ].join('\n\n');
}

const TRANSCRIPT_PATTERN = /^The conversation so far:\n\n(.*)\n\nThe next question:\n(.*)$/s;
const ROLE_LABEL_PATTERN = /(?:^|\n\n)(User|Assistant):\n/;

/**
 * Restores the messages of a conversation that a client folded into one, as clients do for services that only accept
 * the role `user`.
 */
function unfoldRoles(messages: readonly Message[]): readonly Message[] {
  const [, transcript, question] = TRANSCRIPT_PATTERN.exec(messages[0]?.content ?? '') ?? [];
  if (messages.length !== 1 || transcript === undefined || question === undefined) {
    return messages;
  }
  const parts = transcript.split(ROLE_LABEL_PATTERN).slice(1);
  const earlier = parts.flatMap((speaker, index): Message[] =>
    index % 2 === 1
      ? []
      : [{ role: speaker === 'User' ? 'user' : 'assistant', content: parts[index + 1] ?? '' }],
  );
  return [...earlier, { role: 'user', content: question }];
}

const CONTINUE_PATTERN = /^continue exactly where your last message stopped\b/i;

/**
 * Returns the rest of the reply that a client asks to continue. Returns `undefined` if the message asks for something
 * else or the previous reply is not from this service.
 */
function continueReply(messages: readonly Message[]): string | undefined {
  const [partial, last] = messages.slice(-2);
  if (partial?.role !== 'assistant' || last?.role !== 'user' || !CONTINUE_PATTERN.test(last.content.trim())) {
    return undefined;
  }
  const whole = composeReply(messages.slice(0, -2));
  return whole.startsWith(partial.content) ? whole.slice(partial.content.length) : undefined;
}

/** Finds the code of the last message that has any, without duplicate blocks. */
function findCode(prompts: readonly UserMessage[]): { code: SentCode[]; earlier: boolean } {
  const index = prompts.findLastIndex((prompt) => prompt.code.length > 0);
  const byText = new Map<string, SentCode>();
  for (const sent of prompts[index]?.code ?? []) {
    byText.set(sent.code, byText.get(sent.code) ?? sent);
  }
  return { code: [...byText.values()], earlier: index !== -1 && index < prompts.length - 1 };
}

function describeQuestion(question: string): string {
  if (question === '') {
    return 'You asked nothing about it.';
  }
  const shown = question.length > MAX_QUOTE_CHARS ? `…${question.slice(-MAX_QUOTE_CHARS)}` : question;
  return `You asked:\n\n${blockquote(shown)}`;
}

function describeConversation(messages: readonly Message[]): string {
  if (messages.length === 1) {
    return 'This is the first message of the conversation.';
  }
  const userMessages = messages.filter((message) => message.role === 'user').length;
  return `The request contains the conversation: ${pluralize(messages.length, 'message')}, ${userMessages} of them yours.`;
}

function listNames(found: readonly string[], known: boolean): string {
  if (found.length === 0) {
    return known ? 'none that I recognize' : 'none that I recognize, because I do not know this language';
  }
  const shown = found.slice(0, MAX_NAMES).map(codeSpan).join(', ');
  return found.length > MAX_NAMES ? `${shown} and ${found.length - MAX_NAMES} more` : shown;
}

function describeCode({ code, language, path, lines }: SentCode): string {
  const facts = readCodeFacts(code, language);
  const inLanguage = facts.languageName === '' ? 'code without a language' : `**${facts.languageName}** code`;
  const from = path === undefined ? '' : ` from ${codeSpan(path)}, ${lines}`;
  return [
    `I received ${pluralize(code.split('\n').length, 'line')} of ${inLanguage}${from}:`,
    `- Functions: ${listNames(facts.functions, facts.isKnownLanguage)}\n- Classes: ${listNames(facts.classes, facts.isKnownLanguage)}`,
    'Here it is again, unchanged:',
    codeFence(code, language),
  ].join('\n\n');
}
