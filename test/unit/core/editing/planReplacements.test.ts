import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planReplacements } from '../../../../src/core/editing/plan/planReplacements.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';

const LINES = [
  "import { log } from './log';",
  '',
  'export function one() {',
  '  log(1);',
  '}',
  '',
  'export function two() {',
  '  log(2);',
  '}',
  '',
  'export function three() {',
  '  log(3);',
  '}',
];
const TARGET = {
  lines: LINES,
  path: '/a.ts',
  languageId: 'typescript',
  style: { insertSpaces: true, tabSize: 2 },
};

/** @param codes for the lines from the first to the last, from 0 */
function plan(...codes: [first: number, last: number, code: string][]) {
  return planReplacements(
    TARGET,
    codes.map(([first, last, code]) => ({
      asked: {
        range: {
          start: { line: first, character: 0 },
          end: { line: last, character: (LINES[last] ?? '').length },
        },
        text: LINES.slice(first, last + 1).join('\n'),
        ignoresIndentation: false,
      },
      proposed: { code, info: 'ts', isIncomplete: false },
    })),
  );
}

const ONE = "import { warn } from './warn';\n\nexport function one() {\n  warn(1);\n  log(1);\n  warn(2);\n}";
const TWO = "import { info } from './info';\n\nexport function two() {\n  info(2);\n}";
const THREE = 'export function three() {}';

test('each selection gets its code, and imports of both come to the start of the file', () => {
  const planned = plan([6, 8, TWO], [2, 4, ONE], [10, 12, THREE]);
  assert.ok(planned.kind === 'edits');
  assert.deepEqual(planned.reviewReasons, ['wider']);
  assert.deepEqual(applyEdits(LINES, planned.edits).split('\n'), [
    "import { log } from './log';",
    "import { warn } from './warn';",
    "import { info } from './info';",
    '',
    'export function one() {',
    '  warn(1);',
    '  log(1);',
    '  warn(2);',
    '}',
    '',
    'export function two() {',
    '  info(2);',
    '}',
    '',
    'export function three() {}',
  ]);
});

test('code that the document has already changes nothing, and one selection that can’t be replaced alone refuses all', () => {
  const same = LINES.slice(2, 5).join('\n');
  assert.deepEqual(plan([2, 4, same]), { kind: 'unchanged' });
  assert.deepEqual(plan([2, 4, same], [6, 8, LINES.slice(6, 9).join('\n')]), { kind: 'unchanged' });
  const [changed] = [plan([2, 4, same], [6, 8, TWO])];
  assert.ok(changed.kind === 'edits' && !applyEdits(LINES, changed.edits).includes('log(2)'));
  assert.deepEqual(plan([2, 4, ONE], [6, 8, '']), { kind: 'refused', reason: 'empty' });
  const both = LINES.slice(2, 9).join('\n').replaceAll('log(', 'warn(');
  assert.deepEqual(plan([2, 4, both], [6, 8, TWO]), { kind: 'refused', reason: 'coversMore' });
});

test('an empty line among the selections gets its code, and the lines around stay', () => {
  const added = 'export function more() {\n  log(4);\n}';
  const planned = plan([2, 4, ONE.replace(/^import.*\n\n/, '')], [5, 5, added], [10, 12, THREE]);
  assert.ok(planned.kind === 'edits');
  assert.deepEqual(applyEdits(LINES, planned.edits).split('\n').slice(2), [
    'export function one() {',
    '  warn(1);',
    '  log(1);',
    '  warn(2);',
    '}',
    ...added.split('\n'),
    ...LINES.slice(6, 10),
    'export function three() {}',
  ]);
});
