import assert from 'node:assert/strict';
import { test } from 'node:test';
import esbuild from 'esbuild';
import { REPOSITORY } from '../../harness/paths.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

async function show(panel: PanelPage, text: string): Promise<void> {
  await panel.receive(state({ turns: [question('Why?', { id: 'question' }), reply(text)] }));
}

/** Resolves when a formula has been drawn, after all before it. */
async function untilFormulasDrawn(panel: PanelPage, count: number): Promise<void> {
  await panel.page.waitForFunction(
    (wanted) => document.querySelectorAll('.formula.drawn').length === wanted,
    count,
  );
}

/** The formulas that are shown as their source. */
function sources(panel: PanelPage): Promise<string[]> {
  return panel.page.locator('.formula:not(.drawn)').allTextContents();
}

const DRAWN = [
  ['$x^2$', 'msup'],
  ['$$\\frac{a}{b}$$', 'mfrac'],
  ['\\(\\sqrt{x}\\)', 'msqrt'],
  ['\\[\n\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\n\\]', 'mtable'],
  ['$\\sum_{i=1}^n i$', 'munderover, msubsup'],
  ['$$\\boxed{x} + \\overline{AB} + \\vec{v} + \\widehat{abc}$$', 'menclose'],
  ['$$x = y \\tag{1}$$', 'mtext'],
  ['$$\\begin{equation} x \\end{equation}$$', 'mtable'],
  ['$$\\begin{align} a &= b \\\\ c &= d \\end{align}$$', 'mtable'],
  ['$$\\begin{gather} x \\\\ y \\end{gather}$$', 'mtable'],
  ['$$\\begin{alignat}{2} a &= b & c &= d \\end{alignat}$$', 'mtable'],
] as const;

test('formulas are drawn as MathML, without a violation of the page’s policy', async () => {
  const panel = await open();
  await show(panel, DRAWN.map(([source]) => source).join('\n\n'));
  await untilFormulasDrawn(panel, DRAWN.length);
  for (const [index, [source, selector]] of DRAWN.entries()) {
    const formula = panel.page.locator('.formula').nth(index);
    assert.ok((await formula.locator(selector).count()) > 0, source);
  }
  assert.deepEqual(await panel.violations(), []);
  assert.deepEqual(panel.errors, []);
  assert.deepEqual(panel.externalRequests, []);
});

test('a display formula in a paragraph has no empty line before or after it', async () => {
  const panel = await open();
  await show(panel, 'The sum is:\n$$ x = y $$ \n  $$ y = z $$, where\n$\\unknown$\n$$ \\unknown $$\nis');
  await untilFormulasDrawn(panel, 2);
  const lines = await panel.page.locator('.markdown p').evaluate((paragraph) => {
    const boxes = [...paragraph.childNodes].flatMap((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return node instanceof HTMLBRElement ? [] : [range.getBoundingClientRect()];
    });
    const lineHeight = Number.parseFloat(getComputedStyle(paragraph).lineHeight);
    return boxes.slice(1).map(({ top }, index) => (top - (boxes[index]?.bottom ?? 0)) / lineHeight);
  });
  assert.equal(lines.length, 6);
  assert.ok(
    lines.every((gap) => gap < 0.8),
    lines.join(),
  );
});

test('the script that draws is loaded with the first formula', async () => {
  const panel = await open();
  const requested: string[] = [];
  panel.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await show(panel, 'It costs $5 and $6.');
  assert.deepEqual(requested, []);
  await show(panel, '$x$ and $y$');
  await untilFormulasDrawn(panel, 2);
  assert.equal(requested.filter((path) => /\/formulas\.js$/.test(path)).length, 1);
});

test('formulas stand as their source if the script can’t be loaded', async () => {
  const panel = await open();
  await panel.page.route('**/formulas.js', (route) => route.abort());
  const failed = panel.page.waitForEvent('requestfailed');
  await show(panel, '$a_1*b_2$ and\n\n\\[\n- x\n\\]');
  await failed;
  await panel.untilDrawn();
  assert.deepEqual(await sources(panel), ['$a_1*b_2$', '\\[\n- x\n\\]']);
});

const NOT_DRAWN = [
  // Needs an element that is positioned over another.
  '$\\cancel{x}$',
  '$\\unknown{x}$',
  '$\\frac{$',
  '$x\u200by$',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{https://a.example}$',
  '$\\includegraphics{https://a.example/a.png}$',
  '$\\style{color:red}{x}$',
  '$\\class{icon}{x}$',
  '$\\id{x}{y} \\ref{x}$',
  '$\\def\\a#1{#1#1#1#1}\\a{\\a{\\a{\\a{x}}}}$',
  '$\\newcommand{\\a}{x}\\a$',
  `$${'\\sqrt{'.repeat(400)}x${'}'.repeat(400)}$`,
];

test('a formula that can’t be drawn completely, or holds hidden characters, stands as its source', async () => {
  const panel = await open();
  await show(panel, [...NOT_DRAWN, '$last$'].map((source) => `- ${source}`).join('\n'));
  await untilFormulasDrawn(panel, 1);
  const items = await panel.page.locator('.markdown li').allTextContents();
  assert.deepEqual(
    items.slice(0, -1),
    NOT_DRAWN.map((source) => source.replace('\u200b', '[U+200B]')),
  );
  assert.deepEqual(panel.externalRequests, []);
});

test('a hostile formula has no color, position or address of its own and does not leave its box', async () => {
  const panel = await open();
  await show(
    panel,
    [
      'Before',
      '$\\color{white}\\colorbox{black}{x} \\rule{100em}{100em} \\kern-99em \\raisebox{99em}{\\Huge covers}$',
      '$$\\hspace{-99em}\\mathllap{covers} \\label{a} \\smash{x}$$',
      'After',
    ].join('\n\n'),
  );
  await untilFormulasDrawn(panel, 2);
  const found = await panel.page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.formula *')];
    const styled = all.filter((each) => {
      const { position, backgroundColor, color } = getComputedStyle(each);
      const isOurs = each.localName === 'mspace' || backgroundColor === 'rgba(0, 0, 0, 0)';
      return position !== 'static' || !isOurs || color !== getComputedStyle(document.body).color;
    });
    const names = all.flatMap((each) => [...each.attributes].map(({ name }) => name));
    return {
      styled: styled.map(({ outerHTML }) => outerHTML),
      names: names.filter((name) => /^(on|href|src|id|xlink|mathcolor)/.test(name)),
      overflow: [...document.querySelectorAll('.formula')].map((each) => getComputedStyle(each).overflow),
    };
  });
  assert.deepEqual(found, { styled: [], names: [], overflow: ['auto hidden', 'auto hidden'] });
});

/** The script that draws formulas, with a stub of Temml that returns this tree: the real one checks most values itself. */
async function scriptWithStubTemml(tree: object): Promise<string> {
  const contents = `export default { __renderToMathMLTree: () => (${JSON.stringify(tree)}) };`;
  const { outputFiles } = await esbuild.build({
    entryPoints: ['src/webview/markdown/drawFormula.ts'],
    absWorkingDir: REPOSITORY,
    bundle: true,
    write: false,
    plugins: [
      {
        name: 'stub of Temml',
        setup: (bundle) => {
          bundle.onResolve({ filter: /^temml$/ }, ({ path }) => ({ path, namespace: 'stub' }));
          bundle.onLoad({ filter: /^temml$/, namespace: 'stub' }, () => ({ contents }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

test('attributes and styles of a formula have no other values than keywords, numbers and lengths', async () => {
  const body = await scriptWithStubTemml({
    type: 'math',
    attributes: {
      display: 'block',
      width: '2em',
      height: 'calc(99em)',
      depth: 'url(https://a.example)',
      lspace: '1em;',
      voffset: '9'.repeat(61),
      mathbackground: 'red',
      href: 'javascript:alert',
      onclick: 'alert',
    },
    style: {
      textAlign: 'left',
      width: 'calc(99em)',
      border: '1px solid rgb(1, 2, 3)',
      padding: 'var(--panel-gap)',
      position: 'fixed',
    },
    classes: ['', 'tml-vec'],
    children: [{ type: 'mi', children: [{ text: '<b>x</b>' }] }],
  });
  const panel = await open();
  await panel.page.route('**/formulas.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await show(panel, '$x$');
  await untilFormulasDrawn(panel, 1);
  const drawn = panel.page.locator('.formula math');
  assert.deepEqual(
    await drawn.evaluate((math) => [...math.attributes].map(({ name, value }) => `${name}: ${value}`).sort()),
    ['class: tml-vec', 'display: block', 'style: text-align: left;', 'width: 2em'],
  );
  assert.equal(await drawn.innerHTML(), '<mi>&lt;b&gt;x&lt;/b&gt;</mi>');
  assert.deepEqual(panel.externalRequests, []);
});

test('a formula is shown as source until it is closed, and is drawn once', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('Let $y$ be ')] }));
  await untilFormulasDrawn(panel, 1);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '$x^' });
  assert.equal(await panel.text(panel.page.locator('.markdown p')), 'Let y be $x^');
  const first = await panel.page.locator('.formula.drawn').elementHandle();
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '2$.' });
  await untilFormulasDrawn(panel, 2);
  assert.ok(await first?.evaluate((node) => node.isConnected));
});

test('many formulas are drawn in several frames, in order', async () => {
  const panel = await open();
  await show(panel, '$x$ '.repeat(3000));
  await untilFormulasDrawn(panel, 3000);
  assert.equal(await panel.page.locator('.plain-text').count(), 0);
});

test('a drawn formula is copied as its source', async () => {
  const panel = await open();
  await show(panel, 'Let *$a_1$* be\n\n$$\nx = 1\n$$\n\nso\n$$y$$\nis');
  await untilFormulasDrawn(panel, 3);
  const copied = await panel.page.evaluate(() => {
    const found: string[] = [];
    addEventListener('copy', (event) => found.push(event.clipboardData?.getData('text/plain') ?? ''));
    const copy = (node: Element | null): void => {
      document.getSelection()?.selectAllChildren(node ?? document.body);
      document.execCommand('copy');
    };
    copy(document.querySelector('.markdown'));
    copy(document.querySelector('.formula math msub'));
    return found;
  });
  assert.deepEqual(copied, ['Let $a_1$ be\n\n$$\nx = 1\n$$\n\nso\n$$y$$\nis', '$a_1$']);
});

test('a formula is announced as its source, and skipped by Find', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: 'Let *$q_1$* be one. Then' });
  await panel.untilAnnounced('Let $q_1$ be one.');
  await untilFormulasDrawn(panel, 1);
  await panel.log.focus();
  await panel.page.keyboard.press('Control+f');
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('q');
  await panel.page.waitForFunction(() => document.querySelector('.find-count')?.textContent === 'No results');
});

test('a wide formula scrolls in a narrow panel, from left to right in right-to-left text', async () => {
  const panel = await open({ width: 170 });
  const wide = 'a + '.repeat(30);
  await show(panel, `שלום $\\frac{${wide}b}{c}$ עולם\n\n$$${wide}b$$`);
  await untilFormulasDrawn(panel, 2);
  const boxes = await panel.page.evaluate(() => ({
    page: document.documentElement.scrollWidth <= innerWidth,
    formulas: [...document.querySelectorAll('.formula')].map((each) => ({
      scrolls: each.scrollWidth > each.clientWidth,
      direction: getComputedStyle(each).direction,
    })),
    text: getComputedStyle(document.querySelector('.markdown p') ?? document.body).direction,
  }));
  const formula = { scrolls: true, direction: 'ltr' };
  assert.deepEqual(boxes, { page: true, formulas: [formula, formula], text: 'rtl' });
});
