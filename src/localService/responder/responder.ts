import type { ChatRequest, Message } from '../../contract/chatRequest.ts';
import type { ReplyPart } from '../chat/reply.ts';
import { splitByTokens, truncateToTokens } from '../chat/tokens.ts';
import { readDirectives } from './directives.ts';

const NOTICE = 'This is the local service. It has **no language model**, so this is not an answer.';

const EXAMPLE = "```python\ndef greet(name: str) -> str:\n    return f'Hello, {name}!'\n```";

/** A fenced code block: its fence, info string and code. */
const CODE_BLOCK = /^(`{3,})([^`\n]*)\n(.*?)^\1`*[ \t]*$/gms;

/** Languages whose comments begin with `#`; in all others, the comment begins with `//`. */
const NUMBER_SIGN_LANGUAGES =
  /^(?:py|python|rb|ruby|sh|bash|shellscript|powershell|perl|r|yaml|yml|toml|makefile|dockerfile)\b/i;

const CONTINUE_PATTERN = /^continue exactly where your last message stopped\b/i;

const WORDS_PER_SENTENCE = 8;
const SENTENCES_PER_PARAGRAPH = 5;

/** Yields the responder's reply in chunks of a few tokens, at most `maxTokens` long. */
export async function* createOwnReply(
  request: ChatRequest,
  inputTokens: number,
  maxTokens: number,
): AsyncGenerator<ReplyPart> {
  const { text, tokens, isTruncated } = truncateToTokens(composeReply(request.messages), maxTokens);
  for (const piece of splitByTokens(text)) {
    yield { type: 'text', text: piece };
  }
  yield {
    type: 'end',
    end: { stopReason: isTruncated ? 'max_tokens' : 'end_turn', inputTokens, outputTokens: tokens },
  };
}

/**
 * Composes a Markdown reply from the messages alone: how much was received, and the latest code with a comment added, so
 * that a block of it can be inserted or replace something visibly. If asked to continue one of its own replies, returns
 * the rest of that reply.
 */
function composeReply(messages: readonly Message[]): string {
  const [partial, last] = messages.slice(-2);
  if (partial?.role === 'assistant' && CONTINUE_PATTERN.test(last?.content ?? '')) {
    const whole = composeReply(messages.slice(0, -2));
    if (whole.startsWith(partial.content)) {
      return whole.slice(partial.content.length);
    }
  }
  const received = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const { longWords, each = false } = readDirectives(received.at(-1) ?? '');
  if (longWords !== undefined) {
    return `${NOTICE}\n\n${sentences(longWords)}`;
  }
  const blocks = received.flatMap((content) => content.match(CODE_BLOCK) ?? []);
  const code = each ? blocks.join('\n\n') : blocks.at(-1);
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return [
    NOTICE,
    `- Messages received: ${messages.length}\n- Characters in them: ${characters}`,
    code === undefined
      ? 'There was no code. Here is some to try:'
      : 'Your latest code, with a comment added:',
    (code ?? EXAMPLE).replace(CODE_BLOCK, withComment),
  ].join('\n\n');
}

function withComment(_: string, fence: string, info: string, code: string): string {
  const mark = NUMBER_SIGN_LANGUAGES.test(info.trim()) ? '#' : '//';
  return `${fence}${info}\n${mark} Returned by the local service\n${code}${fence}`;
}

/** Numbered sentences of about `words` words altogether. */
function sentences(words: number): string {
  let text = '';
  for (let number = 1; number <= Math.ceil(words / WORDS_PER_SENTENCE); number += 1) {
    text += `This is sentence ${number} of a long reply.${number % SENTENCES_PER_PARAGRAPH === 0 ? '\n\n' : ' '}`;
  }
  return text.trimEnd();
}
