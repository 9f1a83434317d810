import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const HEBREW = 'זוהי תשובה ארוכה מספיק בעברית, שמסבירה את הקוד.';
const ENGLISH = 'This is an explanation that is long enough to be told.';

/** Each block of a reply with its direction: `r` or `l`. */
const REPLIES: Readonly<Record<string, readonly [markdown: string, directions: string]>> = {
  'a paragraph that begins with a name': [`${HEBREW}\n\nAPI הוא ממשק של התוכנה, ולכן צריך לבדוק אותו.`, 'rr'],
  'the first paragraph, which begins with names': [`Visual Studio Code: ${HEBREW}`, 'r'],
  'a heading of a name alone': [`${HEBREW}\n\n## API\n\n${HEBREW}`, 'rrr'],
  'a list whose first item is a name': [`${HEBREW}\n\n- API\n- ${HEBREW}\n- REST`, 'rr'],
  'a table whose heads are names': [`${HEBREW}\n\n|API|URL|\n|-|-|\n|${HEBREW}|א|`, 'rr'],
  'code and a URL in prose': [
    `${HEBREW}\n\n\`parseDuration()\`, https://example.org/a/very/long/address: ${HEBREW}`,
    'rr',
  ],
  'English prose between': [`${HEBREW}\n\n${ENGLISH}\n\n${HEBREW}`, 'rlr'],
  'a quoted word in English prose': [`${ENGLISH}\n\nשלום means peace. ${ENGLISH}`, 'll'],
  'a short translation': [`${ENGLISH}\n\nשלום עולם`, 'lr'],
  'a code block between': [`${HEBREW}\n\n\`\`\`ts\nconst one = 1;\n\`\`\`\n\nAPI`, 'rlr'],
  'a list that is cut, with names after its first part': [
    Array.from(
      { length: 310 },
      (_, at) => `- ${at < 290 ? HEBREW : 'Visual Studio Code Extension API'}`,
    ).join('\n'),
    'rr',
  ],
  'only English': [`API\n\n${ENGLISH}`, 'll'],
};

/** Few characters at a time, and the rest. */
function piecesOf(markdown: string): string[] {
  const start = Array.from({ length: 20 }, (_, at) => markdown.slice(at * 8, (at + 1) * 8));
  return [...start, markdown.slice(start.length * 8)].filter((piece) => piece !== '');
}

function directionsIn(panel: PanelPage): Promise<string> {
  return panel.page
    .locator('.markdown')
    .evaluate((markdown) =>
      [...markdown.querySelectorAll(':scope > :not(.markdown-part), :scope > .markdown-part > *')]
        .map((block) => getComputedStyle(block.querySelector('pre') ?? block).direction.charAt(0))
        .join(''),
    );
}

for (const [name, [markdown, directions]] of Object.entries(REPLIES)) {
  test(`the direction of a block is that of most of its letters: ${name}`, async () => {
    const panel = await open();
    await panel.receive(state({ turns: [question('Why?'), reply(markdown)] }));
    assert.equal(await directionsIn(panel), directions);
    await panel.receive(state({ conversationId: 'growing', turns: [question('Why?'), growing('')] }));
    const seen: string[] = [];
    for (const text of piecesOf(markdown)) {
      await panel.receive({ type: 'replyText', conversationId: 'growing', turnId: 'reply-1', text });
      await panel.untilDrawn();
      seen.push(await directionsIn(panel));
    }
    assert.equal(seen.at(-1), directions);
    for (const block of directions.split('').keys()) {
      const own = seen.map((all) => all.charAt(block)).join('');
      assert.match(own, /^(?:l*r*|r*l*)$/, `Block ${block} turned more than once`);
    }
  });
}
