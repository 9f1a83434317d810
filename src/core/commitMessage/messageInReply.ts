/** The first line of a fence at the start of a reply, or after a line such as "Here is the message:". */
const OPENING = /^(?:(?<introduction>[^\n]*:)\n+)?(?<fence>`{3,}|~{3,})[^\n`]*\n/;

/** Takes a fence off, in which models put the message although they were asked not to, and what they say around it. */
export function messageInReply(reply: string): string {
  const text = reply.replaceAll('\r\n', '\n').trim();
  const opening = OPENING.exec(text);
  if (opening === null) {
    return /^`([^`\n]+)`$/.exec(text)?.[1]?.trim() ?? text;
  }
  const { introduction, fence } = opening.groups ?? {};
  const [message = '', after = ''] = text
    .slice(opening[0].length)
    .split(new RegExp(`^${fence}[ \\t]*(?:\\n|$)`, 'm'), 2);
  // A subject can end in a colon, and a body can begin with an example.
  return introduction !== undefined && after.trim() !== '' ? text : message.trim();
}
