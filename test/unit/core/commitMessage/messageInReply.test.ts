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
  ['after thoughts', `<think>\nIt counts.\n\nSo: fix.\n</think>\n\n${MESSAGE}`, MESSAGE],
  ['after thoughts on one line', `<thinking>It counts.</thinking>${MESSAGE}`, MESSAGE],
  ['after thoughts without a start', `Okay, it counts.\n</think>\n\n${MESSAGE}`, MESSAGE],
  ['after thoughts that end a sentence', `Okay, it counts.</think>\n\n${MESSAGE}`, MESSAGE],
  ['after thoughts, in a fence', `<think>a</think>\n\`\`\`\n${MESSAGE}\n\`\`\``, MESSAGE],
  [
    'about thoughts',
    'Hide the text before </think>\n\nIt is noise.',
    'Hide the text before </think>\n\nIt is noise.',
  ],
  ['of thoughts alone', '<think>It counts.</think>', ''],
  ['after an introduction', `Here is a commit message:\n\n${MESSAGE}`, MESSAGE],
  ['after an answer', `Sure! Here’s a commit message for these changes:\n\n${MESSAGE}`, MESSAGE],
  ['after an answer of its own', `Sure!\n\nHere is the commit message:\n\n${MESSAGE}`, MESSAGE],
  ['after an introduction in German', `Hier ist die Commit-Nachricht:\n\n${MESSAGE}`, MESSAGE],
  ['after an introduction in Chinese', '以下是提交信息：\n\nfix: 修正计数', 'fix: 修正计数'],
  ['after an introduction in any language', 'Tässä on viesti:\n\nfix: count', 'fix: count'],
  ['after a bold introduction', `**Here is the commit message:**\n\n${MESSAGE}`, MESSAGE],
  ['after a label', `Commit message:\n${MESSAGE}`, MESSAGE],
  ['after a bold label', `**Commit message:**\n\n${MESSAGE}`, MESSAGE],
  ['after a label as a heading', `## Commit message\n\n${MESSAGE}`, MESSAGE],
  ['after a label on its line', 'Commit message: Fix the count', 'Fix the count'],
  ['about such a label', 'Commit message: take off talk', 'Commit message: take off talk'],
  ['after a label, as inline code', '**Commit message:** `fix: count`', 'fix: count'],
  ['after an answer alone', `Okay.\n\n${MESSAGE}`, MESSAGE],
  ['after an introduction in Russian', `Вот сообщение для коммита:\n\n${MESSAGE}`, MESSAGE],
  ['after an introduction in Spanish', `Aquí tienes el mensaje de confirmación:\n\n${MESSAGE}`, MESSAGE],
  ['in a command', '```bash\ngit commit -m "fix: count"\n```', 'fix: count'],
  [
    'in the parts of a command',
    '$ git commit -m "fix: count" -m \'Why\n\nand how\'',
    'fix: count\n\nWhy\n\nand how',
  ],
  ['about a command', 'git commit -m "a" works again', 'git commit -m "a" works again'],
  ['about a label with code', 'Commit message: `a` and `b`', 'Commit message: `a` and `b`'],
  ['with a bold subject', '**Fix the count**\n\nIt was one too high.', MESSAGE],
  ['with a heading as its subject', `# ${MESSAGE}`, MESSAGE],
  ['with an issue as its subject', '#12 is fixed', '#12 is fixed'],
  ['with bold words', '**Fix** the **count**', '**Fix** the **count**'],
  ['in quotation marks', '"Fix the count"', 'Fix the count'],
  ['in curly quotation marks', `“${MESSAGE}”`, MESSAGE],
  ['with quotations', '"a" becomes "b"', '"a" becomes "b"'],
  [
    'in a fence, between talk',
    `Here is a commit message:\n\n\`\`\`text\n${MESSAGE}\n\`\`\`\n\nLet me know if it should say more.`,
    MESSAGE,
  ],
  [
    'in a fence, between talk that has no colon',
    `<think>a</think>\n\nSure! Here is the commit message.\n\n\`\`\`gitcommit\n**${MESSAGE.replace('\n', '**\n')}\n\`\`\`\nBye!`,
    MESSAGE,
  ],
  ['in a fence behind text', `Here is the commit message:\`\`\`text\n${MESSAGE}\n\`\`\``, MESSAGE],
  ['with a list', 'Accept these formats:\n\n- JSON\n- YAML', 'Accept these formats:\n\n- JSON\n- YAML'],
  ['with prose below a colon', 'Accept these:\n\nJSON is read now.', 'Accept these:\n\nJSON is read now.'],
  ['with a type and a colon', 'fix: read this:\n\nfeat: a', 'fix: read this:\n\nfeat: a'],
  [
    'with a footer',
    'fix: count\n\n- one\n\nCo-authored-by: A <a@example.org>',
    'fix: count\n\n- one\n\nCo-authored-by: A <a@example.org>',
  ],
  [
    'with an example last',
    'Run it like this:\n\n```sh\n$ npm ci\n```',
    'Run it like this:\n\n```sh\n$ npm ci\n```',
  ],
  ['in an empty fence', '```\n```', ''],
  ['empty', ' \n', ''],
];

for (const [title, reply, message] of REPLIES) {
  test(`a message ${title}`, () => {
    assert.equal(messageInReply(reply), message);
  });
}
