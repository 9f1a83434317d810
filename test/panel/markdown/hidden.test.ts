import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const OVERRIDE = '\u202e';

async function openReply(text: string): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?', { id: 'question' }), reply(text)] }));
  return panel;
}

/** Every kind of element that contains a model's text, with the text that it shows. */
const ELEMENTS: Readonly<Record<string, readonly [markdown: string, selector: string, shown: string]>> = {
  'a paragraph': [`a${OVERRIDE}b`, 'p', 'a[U+202E]b'],
  'right-to-left prose, which needs the mark': ['א\u200f ב', 'p', 'א\u200f ב'],
  'right-to-left code': ['x `א\u200fב`', 'code', 'א[U+200F]ב'],
  'a right-to-left comment': ['```ts\n// א\u200fב\n```', 'pre', '// א[U+200F]ב'],
  'an HTML entity': ['a&#x202e;b', 'p', 'a[U+202E]b'],
  emphasis: [`*a${OVERRIDE}b*`, 'em', 'a[U+202E]b'],
  'inline code': [`\`a${OVERRIDE}b\``, 'code', 'a[U+202E]b'],
  'a heading': [`# a${OVERRIDE}b`, 'h3', 'a[U+202E]b'],
  'a table cell': [`|a${OVERRIDE}b|\n|-|`, 'th', 'a[U+202E]b'],
  'the text of a link': [`[a${OVERRIDE}b](https://example.org)`, 'a', 'a[U+202E]b'],
  'the URL of a link that can’t be opened': [`[a](x\u00ad)`, 'p', 'a (x%C2%AD)'],
  'an image': [
    `![a${OVERRIDE}b](https://example.org/p.png)`,
    '.picture',
    '[image: a[U+202E]b — example.org]',
  ],
  'a code block': [`\`\`\`ts\nlet a; // ${OVERRIDE}b\n\`\`\``, 'pre', 'let a; // [U+202E]b'],
  'blanks that indent code': ['```ts\n\u00a0\u00a0let a;\u3000\u202e\n```', 'pre', '␣␣let a;␣[U+202E]'],
  'prose with such blanks': ['a\u00a0b', 'p', 'a\u00a0b'],
  'a code block without a language': [`\`\`\`\na\u200bb\n\`\`\``, 'pre', 'a[U+200B]b'],
  'a file name': [`\`\`\`ts title="a${OVERRIDE}st.js"\n\`\`\``, '.code-title', 'a[U+202E]st.jsTypeScript'],
};

test('a hidden character is shown in each kind of element of a reply', async () => {
  const panel = await open();
  for (const [name, [markdown, selector, shown]] of Object.entries(ELEMENTS)) {
    await panel.receive(state({ conversationId: name, turns: [question('Why?'), reply(markdown)] }));
    assert.equal(await panel.text(panel.page.locator(`.markdown ${selector}`).first()), shown, name);
    const html = await panel.page.locator('main').innerHTML();
    assert.doesNotMatch(html, /[\u202e\u200b\u00ad]/, name);
  }
});

test('a hidden character is shown in a question and in a model name', async () => {
  const panel = await open();
  await panel.receive(
    state({
      turns: [
        question('Why\u200b `a\u00adb`?', { id: 'question' }),
        reply('So', { model: 'assistant\u200b' }),
      ],
    }),
  );
  assert.equal(await panel.text(panel.page.locator('.question-text')), 'Why[U+200B] a[U+00AD]b?');
  assert.match(await panel.text(panel.page.locator('.meta')), /^assistant\[U\+200B\]/);
});

test('a hidden character is shown in attachments, in the selected model and in error messages', async () => {
  const panel = await open();
  const attachment = { ...SELECTION, path: `src/a${OVERRIDE}st.js` };
  panel.respond = () => 'There is no file a\u200bb.';
  await panel.receive(
    state({
      attachments: [attachment],
      draft: 'And?',
      model: { id: 'assistant\u200b' },
      turns: [question('Why?', { attachments: [attachment] }), reply('So')],
    }),
  );
  const chips = panel.page.locator('.chip');
  for (const chip of await chips.all()) {
    assert.equal(await panel.text(chip.locator('.chip-file')), 'a[U+202E]st.js');
    assert.equal(
      await chip.locator('.chip-face').getAttribute('title'),
      'Attached: src/a[U+202E]st.js, lines 12–24',
    );
  }
  await panel.page.getByRole('button', { name: 'Remove a[U+202E]st.js' }).waitFor();
  const model = panel.page.getByRole('button', { name: 'Select Model: assistant[U+200B]' });
  assert.equal(await panel.text(model.locator('.hidden-mark')), '[U+200B]');
  await panel.textbox.press('Enter');
  await panel.page.locator('.composer > .status').getByText('There is no file a[U+200B]b.').waitFor();
  await panel.page.getByRole('button', { name: 'Insert Reply into Editor' }).click();
  await panel.log.locator('.turn > .status').getByText('There is no file a[U+200B]b.').waitFor();
  assert.doesNotMatch(await panel.page.locator('main').innerHTML(), /[\u202e\u200b]/);
});

test('a mark names its hidden character, and a run of them has one mark with their number', async () => {
  const tags = String.fromCodePoint(...Array.from({ length: 200 }, () => 0xe0061));
  const panel = await openReply(`a${OVERRIDE}b${tags}c\u200b\u200bd`);
  const marks = await panel.page
    .locator('.hidden-mark')
    .evaluateAll((all) => all.map((mark) => [mark.textContent, mark.getAttribute('title')]));
  assert.deepEqual(
    marks.map(([text]) => text),
    ['[U+202E]', '[U+E0061 +199]', '[U+200B]', '[U+200B]'],
  );
  assert.equal(marks[0]?.[1], 'Hidden: U+202E RIGHT-TO-LEFT OVERRIDE');
  assert.match(marks[1]?.[1] ?? '', /^Hidden: U\+E0061 TAG a, U\+E0061 TAG a, .*, …$/);
});

test('inserting hidden characters has no timeout, since VS Code asks the user, but copying has', async () => {
  const panel = await openReply(`\`\`\`\na${OVERRIDE}b\n\`\`\``);
  await panel.stopClock();
  panel.respond = () => 'silence';
  const noResponse = panel.page.getByText('VS Code did not respond. Try again.');
  for (const name of ['Insert at Cursor', 'Replace Selection', 'Insert Reply into Editor']) {
    await panel.page.getByRole('button', { name, exact: true }).click();
  }
  await panel.page.clock.runFor(60_000);
  assert.equal(await noResponse.count(), 0);
  await panel.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await panel.page.clock.runFor(15_000);
  await noResponse.waitFor();
});

/** Texts in which invisible characters are legitimate. */
const KEYCAP = '2\ufe0f\u20e3';
const FLAG = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f466}';
const CODER = '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}';
const PERSIAN = 'می\u200cخواهم';
const EMOJI = [KEYCAP, '#\ufe0f\u20e3', '\u2764\ufe0f', FLAG, FAMILY, CODER, PERSIAN];

test('emoji and scripts that highlighting or Markdown split are not marked, streamed or not', async () => {
  const languages = ['ts', 'py', 'json', 'css', 'sh', 'md', 'nothing'];
  const code = EMOJI.map((emoji) => `${emoji} = f(${emoji}, "${emoji}", 1${emoji}) # ${emoji}`).join('\n');
  const prose = [
    ...[
      '**1**\ufe0f\u20e3',
      '`1`\ufe0f\u20e3',
      '`\u{1f468}`\u200d[\u{1f469}](https://example.org)\u200d`\u{1f466}`',
    ],
    ...['[2](https://example.org)\ufe0f\u20e3', `*${PERSIAN.slice(0, 3)}*خواهم`],
  ].join(' and\n');
  const fence = (language: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
  const text = [prose, fence('ts')].join('\n\n');
  const panel = await openReply(languages.map(fence).join('\n\n'));
  assert.deepEqual(await panel.page.locator('.hidden-mark').allTextContents(), []);
  await panel.receive(
    state({ turns: [question('`1`\ufe0f\u20e3'), reply(text), growing('', { id: 'grows' })] }),
  );
  const pieces = text.split(/(?<=\p{Default_Ignorable_Code_Point})|(?=\p{Default_Ignorable_Code_Point})/u);
  for (const piece of pieces) {
    await panel.receive({ type: 'replyText', turnId: 'grows', text: piece });
  }
  await panel.untilDrawn();
  const [whole, grown] = await panel.page.locator('.markdown').all();
  assert.equal(await panel.text(panel.page.locator('.question-text')), '1\ufe0f\u20e3');
  assert.match((await whole?.textContent()) ?? '', /1\ufe0f\u20e3/);
  assert.equal(await grown?.textContent(), await whole?.textContent());
  assert.deepEqual(await panel.page.locator('.hidden-mark').allTextContents(), []);
});

test('the mark of a hidden character disappears when the next text makes the character legitimate', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('', { id: 'grows' })] }));
  const marks = panel.page.locator('.hidden-mark');
  for (const [piece, count] of [
    ['\u{1f468}\u200d', 1],
    ['[\u{1f469}](https://example.org)', 0],
    ['\u200d', 1],
    ['`\u{1f466}`\n\n```json\n[1, "\u{1f468}\u200d', 1],
    ['\u{1f469}"]', 0],
  ] as const) {
    await panel.receive({ type: 'replyText', turnId: 'grows', text: piece });
    await panel.untilDrawn();
    assert.equal(await marks.count(), count, piece);
  }
});

test('invisible characters that scripts and emoji need are not marked', async () => {
  const text = 'می\u200cخواهم \u{1f468}\u200d\u{1f469}\u200d\u{1f466} क्\u200dष';
  const panel = await openReply(text);
  assert.equal(await panel.text(panel.page.locator('.markdown p')), text);
  assert.equal(await panel.page.locator('.markdown p').evaluate((p) => getComputedStyle(p).direction), 'rtl');
});

test('the mark of a hidden character at the start of a text does not change its direction', async () => {
  const panel = await openReply(`${OVERRIDE}שלום`);
  assert.equal(await panel.page.locator('.markdown p').evaluate((p) => getComputedStyle(p).direction), 'rtl');
});

test('a streamed code block with hidden characters renders as if at once', async () => {
  const text = `\`\`\`ts\nconst a = 'x\u200b';${OVERRIDE} // b\u2066\nlet c;\n\`\`\``;
  const panel = await openReply(text);
  const whole = await panel.text(panel.page.locator('pre'));
  assert.match(whole, /x\[U\+200B\]';\[U\+202E\] \/\/ b\[U\+2066\]\nlet c;/);
  await panel.receive(state({ conversationId: 'other', turns: [growing('', { id: 'reply-2' })] }));
  for (const character of text) {
    await panel.receive({ type: 'replyText', turnId: 'reply-2', text: character });
    await panel.untilDrawn();
  }
  assert.equal(await panel.text(panel.page.locator('pre')), whole);
});
