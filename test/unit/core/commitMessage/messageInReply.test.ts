import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageInReply } from '../../../../src/core/commitMessage/messageInReply.ts';

const MESSAGE = 'Fix the count\n\nIt was one too high.';
const WITH_EXAMPLE = 'Accept lists like this:\n\n```\n- a\n```\n\nThey were refused.';

/** What models reply, and the message in it. */
const REPLIES: readonly (readonly [title: string, reply: string, message: string])[] = [
  ['as it is', MESSAGE, MESSAGE],
  ['with blank lines around', `\n\n${MESSAGE}\n\n`, MESSAGE],
  ['with line ends of Windows', MESSAGE.replaceAll('\n', '\r\n'), MESSAGE],
  ['in a fence', `\`\`\`\n${MESSAGE}\n\`\`\``, MESSAGE],
  ['in a fence with a language', `\`\`\`text\n${MESSAGE}\n\`\`\`\n`, MESSAGE],
  ['in a fence of tildes', `~~~\n${MESSAGE}\n~~~`, MESSAGE],
  ['in a longer fence, with an example', `\`\`\`\`\n${WITH_EXAMPLE}\n\`\`\`\``, WITH_EXAMPLE],
  ['in a fence that is not closed', `\`\`\`\n${MESSAGE}`, MESSAGE],
  ['in a fence, with an explanation', `\`\`\`\n${MESSAGE}\n\`\`\`\n\nThis says why.`, MESSAGE],
  ['in a fence, with an introduction', `Here is the message:\n\n\`\`\`\n${MESSAGE}\n\`\`\``, MESSAGE],
  ['with an example in its body', WITH_EXAMPLE, WITH_EXAMPLE],
  ['that ends with an example', 'Accept lists\n\n```\n- a\n```', 'Accept lists\n\n```\n- a\n```'],
  ['as inline code', '`Fix the count`', 'Fix the count'],
  ['with inline code', '`count` and `sum` are right', '`count` and `sum` are right'],
  ['in an empty fence', '```\n```', ''],
  ['empty', ' \n', ''],
];

for (const [title, reply, message] of REPLIES) {
  test(`a message ${title}`, () => {
    assert.equal(messageInReply(reply), message);
  });
}
