import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE } from '../markdown/hostileText.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const OVERRIDE = '\u202e';

/** What the panel puts on the clipboard. */
interface Copied {
  text: string;
  html: string;
}

async function openReply(text: string, asked = 'Why?'): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question(asked), reply(text)] }));
  return panel;
}

/** Copies the selection. Returns `undefined` if the panel leaves that to the browser. */
function copy(panel: PanelPage): Promise<Copied | undefined> {
  return panel.page.evaluate(() => {
    const found: { copied?: Copied } = {};
    const listen = (event: ClipboardEvent): void => {
      if (event.defaultPrevented) {
        const [text, html] = ['text/plain', 'text/html'].map(
          (type) => event.clipboardData?.getData(type) ?? '',
        );
        found.copied = { text: text ?? '', html: html ?? '' };
      }
    };
    addEventListener('copy', listen);
    document.execCommand('copy');
    removeEventListener('copy', listen);
    return found.copied;
  });
}

/** Selects from the first text to the last, both included, and copies the selection. */
async function copyFrom(panel: PanelPage, first: string, last = first): Promise<Copied | undefined> {
  await panel.page.evaluate(
    ([from = '', to = '']) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(
        document.querySelector('.log') ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      while (walker.nextNode()) {
        texts.push(walker.currentNode as Text);
      }
      const start = texts.find((text) => text.data.includes(from));
      const end = texts.findLast((text) => text.data.includes(to));
      if (start === undefined || end === undefined) {
        throw new Error(`There is no ${from} or no ${to}`);
      }
      const selection = document.getSelection();
      selection?.setBaseAndExtent(start, start.data.indexOf(from), end, end.data.indexOf(to) + to.length);
    },
    [first, last],
  );
  return copy(panel);
}

async function copyAll(panel: PanelPage): Promise<Copied | undefined> {
  // The text box has the focus at first.
  await panel.log.focus();
  await panel.page.keyboard.press('ControlOrMeta+a');
  return copy(panel);
}

const CODE = 'if (a) {\n\treturn "<b>";\n}';
const REPLY = [
  '# Head & shoulders',
  'Some *words*, **more**,\n`code <i>` and ~~none~~.  \nA new line.',
  '3. three\n4. four\n   - deep\n     deeper\n   - [x] done\n   - [ ] to do\n',
  `- loose\n\n  \`\`\`ts title="src/a.ts"\n  ${CODE.replaceAll('\n', '\n  ')}\n  \`\`\`\n\n- last`,
  '> quoted\n> - item',
  '| a | b |\n|---|---|\n| `c` | d e |\n|  | corner |',
  '---',
  '[safe](https://example.org/?a&b), [mail](mailto:a@b.example), [bad](javascript:alert(1))',
].join('\n\n');

const TEXT = [
  'Head & shoulders',
  'Some words, more,\ncode <i> and none.\nA new line.',
  '3. three\n4. four\n   - deep\n     deeper\n   - [x] done\n   - [ ] to do',
  `- loose\n\n${CODE}\n\n- last`,
  '> quoted\n>\n> - item',
  'a\tb\nc\td e\n\tcorner',
  '---',
  'safe, mail, [bad](javascript:alert(1))',
].join('\n\n');

const HTML = [
  '<h1>Head &amp; shoulders</h1>',
  '<p>Some <em>words</em>, <strong>more</strong>,<br><code>code &lt;i&gt;</code> and <s>none</s>.<br>A new line.</p>',
  '<ol start="3"><li>three</li><li>four<ul><li>deep<br>deeper</li><li>[x] done</li><li>[ ] to do</li></ul></li></ol>',
  `<ul><li><p>loose</p><pre><code>${CODE.replace('<b>', '&lt;b&gt;')}</code></pre></li><li><p>last</p></li></ul>`,
  '<blockquote><p>quoted</p><ul><li>item</li></ul></blockquote>',
  '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>c</code></td><td>d e</td></tr><tr><td></td><td>corner</td></tr></tbody></table>',
  '<hr>',
  '<p><a href="https://example.org/?a&amp;b">safe</a>, mail, [bad](javascript:alert(1))</p>',
].join('');

test('Select All copies questions and replies as plain text and simple HTML, without the panel’s own elements', async () => {
  const panel = await openReply(REPLY, 'Why\n  `so`?');
  await panel.receive({ type: 'replyChanged', turn: reply(REPLY) });
  assert.deepEqual(await copyAll(panel), {
    text: `Why\n  so?\n\n${TEXT}`,
    html: `<p>Why<br>  <code>so</code>?</p>${HTML}`,
  });
});

test('announcements are not copied', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('One sentence.')] }));
  await panel.receive({ type: 'replyChanged', turn: reply('One sentence. And another.') });
  await panel.page.locator('.visually-hidden', { hasText: 'another' }).first().waitFor({ state: 'attached' });
  assert.equal((await copyAll(panel))?.text, 'Why?\n\nOne sentence. And another.');
});

test('a selection across blocks copies only their selected parts', async () => {
  const panel = await openReply(REPLY);
  assert.deepEqual(await copyFrom(panel, 'line.', 'fo'), {
    text: 'line.\n\n3. three\n4. fo',
    html: '<p>line.</p><ol start="3"><li>three</li><li>fo</li></ol>',
  });
  assert.deepEqual(await copyFrom(panel, 'ur', 'loose'), {
    text: '4. ur\n   - deep\n     deeper\n   - [x] done\n   - [ ] to do\n\n- loose',
    html: '<ol start="4"><li>ur<ul><li>deep<br>deeper</li><li>[x] done</li><li>[ ] to do</li></ul></li></ol><ul><li><p>loose</p></li></ul>',
  });
  assert.deepEqual(await copyFrom(panel, 'return', 'item'), {
    text: '-\nreturn "<b>";\n}\n\n- last\n\n> quoted\n>\n> - item',
    html: '<ul><li><pre><code>return "&lt;b&gt;";\n}</code></pre></li><li><p>last</p></li></ul><blockquote><p>quoted</p><ul><li>item</li></ul></blockquote>',
  });
  assert.equal((await copyFrom(panel, 'd e', 'corner'))?.text, 'd e\n\tcorner');
});

test('a selection within one block is copied without the block', async () => {
  const panel = await openReply(REPLY);
  assert.deepEqual(await copyFrom(panel, 'words', 'mor'), {
    text: 'words, mor',
    html: '<em>words</em>, <strong>mor</strong>',
  });
  assert.deepEqual(await copyFrom(panel, 'code <'), { text: 'code <', html: '<code>code &lt;</code>' });
  assert.deepEqual(await copyFrom(panel, 'thr'), { text: 'thr', html: 'thr' });
  assert.deepEqual(await copyFrom(panel, 'Why'), { text: 'Why', html: 'Why' });
});

test('a triple click does not copy the start of the next block', async () => {
  const panel = await openReply('one\n\n- two\n- three');
  await panel.page.locator('.markdown p').click({ clickCount: 3 });
  assert.deepEqual((await copy(panel))?.text, 'one');
});

test('code is copied exactly, with hidden characters instead of their marks', async () => {
  for (const language of ['ts', 'nothing']) {
    const code = `a  =\t"${OVERRIDE}${'\u200b'.repeat(5)}";\n\n  b`;
    const panel = await openReply(`See:\n\n\`\`\`${language}\n${code}\n\`\`\`\n\nThat \`x\u200b\`.`);
    await panel.page.locator('.code pre').evaluate((pre) => document.getSelection()?.selectAllChildren(pre));
    assert.deepEqual(await copy(panel), {
      text: code,
      html: `<pre><code>${code}</code></pre>`,
    });
    assert.equal((await copyAll(panel))?.text, `Why?\n\nSee:\n\n${code}\n\nThat x\u200b.`);
  }
});

test('a reply shown as plain text is copied verbatim', async () => {
  const deep = `${'> '.repeat(300)}deep\n\n  **end**`;
  const panel = await openReply(deep);
  assert.equal((await copyAll(panel))?.text, `Why?\n\n${deep}`);
});

test('the copied HTML of a hostile reply has only allowed elements, attributes and links', async () => {
  // The page's policy doesn't allow the test to parse HTML.
  const panel = await open({ bypassCsp: true });
  await panel.receive(state({ turns: [question(HOSTILE), reply(HOSTILE)] }));
  const { html = '' } = (await copyAll(panel)) ?? {};
  const found = await panel.page.evaluate((pasted) => {
    const { body, head } = new DOMParser().parseFromString(pasted, 'text/html');
    const all = [...head.children, ...body.querySelectorAll('*')];
    return {
      tags: [...new Set(all.map(({ tagName }) => tagName))],
      attributes: [...new Set(all.flatMap(({ attributes }) => [...attributes].map(({ name }) => name)))],
      targets: all.flatMap((one) => (one instanceof HTMLAnchorElement ? one.href : [])),
    };
  }, html);
  const allowed =
    'H1 H2 H3 H4 P UL OL LI BLOCKQUOTE PRE CODE TABLE THEAD TBODY TR TH TD A STRONG EM S BR HR'.split(' ');
  assert.deepEqual(
    found.tags.filter((tag) => !allowed.includes(tag)),
    [],
  );
  assert.deepEqual(
    found.attributes.filter((name) => name !== 'href' && name !== 'start'),
    [],
  );
  assert.ok(found.targets.length > 0 && found.targets.every((target) => /^https?:/.test(target)));
});

test('copying anything but questions and replies is left to the browser', async () => {
  const panel = await openReply('So.');
  await panel.textbox.fill('unsent');
  await panel.textbox.selectText();
  assert.equal(await copy(panel), undefined);
  await panel.page
    .locator('.reply-foot')
    .evaluate((foot) => document.getSelection()?.selectAllChildren(foot));
  assert.equal(await copy(panel), undefined);
});

test('keys, callouts, details and footnotes are copied as readable text', async () => {
  const panel = await openReply(
    'Press <kbd>F5</kbd><br>\nH<sub>2</sub>O[^1]\n\n> [!TIP]\n> hint\n\n<details open>\n<summary>Log</summary>\n\nline\n\n</details>\n\n[^1]: note\n\nEnd',
  );
  const copied = await copyFrom(panel, 'Press', 'note');
  assert.equal(copied?.text, 'Press F5\nH2O[1]\n\n> Tip\n>\n> hint\n\nLog\n\nline\n\nEnd\n\n1. note');
  assert.ok(
    copied?.html.includes('<kbd>F5</kbd><br>') && copied.html.includes('<sup>[1]</sup>'),
    copied?.html,
  );
});
