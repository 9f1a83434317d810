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

/** A clock that never moves: all work is done in one slice. */
const stoppedClock = (): number => 0;

function startQueue(rules = RULES): { queue: TokenizationQueue; posted: FromWorker[] } {
  const posted: FromWorker[] = [];
  const queue = new TokenizationQueue((message) => posted.push(message));
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
  return { queue, posted };
}

/** Tokenizes code that arrives in pieces. Returns each line as tokens, such as `def=#222222`, joined by `|`. */
function tokenize(pieces: readonly string[], rules = RULES): string[] {
  const { queue, posted } = startQueue(rules);
  queue.handleMessage({ type: 'open', block: 7, language: 'outer' });
  for (const text of pieces) {
    queue.handleMessage({ type: 'code', block: 7, text });
    while (queue.runSlice(stoppedClock)) {
      // Repeat until all text is tokenized.
    }
  }
  return formatLines(posted, pieces.join(''));
}

function formatLines(posted: readonly FromWorker[], code: string): string[] {
  const lines: string[] = [];
  const texts = code.split('\n');
  for (const message of posted) {
    for (const [index, lineTokens] of message.lines.entries()) {
      let offset = 0;
      const formatted: string[] = [];
      for (let tokenIndex = 0; tokenIndex < lineTokens.length; tokenIndex += 2) {
        const length = lineTokens[tokenIndex] ?? 0;
        const style = message.styles[lineTokens[tokenIndex + 1] ?? 0];
        formatted.push(`${texts[message.firstLine + index]?.slice(offset, offset + length)}=${style}`);
        offset += length;
      }
      lines[message.firstLine + index] = formatted.join('|');
    }
  }
  return lines;
}

const CODE = 'def one two\n/* over\nTODO lines */ x <a1 2>\n\n-';

test('tokens get the styles of the theme: the most specific scope wins, then parent scopes, then the later rule', () => {
  assert.deepEqual(tokenize([CODE]), [
    'def=#222222| =|one=#88888880| =|two=#555555',
    '/* over=#111111 italic',
    'TODO=#333333 bold underline| lines */=#111111 italic| =|x=#555555| <a=|1=#777777| =|2=#777777|>=',
    '',
    '-=',
  ]);
});

test('text without a matching rule has the color of the panel, or that of a rule without a scope', () => {
  assert.deepEqual(tokenize(['-']), ['-=']);
  assert.deepEqual(tokenize(['-'], [...RULES, { scope: [], foreground: '#999999' }]), ['-=#999999']);
});

test('code split anywhere gets the same colors as in one piece', () => {
  const whole = tokenize([CODE]);
  for (let at = 1; at < CODE.length; at++) {
    assert.deepEqual(tokenize([CODE.slice(0, at), CODE.slice(at)]), whole, `cut at ${at}`);
  }
  assert.deepEqual(tokenize([...CODE]), whole);
});

test('a slice ends when its time is up, blocks are tokenized in turn, and the colors are the same as in one slice', () => {
  const { queue, posted } = startQueue();
  const code = `${CODE}\n`.repeat(20);
  let time = 0;
  const fastClock = (): number => {
    time += 5;
    return time;
  };
  for (const block of [1, 2]) {
    queue.handleMessage({ type: 'open', block, language: 'outer' });
    queue.handleMessage({ type: 'code', block, text: code });
  }
  let slices = 1;
  while (queue.runSlice(fastClock)) {
    slices++;
  }
  assert.ok(slices > 20, `${slices} slices`);
  assert.ok(posted.findIndex(({ block }) => block === 2) < posted.findIndex(({ isUpToDate }) => isUpToDate));
  for (const block of [1, 2]) {
    const own = posted.filter((message) => message.block === block);
    assert.deepEqual(own.filter(({ isUpToDate }) => isUpToDate).length, 1);
    assert.deepEqual(formatLines(own, code), tokenize([code]));
  }
});

test('a very long line is not colored, and the lines after it are', () => {
  const lines = tokenize([`/*\n${'x '.repeat(5000)}\n*/ def a`]);
  assert.equal(lines[1], `${'x '.repeat(5000)}=`);
  assert.equal(lines[2], '*/=#111111 italic| =|def=#222222| =|a=#88888880');
});

test('a grammar that arrives while a block is open does not change the colors of the block', () => {
  const { queue, posted } = startQueue();
  queue.handleMessage({ type: 'open', block: 1, language: 'outer' });
  queue.handleMessage({ type: 'code', block: 1, text: '/* a\n' });
  queue.runSlice(stoppedClock);
  const file = {
    scopeName: 'source.late',
    json: JSON.stringify({ ...INNER, scopeName: 'source.late' }),
    injectTo: [],
  };
  queue.handleMessage({ type: 'grammar', language: 'late', scopeName: 'source.late', files: [file] });
  queue.handleMessage({ type: 'open', block: 2, language: 'late' });
  queue.handleMessage({ type: 'code', block: 1, text: 'b */ c' });
  queue.handleMessage({ type: 'code', block: 2, text: '12' });
  queue.runSlice(stoppedClock);
  const own = (block: number) => posted.filter((message) => message.block === block);
  assert.equal(formatLines(own(1), '/* a\nb */ c')[1], 'b */=#111111 italic| =|c=#555555');
  assert.deepEqual(formatLines(own(2), '12'), ['12=#666666']);
});

test('a closed block, or one opened with another theme, is no longer tokenized', () => {
  const { queue, posted } = startQueue();
  for (const block of [1, 2]) {
    queue.handleMessage({ type: 'open', block, language: 'outer' });
    queue.handleMessage({ type: 'code', block, text: 'a' });
  }
  queue.handleMessage({ type: 'close', block: 1 });
  queue.runSlice(stoppedClock);
  assert.deepEqual(
    posted.map(({ block }) => block),
    [2],
  );
  queue.handleMessage({ type: 'theme', rules: [] });
  queue.handleMessage({ type: 'code', block: 2, text: 'b' });
  assert.equal(queue.runSlice(stoppedClock), false);
  assert.equal(posted.length, 1);
});

test('a pattern that the regex engine does not support is skipped, and the other patterns of its grammar apply', () => {
  const { queue, posted } = startQueue();
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
  queue.runSlice(stoppedClock);
  assert.deepEqual(formatLines(posted, 'a'), ['a=#222222']);
});
