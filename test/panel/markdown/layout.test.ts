import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const SENTENCE = 'The pattern allows no space between the number and the unit. ';
const PROSE = SENTENCE.repeat(8);
const CODE = '```ts\nconst one = 1;\n```';
const WIDE_TABLE = [
  `|A|${'A column|'.repeat(8)}`,
  `|--|${'--|'.repeat(8)}`,
  `|a|${'about thirty characters of text|'.repeat(7)}${SENTENCE.repeat(3)}|`,
  `|\`5 s\`|${'one line|'.repeat(8)}`,
].join('\n');

async function show(panel: PanelPage, text: string, fontSize = 13): Promise<void> {
  await panel.receive(
    {
      type: 'readingSettings',
      readingSettings: { fontSize, codeFontFeatures: 'normal', announce: 'off', scrollOnSend: true },
    },
    state({ turns: [question('Why?'), reply(text)] }),
  );
}

/** Vertical distances between consecutive blocks, in px. */
function gaps(panel: PanelPage): Promise<number[]> {
  return panel.page.locator('.markdown').evaluate((markdown) => {
    const boxes = [...markdown.querySelectorAll('p, li > div, h3, pre')].map((block) =>
      (block.closest('.code') ?? block).getBoundingClientRect(),
    );
    return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)));
  });
}

test('blocks have an even rhythm, in whole pixels that grow with the text', async () => {
  const panel = await open({ width: 640 });
  const text = `One\n\nTwo\n\n- first\n- second\n\n# Heading\n\nThree\n\n${CODE}\n\nFour`;
  await show(panel, text);
  assert.deepEqual(await gaps(panel), [12, 12, 4, 22, 8, 12, 12]);
  await show(panel, text, 22);
  assert.deepEqual(await gaps(panel), [20, 20, 7, 37, 13, 20, 20]);
});

test('a block keeps its place when the next one follows', async () => {
  const panel = await open({ width: 640 });
  const blocks = ['One', '# Two', '- three\n- four', '> five', CODE, WIDE_TABLE, '---', 'Six'];
  const tops = () =>
    panel.page
      .locator('.markdown > *')
      .evaluateAll((all) => all.map((block) => (block as HTMLElement).offsetTop));
  let before: number[] = [];
  for (const index of blocks.keys()) {
    await show(panel, blocks.slice(0, index + 1).join('\n\n'));
    const after = await tops();
    assert.deepEqual(after.slice(0, index), before);
    before = after;
  }
});

test('in a wide panel, prose is about 80 characters wide, and code and tables use all of the panel', async () => {
  const panel = await open({ width: 1000 });
  await show(panel, `${PROSE}\n\n- ${PROSE}\n\n> ${PROSE}\n\n${CODE}\n\n${WIDE_TABLE}`);
  const { page } = panel;
  for (const selector of ['.markdown > p', '.markdown li > div', 'blockquote p']) {
    const chars = await page.locator(selector).evaluate((prose) => {
      const lines = prose.clientHeight / Number.parseFloat(getComputedStyle(prose).lineHeight);
      return (prose.textContent?.length ?? 0) / Math.round(lines);
    });
    assert.ok(chars > 60 && chars < 90, `${selector}: ${chars}`);
  }
  for (const selector of ['.code', 'div.table']) {
    assert.equal((await page.locator(selector).boundingBox())?.width, 968, selector);
  }
});

test('right-to-left prose in a wide panel is at the right', async () => {
  const panel = await open({ width: 1000 });
  await show(panel, 'هو لأن النمط لا يسمح بمسافة '.repeat(20));
  const box = await panel.page.locator('.markdown > p').boundingBox();
  assert.ok(box && box.width < 900 && box.x + box.width === 984, JSON.stringify(box));
});

test('the cells of a table that is wider than the panel are one line, or a few if they are long', async () => {
  const panel = await open({ width: 300 });
  await show(panel, WIDE_TABLE);
  const rows = await panel.page
    .locator('tr')
    .evaluateAll((all) =>
      all.map((row) => Math.round(row.clientHeight / Number.parseFloat(getComputedStyle(row).lineHeight))),
    );
  const [head, long = 0, short] = rows;
  assert.deepEqual([head, short], [1, 1]);
  assert.ok(long > 1 && long <= 8, String(long));
});

test('a table fades at the sides where it can be scrolled further', async () => {
  const panel = await open({ width: 300 });
  const fades = async (scrollLeft: number): Promise<(string | undefined)[]> => {
    await panel.page.locator('div.table').evaluate((table, left) => {
      table.scrollLeft = left;
    }, scrollLeft);
    await panel.untilDrawn();
    return panel.page.locator('div.table').evaluate((table) => {
      const style = getComputedStyle(table);
      return ['before', 'after'].map((side) => style.getPropertyValue(`--hidden-${side}`));
    });
  };
  await show(panel, '|a|b|\n|--|--|\n|1|2|');
  assert.deepEqual(await fades(0), ['0px', '0px']);
  await show(panel, WIDE_TABLE);
  assert.deepEqual(await fades(0), ['0px', '32px']);
  assert.deepEqual(await fades(500), ['32px', '32px']);
  assert.deepEqual(await fades(100_000), ['32px', '0px']);
});

test('several spaces in inline code are kept', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('It is `"5  s"`.')] }));
  assert.equal(await panel.page.locator('p code').innerText(), '"5  s"');
});

test('each line of a paragraph is a line', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('Roses are red,\n*violets* are blue.')] }));
  assert.equal(await panel.log.locator('p').innerText(), 'Roses are red,\nviolets are blue.');
});

for (const [name, end] of [
  ['tight', '\n'],
  ['loose', '\n\n'],
] as const) {
  test(`the items of a long ${name} list are as far apart where it is cut as elsewhere`, async () => {
    const panel = await open();
    await panel.receive(state({ turns: [question('Why?'), reply(`1. a${end}`.repeat(310))] }));
    await panel.untilDrawn();
    const gaps = await panel.page.locator('.markdown').evaluate((markdown) => {
      // All of them are laid out.
      for (const part of markdown.querySelectorAll('.markdown-part')) {
        part.classList.remove('older');
      }
      const tops = [...markdown.querySelectorAll('li')].map((item) => {
        const text = document.createRange();
        text.selectNodeContents(item.firstElementChild ?? item);
        return text.getBoundingClientRect().top;
      });
      const between = tops.slice(1).map((top, index) => Math.round(top - (tops[index] ?? 0)));
      return { cuts: markdown.querySelectorAll('.continued').length, sizes: [...new Set(between)] };
    });
    assert.equal(gaps.cuts, 1);
    assert.ok(Math.max(...gaps.sizes) - Math.min(...gaps.sizes) <= 1, String(gaps.sizes));
  });
}

for (const [name, text, number] of [
  ['a year', '2019. It was begun.', 2019],
  ['the largest number', '123456789. It is long.', 123_456_789],
  ['a long list', '1. a\n'.repeat(1001), 1001],
] as const) {
  test(`${name} in front of an item is shown as a whole in a narrow panel`, async () => {
    const panel = await open({ width: 220 });
    await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
    await panel.untilDrawn();
    const item = panel.page.locator('.markdown li').last();
    const space = await item.evaluate((li, marker) => {
      const text = document.createRange();
      text.selectNodeContents(li);
      const { left } = text.getBoundingClientRect();
      li.prepend(marker);
      text.setStart(li.firstChild ?? li, 0);
      text.setEnd(li.firstChild ?? li, marker.length);
      return left - text.getBoundingClientRect().width;
    }, `${number}. `);
    assert.ok(space >= 0, `${space} px`);
  });
}
