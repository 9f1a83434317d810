/** The first line of a fence at the start of a reply, or after a line such as "Here is the message:". */
const OPENING = /^(?:(?<introduction>[^\n]*:)\n+)?(?<fence>`{3,}|~{3,}(?!~))[^\n`]*\n/;

/** Takes a fence off, in which models put the message although they were asked not to, and what they say around it. */
export function messageInReply(reply: string): string {
  const text = reply.replaceAll('\r\n', '\n').trim();
  const opening = OPENING.exec(text);
  if (opening === null) {
    return /^`([^`\n]+)`$/.exec(text)?.[1]?.trim() ?? text;
  }
  const { introduction, fence = '' } = opening.groups ?? {};
  const isClosing = (line: string): boolean =>
    line.startsWith(fence) && /^[ \t]*$/.test(line.slice(fence.length));
  const lines = text.slice(opening[0].length).split('\n');
  const end = lines.findIndex(isClosing);
  if (end < 0) {
    return lines.join('\n').trim();
  }
  const after = lines.slice(end + 1).find((line) => line.trim() !== '');
  // A subject can end in a colon, and a body can begin with an example.
  return introduction !== undefined && after !== undefined && !isClosing(after)
    ? text
    : lines.slice(0, end).join('\n').trim();
}
