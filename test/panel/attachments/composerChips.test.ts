import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { CURRENT_FILE, EACH_KIND, OFFER, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const UNITS = { ...SELECTION, id: 'attachment-2', path: 'src/units.ts' };
const THIRD = { ...SELECTION, id: 'attachment-3', path: 'src/third.ts' };

function focused(panel: PanelPage): Promise<string | null | undefined> {
  return panel.page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.ariaLabel || focused?.textContent;
  });
}

test('a chip shows its kind by an icon, its name, its tokens and what was redacted or left out', async () => {
  const panel = await open({ width: 800 });
  await panel.receive(state({ attachments: [...EACH_KIND] }));
  const chips = panel.page.getByRole('toolbar', { name: 'Attachments' }).locator('.chip-face');
  const icons = await chips.evaluateAll((faces) =>
    faces.map((face) => (face.firstElementChild?.className ?? '').replace('icon icon-', '')),
  );
  // As they are read out.
  const read = await Promise.all((await chips.all()).map((chip) => chip.ariaSnapshot()));
  assert.deepEqual(
    read.map((chip, index) => [icons[index], /^- button "(.*)"/.exec(chip)?.[1]]),
    [
      ['code', 'duration.ts 12–24 · 152'],
      ['file', 'units.ts 812'],
      ['folder', 'parsers/ 96'],
      ['symbol-method', 'parseDuration 12–24'],
      ['error', 'Problems the workspace · 240'],
      ['terminal', 'bash 1.2K · redacted'],
      ['terminal', 'Last Command exit code 1 · 70'],
      ['diff', 'Git Changes sample · 5.2K · 120 lines left out'],
      ['book', 'AGENTS.md 310'],
      ['file', '.env 44 may contain secrets on lines 3, 7'],
    ],
  );
  const names = await chips.evaluateAll((faces) => faces.map((face) => (face as HTMLElement).title));
  assert.deepEqual(
    [names[0], names[2], names[3], names[6], names[7]],
    [
      'Attached: src/duration.ts, lines 12–24, about 152 tokens',
      'Attached: src/parsers, names of files only, about 96 tokens',
      'Attached: parseDuration, src/duration.ts, lines 12–24',
      'Attached: Last Command, bash, exit code 1, about 70 tokens',
      'Attached: Git Changes, sample, about 5.2K tokens, 120 lines left out',
    ],
  );
});

test('a chip of empty lines says so', async () => {
  const panel = await open({ width: 800 });
  const place = { ...SELECTION, endLine: 12, tokens: 20, isPlace: true as const };
  await panel.receive(state({ attachments: [place, { ...place, id: 'several', endLine: 13 }] }));
  const chips = panel.page.getByRole('toolbar', { name: 'Attachments' }).locator('.chip-face');
  assert.deepEqual(await chips.allTextContents(), [
    'duration.ts 12 · empty line · 20',
    'duration.ts 12–13 · empty lines · 20',
  ]);
  assert.equal(
    await chips.first().getAttribute('title'),
    'Attached: src/duration.ts, line 12, empty line, about 20 tokens',
  );
});

test('a chip of some problems or of a failed test shows the file, and the lines or the test', async () => {
  const panel = await open({ width: 800 });
  const problems = {
    id: 'problems',
    kind: 'problems' as const,
    path: 'src/duration.ts',
    languageId: 'plaintext',
  };
  const failure = { ...problems, id: 'failure', symbol: 'parses hours' };
  await panel.receive(state({ attachments: [{ ...problems, startLine: 12, endLine: 12 }, failure] }));
  const chips = panel.page.getByRole('toolbar', { name: 'Attachments' }).locator('.chip-face');
  assert.deepEqual(
    await chips.evaluateAll((faces) =>
      faces.map((face) => [face.textContent?.trim(), (face as HTMLElement).title]),
    ),
    [
      ['Problems duration.ts 12', 'Attached: Problems, src/duration.ts, line 12'],
      ['parses hours duration.ts', 'Attached: parses hours, src/duration.ts'],
    ],
  );
});

test('files of one name in different folders are told apart', async () => {
  const panel = await open({ width: 800 });
  const file = (path: string) => ({ id: path, kind: 'file' as const, path, languageId: 'typescript' });
  const paths = ['index.ts', 'src/a/index.ts', 'test/a/index.ts', 'src/units.ts'];
  await panel.receive(
    state({
      attachments: [
        ...paths.map(file),
        { ...file('lib/a'), kind: 'folder' },
        { ...file('a'), kind: 'folder' },
      ],
    }),
  );
  const chips = panel.page.getByRole('toolbar', { name: 'Attachments' }).locator('.chip-face');
  assert.deepEqual(await chips.allInnerTexts(), [
    'index.ts',
    'src/a/index.ts',
    'test/a/index.ts',
    'units.ts',
    'lib/a/',
    'a/',
  ]);
});

test('a chip with a possible secret or a problem has a warning icon, and says what it is', async () => {
  const panel = await open();
  await panel.receive(
    state({ attachments: [{ ...UNITS, tokens: 9, problem: 'src/units.ts no longer exists.' }] }),
  );
  const gone = panel.page.getByRole('button', { name: 'units.ts 12–24 · 9 src/units.ts no longer exists.' });
  assert.equal(await gone.locator('.icon-warning').count(), 1);
  assert.match(
    (await gone.getAttribute('title')) ?? '',
    /, about 9 tokens, src\/units\.ts no longer exists\.$/,
  );
  await panel.receive(state({ attachments: [...EACH_KIND] }));
  const chip = panel.page.getByRole('button', { name: '.env 44 may contain secrets on lines 3, 7' });
  assert.equal(await chip.locator('.icon-warning').count(), 1);
  assert.equal(await panel.page.locator('.composer .icon-warning').count(), 1);
});

test('a click or Enter on a chip opens its source, in the composer and in a turn', async () => {
  const panel = await open();
  await panel.receive(
    state({
      attachments: [SELECTION],
      turns: [question('Why?', { id: 'asked', attachments: [UNITS] }), reply('So')],
    }),
  );
  await panel.page.getByRole('button', { name: /^duration.ts/ }).click();
  assert.deepEqual(await panel.posted('openAttachment'), {
    type: 'openAttachment',
    conversationId: 'conversation-1',
    attachmentId: 'attachment-1',
  });
  await panel.log.getByRole('button', { name: /^units.ts/ }).press('Enter');
  assert.deepEqual(await panel.posted('openAttachment', 2), {
    type: 'openAttachment',
    conversationId: 'conversation-1',
    turnId: 'asked',
    attachmentId: 'attachment-2',
  });
});

test('the chips are one Tab stop, and the arrow keys move between them', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION, UNITS, THIRD] }));
  await panel.textbox.focus();
  await panel.page.keyboard.press('Shift+Tab');
  assert.match((await focused(panel)) ?? '', /duration/);
  await panel.page.keyboard.press('ArrowRight');
  assert.match((await focused(panel)) ?? '', /units/);
  await panel.page.keyboard.press('End');
  await panel.page.keyboard.press('ArrowRight');
  assert.match((await focused(panel)) ?? '', /third/);
  await panel.page.keyboard.press('Tab');
  assert.equal(await focused(panel), 'Message');
  await panel.page.keyboard.press('Shift+Tab');
  assert.match((await focused(panel)) ?? '', /third/, 'the chips remember where the focus was');
  await panel.page.keyboard.press('Escape');
  assert.equal(await focused(panel), 'Message');
});

test('Delete and Backspace remove a chip and focus a neighbor, after the last one the text box', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION, UNITS, THIRD] }));
  await panel.page.getByRole('button', { name: /^units.ts/ }).press('Delete');
  assert.equal((await panel.posted('removeAttachment')).attachmentId, 'attachment-2');
  await panel.receive({ type: 'attachments', attachments: [SELECTION, THIRD] });
  assert.match((await focused(panel)) ?? '', /third/);
  await panel.page.keyboard.press('Backspace');
  assert.equal((await panel.posted('removeAttachment', 2)).attachmentId, 'attachment-3');
  await panel.receive({ type: 'attachments', attachments: [SELECTION] });
  assert.match((await focused(panel)) ?? '', /duration/);
  await panel.receive({ type: 'attachments', attachments: [{ ...SELECTION, tokens: 5 }] });
  assert.match(
    (await focused(panel)) ?? '',
    /duration.* · 5/,
    'the chip keeps the focus when it is rendered again',
  );
  await panel.receive({ type: 'attachments', attachments: [] });
  assert.equal(await focused(panel), 'Message');
});

test('Backspace focuses the last chip if the text box is empty, and otherwise deletes text as usual', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION, UNITS] }));
  await panel.textbox.fill('a');
  await panel.textbox.press('Home');
  await panel.textbox.press('Backspace');
  assert.equal(await focused(panel), 'Message');
  await panel.textbox.press('End');
  await panel.textbox.press('Backspace');
  assert.equal(await focused(panel), 'Message');
  await panel.textbox.press('Backspace');
  assert.match((await focused(panel)) ?? '', /units/);
  assert.equal(panel.postedOf('removeAttachment').length, 0);
});

test('holding Backspace clears the text and removes no chip', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION, UNITS] }));
  await panel.textbox.fill('ab');
  for (let repeat = 0; repeat < 6; repeat += 1) {
    await panel.page.keyboard.down('Backspace');
  }
  await panel.page.keyboard.up('Backspace');
  assert.equal(await panel.textbox.inputValue(), '');
  assert.equal(await focused(panel), 'Message');
  assert.equal(panel.postedOf('removeAttachment').length, 0);
});

test('the current file comes first, is shown while it is still being read, and its Remove turns it off', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION], currentFile: CURRENT_FILE }));
  const chip = panel.page.getByRole('button', { name: /^duration\.ts current file/ });
  assert.deepEqual(await panel.page.locator('.composer .chip-face').allTextContents(), [
    'duration.ts current file',
    'duration.ts 12–24',
  ]);
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  const { attachmentIds } = await panel.posted('sendMessage');
  assert.deepEqual(attachmentIds, ['attachment-1', 'current'], 'it is sent as shown');
  await chip.focus();
  const current = { id: 'current', kind: 'file' as const, path: 'src/duration.ts', languageId: 'typescript' };
  await panel.receive({
    type: 'attachments',
    attachments: [SELECTION, { ...current, tokens: 950, secretLines: [2] }],
    currentFile: CURRENT_FILE,
  });
  assert.match((await focused(panel)) ?? '', /^duration\.ts current file · 950.*may contain/);
  assert.match(
    (await chip.getAttribute('title')) ?? '',
    /^Current file: src\/duration\.ts, about 950 tokens/,
  );
  assert.equal(await panel.page.locator('.composer .chip').count(), 2, 'no second chip for the file');
  await chip.press('Enter');
  assert.equal((await panel.posted('openAttachment')).attachmentId, 'current');
  await chip.press('Delete');
  await panel.posted('toggleCurrentFile');
});

test('the current file shows why it can’t be attached', async () => {
  const panel = await open();
  const failed = { path: 'src/duration.ts', error: 'It is too large.' };
  await panel.receive(state({ currentFile: failed }));
  const chip = panel.page.getByRole('button', { name: /current file.*It is too large\./ });
  assert.equal(await chip.locator('.icon-warning').count(), 1);
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  assert.deepEqual((await panel.posted('sendMessage')).attachmentIds, []);
});

test('the offer has a dashed border and a plus, names what a click takes, and is not sent', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [UNITS], offer: OFFER }));
  const offer = panel.page.getByRole('button', { name: 'Attach selection duration.ts 3–11', exact: true });
  assert.equal(await offer.textContent(), 'duration.ts 3–11');
  assert.equal(await offer.getAttribute('title'), 'Attach selection src/duration.ts 3–11 (Alt+I)');
  assert.equal(await offer.locator('.icon-add').count(), 1);
  assert.equal(
    await offer.evaluate((face) => getComputedStyle(face.parentElement ?? face).borderStyle),
    'dashed',
  );
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  assert.deepEqual((await panel.posted('sendMessage')).attachmentIds, ['attachment-2']);
  await offer.click();
  await panel.posted('takeOffer');
  assert.equal(await focused(panel), 'Message', 'the question can be typed');
});

test('the offer follows the editor without new attachments', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [UNITS], offer: OFFER }));
  const faces = panel.page.locator('.composer .chip-face');
  await panel.receive({ type: 'offer', offer: { ...OFFER, endLine: 3 } });
  assert.deepEqual(await faces.allTextContents(), ['units.ts 12–24', 'duration.ts 3']);
  await panel.receive({ type: 'offer', offer: { kind: 'file', path: 'src/shapes.py' } });
  const file = panel.page.getByRole('button', { name: 'Attach current file shapes.py', exact: true });
  assert.equal(await file.textContent(), 'shapes.py');
  await panel.receive({ type: 'offer' });
  assert.deepEqual(await faces.allTextContents(), ['units.ts 12–24']);
});

test('a change replaces no chip but the one that it is about, and ends no press', async () => {
  const panel = await open();
  const attachments = Array.from({ length: 100 }, (_, index) => {
    return {
      ...SELECTION,
      id: `a${index}`,
      path: `src/${index % 9}/file.ts`,
      startLine: 1,
      endLine: index + 1,
    };
  });
  await panel.receive(state({ attachments, currentFile: CURRENT_FILE, offer: OFFER }));
  await panel.page.evaluate(() => {
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      window.announced.push(...added.map((node) => node.textContent ?? '').filter((text) => text !== ''));
    });
    observer.observe(document.querySelector('.composer .chips') ?? document, {
      childList: true,
      subtree: true,
    });
  });
  const chip = panel.page.getByRole('button', { name: /^5\/file\.ts 1–51/ });
  await chip.hover();
  await panel.page.mouse.down();
  await panel.receive({ type: 'offer', offer: { ...OFFER, endLine: 12 } });
  assert.deepEqual(await panel.announced(), ['duration.ts', ' 3–12']);
  const changed = attachments.map((one) => (one.id === 'a7' ? { ...one, tokens: 4321 } : one));
  await panel.receive({ type: 'attachments', attachments: changed, currentFile: CURRENT_FILE });
  assert.match((await panel.announced()).join(' '), /^[^4]*7\/file\.ts[^/]*4\.3K$/);
  await panel.page.mouse.up();
  assert.equal((await panel.posted('openAttachment')).attachmentId, 'a50');
});

test('the offer is reached and taken by key, and Delete leaves it', async () => {
  const panel = await open();
  await panel.receive(state({ offer: OFFER }));
  for (const [reach, take] of [
    ['Shift+Tab', 'Enter'],
    ['Backspace', 'Space'],
  ] as const) {
    const taken = panel.postedOf('takeOffer').length;
    await panel.textbox.press(reach);
    assert.equal(await focused(panel), 'Attach selection duration.ts 3–11');
    await panel.page.keyboard.press('Delete');
    await panel.page.keyboard.press('Backspace');
    assert.equal(await focused(panel), 'Attach selection duration.ts 3–11');
    await panel.page.keyboard.press(take);
    await panel.posted('takeOffer', taken + 1);
    assert.equal(await focused(panel), 'Message');
  }
  assert.equal(panel.postedOf('removeAttachment').length, 0);
  await panel.receive(state({ attachments: [UNITS], offer: OFFER }));
  await panel.textbox.press('Backspace');
  assert.match((await focused(panel)) ?? '', /^units/, 'Backspace goes to what can be removed');
});

test('a chip with a long name is on one line, and the end of the name stays visible', async () => {
  const panel = await open({ width: 300 });
  const long = `src/${'aLongName'.repeat(8)}.ts`;
  await panel.receive(state({ attachments: [SELECTION, { ...SELECTION, id: 'long', path: long }] }));
  const [short, other] = await panel.page.locator('.chip').evaluateAll((chips) =>
    chips.map((chip) => {
      const { height, right } = chip.getBoundingClientRect();
      const tail = chip.querySelector('.chip-file > :last-child')?.getBoundingClientRect();
      const facts = chip.querySelector('.chip-facts')?.getBoundingClientRect();
      return {
        height,
        isWhole:
          tail !== undefined &&
          facts !== undefined &&
          tail.width > 0 &&
          tail.right <= facts.left &&
          facts.right <= right,
      };
    }),
  );
  assert.equal(other?.height, short?.height);
  assert.ok(other?.isWhole);
});

test('of many attachments of a question, all but the first are behind a button', async () => {
  const panel = await open();
  const attachments = Array.from({ length: 8 }, (_, index) => {
    return { ...SELECTION, id: `a${index}`, path: `src/file${index}.ts` };
  });
  await panel.receive(state({ turns: [{ ...question('Why?'), attachments }] }));
  const chips = panel.page.locator('.question .chip');
  assert.equal(await chips.count(), 4);
  await panel.page.getByRole('button', { name: 'and 4 more' }).press('Enter');
  assert.equal(await chips.count(), 8);
  assert.equal(await panel.page.locator(':focus .chip-file').textContent(), 'file4.ts');
});

test('scrolled text does not overlap the chips above it', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION], draft: 'line\n'.repeat(60) }));
  const chip = await panel.page.locator('.composer .chip').boundingBox();
  const text = await panel.textbox.boundingBox();
  assert.ok(chip && text && text.y >= chip.y + chip.height + 4, JSON.stringify([chip, text]));
});
