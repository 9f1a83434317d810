import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TokenRule } from '../../../../src/protocol/code.ts';
import type { FromWorker } from '../../../../src/webview/code/worker/messages.ts';
import { TokenizationQueue } from '../../../../src/webview/code/worker/tokenizationQueue.ts';

const OUTER = {
  scopeName: 'source.outer',
  patterns: [
    { begin: '/\\*', end: '\\*/', name: 'comment.block.outer' },
    { begin: '<', end: '>', name: 'meta.embedded.outer', patterns: [{ include: 'source.inner' }] },
    { match: '\\b(def)\\s+(\\w+)', captures: { 1: { name: 'keyword.def' }, 2: { name: 'entity.name.def' } } },
    { match: '\\w+', name: 'variable.other.outer' },
  ],
};
const INNER = { scopeName: 'source.inner', patterns: [{ match: '\\d+', name: 'constant.numeric.inner' }] };
const INJECTED = {
  scopeName: 'source.injected',
  injectionSelector: 'L:comment.block',
  patterns: [{ match: 'TODO', name: 'keyword.todo' }],
};

const RULES: TokenRule[] = [
  { scope: ['comment'], foreground: '#111111', fontStyle: 'italic' },
  { scope: ['keyword'], foreground: '#222222' },
  { scope: ['keyword.todo'], foreground: '#333333', fontStyle: 'bold underline' },
  { scope: ['variable'], foreground: '#444444' },
  { scope: ['variable'], foreground: '#555555' },
  { scope: ['constant'], foreground: '#666666' },
  { scope: ['meta.embedded constant.numeric'], foreground: '#777777' },
  { scope: ['entity.name'], foreground: '#88888880' },
];

/** What a clock that never moves says: all is done in one slice. */
const still = (): number => 0;

function startQueue(rules = RULES): { queue: TokenizationQueue; told: FromWorker[] } {
  const told: FromWorker[] = [];
  const queue = new TokenizationQueue((message) => told.push(message));
  queue.handleMessage({ type: 'theme', rules });
  const files = [OUTER, INNER].map((grammar) => ({
    scopeName: grammar.scopeName,
    json: JSON.stringify(grammar),
    injectTo: [],
  }));
  const injected = {
    scopeName: INJECTED.scopeName,
    json: JSON.stringify(INJECTED),
    injectTo: [OUTER.scopeName],
  };
  queue.handleMessage({
    type: 'grammar',
    language: 'outer',
    scopeName: OUTER.scopeName,
    files: [...files, injected],
  });
  return { queue, told };
}

/** Each line as its pieces, such as `def=#222222`, after all pieces of the code came and were coloured. */
function colour(pieces: readonly string[], rules = RULES): string[] {
  const { queue, told } = startQueue(rules);
  queue.handleMessage({ type: 'open', block: 7, language: 'outer' });
  for (const text of pieces) {
    queue.handleMessage({ type: 'code', block: 7, text });
    while (queue.runSlice(still)) {
      // Goes on until all is coloured.
    }
  }
  return shown(told, pieces.join(''));
}

function shown(told: readonly FromWorker[], code: string): string[] {
  const lines: string[] = [];
  const texts = code.split('\n');
  for (const message of told) {
    for (const [index, coloured] of message.lines.entries()) {
      let at = 0;
      const found: string[] = [];
      for (let place = 0; place < coloured.length; place += 2) {
        const length = coloured[place] ?? 0;
        const style = message.styles[coloured[place + 1] ?? 0];
        found.push(`${texts[message.firstLine + index]?.slice(at, at + length)}=${style}`);
        at += length;
      }
      lines[message.firstLine + index] = found.join('|');
    }
  }
  return lines;
}

const CODE = 'def one two\n/* over\nTODO lines */ x <a1 2>\n\n-';

test('scopes get the styles of the theme: the longer scope and the later rule win, with their parents', () => {
  assert.deepEqual(colour([CODE]), [
    'def=#222222| =|one=#88888880| =|two=#555555',
    '/* over=#111111 italic',
    'TODO=#333333 bold underline| lines */=#111111 italic| =|x=#555555| <a=|1=#777777| =|2=#777777|>=',
    '',
    '-=',
  ]);
});

test('text that no rule is for has the colour of the panel, or that of a rule without a scope', () => {
  assert.deepEqual(colour(['-']), ['-=']);
  assert.deepEqual(colour(['-'], [...RULES, { scope: [], foreground: '#999999' }]), ['-=#999999']);
});

test('code that is cut anywhere has the same colours in the end', () => {
  const whole = colour([CODE]);
  for (let at = 1; at < CODE.length; at++) {
    assert.deepEqual(colour([CODE.slice(0, at), CODE.slice(at)]), whole, `cut at ${at}`);
  }
  assert.deepEqual(colour([...CODE]), whole);
});

test('a slice ends when its time is over, the blocks take turns, and in the end all is coloured the same', () => {
  const { queue, told } = startQueue();
  const code = `${CODE}\n`.repeat(20);
  let time = 0;
  const hurried = (): number => {
    time += 5;
    return time;
  };
  for (const block of [1, 2]) {
    queue.handleMessage({ type: 'open', block, language: 'outer' });
    queue.handleMessage({ type: 'code', block, text: code });
  }
  let slices = 1;
  while (queue.runSlice(hurried)) {
    slices++;
  }
  assert.ok(slices > 20, `${slices} slices`);
  assert.ok(told.findIndex(({ block }) => block === 2) < told.findIndex(({ isUpToDate }) => isUpToDate));
  for (const block of [1, 2]) {
    const own = told.filter((message) => message.block === block);
    assert.deepEqual(own.filter(({ isUpToDate }) => isUpToDate).length, 1);
    assert.deepEqual(shown(own, code), colour([code]));
  }
});

test('a line of enormous length stays without colours, and what follows has its own', () => {
  const lines = colour([`/*\n${'x '.repeat(5000)}\n*/ def a`]);
  assert.equal(lines[1], `${'x '.repeat(5000)}=`);
  assert.equal(lines[2], '*/=#111111 italic| =|def=#222222| =|a=#88888880');
});

test('a grammar that comes while code is coloured changes nothing about that code', () => {
  const { queue, told } = startQueue();
  queue.handleMessage({ type: 'open', block: 1, language: 'outer' });
  queue.handleMessage({ type: 'code', block: 1, text: '/* a\n' });
  queue.runSlice(still);
  const file = {
    scopeName: 'source.late',
    json: JSON.stringify({ ...INNER, scopeName: 'source.late' }),
    injectTo: [],
  };
  queue.handleMessage({ type: 'grammar', language: 'late', scopeName: 'source.late', files: [file] });
  queue.handleMessage({ type: 'open', block: 2, language: 'late' });
  queue.handleMessage({ type: 'code', block: 1, text: 'b */ c' });
  queue.handleMessage({ type: 'code', block: 2, text: '12' });
  queue.runSlice(still);
  const own = (block: number) => told.filter((message) => message.block === block);
  assert.equal(shown(own(1), '/* a\nb */ c')[1], 'b */=#111111 italic| =|c=#555555');
  assert.deepEqual(shown(own(2), '12'), ['12=#666666']);
});

test('a block that is closed, or that was open under another theme, is coloured no more', () => {
  const { queue, told } = startQueue();
  for (const block of [1, 2]) {
    queue.handleMessage({ type: 'open', block, language: 'outer' });
    queue.handleMessage({ type: 'code', block, text: 'a' });
  }
  queue.handleMessage({ type: 'close', block: 1 });
  queue.runSlice(still);
  assert.deepEqual(
    told.map(({ block }) => block),
    [2],
  );
  queue.handleMessage({ type: 'theme', rules: [] });
  queue.handleMessage({ type: 'code', block: 2, text: 'b' });
  assert.equal(queue.runSlice(still), false);
  assert.equal(told.length, 1);
});

test('a pattern that this engine does not know is passed over, and the others of its grammar hold', () => {
  const { queue, told } = startQueue();
  const grammar = {
    scopeName: 'source.odd',
    patterns: [
      { match: '(?<broken', name: 'comment' },
      { match: 'a', name: 'keyword' },
    ],
  };
  const files = [{ scopeName: 'source.odd', json: JSON.stringify(grammar), injectTo: [] }];
  queue.handleMessage({ type: 'grammar', language: 'odd', scopeName: 'source.odd', files });
  queue.handleMessage({ type: 'open', block: 1, language: 'odd' });
  queue.handleMessage({ type: 'code', block: 1, text: 'a' });
  queue.runSlice(still);
  assert.deepEqual(shown(told, 'a'), ['a=#222222']);
});
