import type { Message } from '../contract/chatRequest.ts';

const TRANSCRIPT = /^The conversation so far:\n\n(.*)\n\nThe next question:\n(.*)$/s;
const SPEAKER = /(?:^|\n\n)(User|Assistant):\n/;

/** The messages of a conversation that a client put into one, as it does for a service that takes no role but `user`. */
export function unfold(messages: readonly Message[]): readonly Message[] {
  const [, transcript, question] = TRANSCRIPT.exec(messages[0]?.content ?? '') ?? [];
  if (messages.length !== 1 || transcript === undefined || question === undefined) {
    return messages;
  }
  const parts = transcript.split(SPEAKER).slice(1);
  const earlier = parts.flatMap((speaker, index): Message[] =>
    index % 2 === 1
      ? []
      : [{ role: speaker === 'User' ? 'user' : 'assistant', content: parts[index + 1] ?? '' }],
  );
  return [...earlier, { role: 'user', content: question }];
}
