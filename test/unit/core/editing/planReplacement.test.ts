import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  planReplacement,
  type ReplacementPlan,
  reviewReasonsFor,
} from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits, endOf, linesOf, textIn } from '../../../../src/core/editing/textRange.ts';
import { holds } from '../../../support/property.ts';

interface Given {
  /** With what was asked about in « ». */
  document: string;
  asked?: string;
  info?: string;
  path?: string;
  languageId?: string;
  isIncomplete?: boolean;
}

function plan(code: string, { document, ...given }: Given): { plan: ReplacementPlan; result?: string } {
  const start = endOf({ line: 0, character: 0 }, document.slice(0, document.indexOf('«')));
  const end = endOf({ line: 0, character: 0 }, document.slice(0, document.indexOf('»')).replace('«', ''));
  const lines = linesOf(document.replace(/[«»]/g, ''));
  const target = {
    lines,
    asked: {
      range: { start, end },
      text: given.asked ?? textIn(lines, { start, end }),
      ignoresIndentation: false,
    },
    path: given.path ?? 'a.ts',
    languageId: given.languageId ?? 'typescript',
    style: { insertSpaces: true, tabSize: 2 },
  };
  const proposed = { code, info: given.info ?? '', isIncomplete: given.isIncomplete ?? false };
  const planned = planReplacement(target, proposed);
  return planned.kind === 'edits'
    ? { plan: planned, result: applyEdits(lines, planned.edits) }
    : { plan: planned };
}

function reasons({ plan: planned }: { plan: ReplacementPlan }): readonly string[] {
  return planned.kind === 'edits' ? planned.reviewReasons : [planned.kind];
}

const FUNCTION = 'function f() {\n«  a();\n  b();»\n}\nfunction g() {\n  return second();\n}\n';

describe('planReplacement', () => {
  it('edits only the lines that differ', () => {
    const { plan: planned, result } = plan('  a();\n  c();\n', { document: FUNCTION });
    assert.deepEqual(planned.kind === 'edits' && planned.edits, [
      { range: { start: { line: 2, character: 0 }, end: { line: 2, character: 6 } }, text: '  c();' },
    ]);
    assert.equal(result, 'function f() {\n  a();\n  c();\n}\nfunction g() {\n  return second();\n}\n');
  });

  it('says that gaps are filled only if all are', () => {
    const document =
      '«function f() {\n  const a = one();\n  const b = two(a);\n  const c = three(b);\n  return c;\n}»\n';
    const code = (check: string): string =>
      `function f() {\n${check}  const a = one();\n  // ... existing code ...\n  return c;\n}`;
    assert.deepEqual(reasons(plan(code(''), { document })), ['unchanged']);
    assert.deepEqual(reasons(plan(code('  check();\n'), { document })), ['elided', 'filled']);
    const inBlock = '  if (isOff()) {\n    // ...\n  }\n';
    const { plan: planned, result } = plan(code(inBlock), { document });
    assert.deepEqual(reasons({ plan: planned }), ['elided']);
    assert.match(result ?? '', /\/\/ \.\.\.\n.*\n {2}const a = one\(\);\n {2}const b = two\(a\);/);
  });

  it('keeps the indentation that was asked about together with a part of its line', () => {
    for (const document of [
      '{\n«    const a = f(x);» // note\n}\n',
      '{\n  «  const a = f(x);» // note\n}\n',
      '{\n    «const a = f(x);» // note\n}\n',
      '{\n«    const a = f(\n      x);» // note\n}\n',
    ]) {
      for (const code of ['const a = g(x);', '    const a = g(x);']) {
        assert.equal(plan(code, { document }).result, '{\n    const a = g(x); // note\n}\n', document);
      }
    }
  });

  it('has nothing to do for what is there already', () => {
    assert.deepEqual(plan('a();\r\nb();\r\n', { document: FUNCTION }).plan, { kind: 'unchanged' });
  });

  it('refuses an empty block', () => {
    assert.deepEqual(plan(' \n\n', { document: FUNCTION }).plan, { kind: 'refused', reason: 'empty' });
  });

  it('proposes code for another function there', () => {
    const planned = plan('function g() {\n  return 2;\n}', { document: FUNCTION });
    assert.equal(planned.result, FUNCTION.replace(/[«»]/g, '').replace('return second();', 'return 2;'));
    assert.deepEqual(reasons(planned), ['elsewhere']);
  });

  it('refuses lines that stand elsewhere, and declare nothing', () => {
    const { plan: planned } = plan('return second();', { document: FUNCTION });
    assert.deepEqual(planned, { kind: 'refused', reason: 'otherPlace' });
  });

  it('replaces the function if the code is all of it', () => {
    const planned = plan('function f(x) {\n  c(x);\n}', { document: FUNCTION });
    assert.equal(planned.result, 'function f(x) {\n  c(x);\n}\nfunction g() {\n  return second();\n}\n');
    assert.deepEqual(reasons(planned), ['wider']);
  });

  it('replaces a function below too, however much it changes', () => {
    const g = 'function g(x) {\n  if (x) {\n    throw new Error();\n  }\n  return 3;\n}';
    const document = '«function f() {\n  one();\n}»\n\nfunction g() {\n  return second();\n}\n';
    const planned = plan(`function f() {\n  g(1);\n}\n\n${g}`, { document });
    assert.equal(planned.result, `function f() {\n  g(1);\n}\n\n${g}\n`);
    assert.deepEqual(reasons(planned), ['wider']);
  });

  it('drops no members of a class below', () => {
    const document =
      '«function f() {\n  one();\n}»\n\nclass G {\n  a() {\n    x();\n  }\n\n  b() {\n    y();\n  }\n}\n';
    const planned = plan('function f() {\n  two();\n}\n\nclass G {\n  b() {\n    z();\n  }\n}', { document });
    assert.equal(
      planned.result,
      document.replace(/[«»]/g, '').replace('one()', 'two()').replace('y()', 'z()'),
    );
    assert.deepEqual(reasons(planned), ['wider']);
  });

  it('replaces one method if the code is one of a class', () => {
    const document = '«class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}»\n';
    const planned = plan('two() {\n  return 22;\n}', { document });
    assert.equal(planned.result, document.replace(/[«»]/g, '').replace('return 2;', 'return 22;'));
    assert.deepEqual(reasons(planned), ['narrower']);
  });

  it('merges with what changed since', () => {
    const asked = '  a();\n  b();\n  c();';
    const document = 'f {\n«  a();\n  b();\n  changed();»\n}';
    const clean = plan('x();\nb();\nc();', { document, asked });
    assert.equal(clean.result, 'f {\n  x();\n  b();\n  changed();\n}');
    assert.deepEqual(reasons(clean), ['merged']);
    const conflict = plan('a();\nb();\nd();', { document, asked });
    assert.equal(conflict.result, 'f {\n  a();\n  b();\n  d();\n}');
    assert.deepEqual(reasons(conflict), ['conflict']);
  });

  it('applies a patch', () => {
    const planned = plan('@@ -1,3 +1,3 @@\n a();\n-b();\n+c();\n', { document: FUNCTION, info: 'diff' });
    assert.equal(planned.result, FUNCTION.replace(/[«»]/g, '').replace('b();', 'c();'));
    assert.deepEqual(reasons(planned), ['patch']);
    const other = plan('-x();\n+c();\n', { document: FUNCTION, info: 'diff' });
    assert.deepEqual(other.plan, { kind: 'refused', reason: 'patchDoesNotMatch' });
    for (const code of ['-  return second();\n+  return 2;\n', '@@\n-b();\n+c();\n@@\n-x();\n+y();\n']) {
      const { plan: refused } = plan(code, { document: FUNCTION, info: 'diff' });
      assert.deepEqual(refused, { kind: 'refused', reason: 'patchDoesNotMatch' }, code);
    }
  });

  it('has a patch for another file reviewed for that too', () => {
    const planned = plan('-b();\n+c();\n', { document: FUNCTION, info: 'diff b.ts' });
    assert.deepEqual(reasons(planned), ['patch', 'otherFile']);
  });

  for (const [name, code, given, reason] of [
    ['cut', 'c();', { isIncomplete: true }, 'incomplete'],
    ['in another language', 'npm install x', { info: 'sh' }, 'otherLanguage'],
    ['for another file', 'c();', { info: 'ts b.ts' }, 'otherFile'],
    ['elided', 'c();\n// ...', {}, 'elided'],
    ['with a redacted secret', "c('[redacted: token]');", {}, 'redacted'],
  ] as const) {
    it(`has code ${name} reviewed`, () => {
      assert.deepEqual(reasons(plan(code, { document: FUNCTION, ...given })), [reason]);
    });
  }

  it('has code reviewed that is less than half as long', () => {
    const document = `«${Array.from({ length: 9 }, (_, index) => `call(${index});`).join('\n')}»\n`;
    const code = 'call(1, 2);\ncall(3);\nmore();\nmore();';
    assert.deepEqual(reasons(plan(code, { document })), ['leavesOut', 'shorter']);
    assert.deepEqual(reasons(plan(`${code}\nmore();`, { document })), ['leavesOut']);
  });
});

describe('planReplacement with nothing asked about', () => {
  const document = linesOf(FUNCTION.replace(/[«»]/g, ''));
  const planAlone = (code: string): { plan: ReplacementPlan; result?: string } => {
    const target = { lines: document, path: 'a.ts', languageId: 'typescript' };
    const style = { insertSpaces: true, tabSize: 2 };
    const planned = planReplacement({ ...target, style }, { code, info: '', isIncomplete: false });
    return planned.kind === 'edits'
      ? { plan: planned, result: applyEdits(document, planned.edits) }
      : { plan: planned };
  };

  it('proposes declarations where the document has them', () => {
    const planned = planAlone('function g() {\n  return 2;\n}');
    assert.equal(planned.result, document.join('\n').replace('second()', '2'));
    assert.deepEqual(reasons(planned), ['named']);
  });

  it('proposes a new declaration below the others', () => {
    const planned = planAlone('function h() {\n  third();\n}');
    assert.ok(planned.result?.includes('}\n\nfunction h() {\n  third();\n}'));
    assert.deepEqual(reasons(planned), ['named']);
  });

  for (const [form, info, code] of [
    ['a diff', 'diff', '--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1,1 @@\n+const a = 1;'],
    ['an envelope', '', '*** Begin Patch\n*** Add File: src/new.ts\n+const a = 1;\n*** End Patch'],
    ['nothing to search for', 'ts', 'src/new.ts\n<<<<<<< SEARCH\n=======\nconst a = 1;\n>>>>>>> REPLACE'],
    ['a tag', 'ts', '<file path="src/new.ts">\nconst a = 1;\n</file>'],
    ['a comment', 'ts', '// src/new.ts\nconst a = 1;'],
  ] as const) {
    it(`proposes all of a new file, named by ${form}`, () => {
      const target = { lines: [''], path: '/w/src/new.ts', languageId: 'typescript' };
      const style = { insertSpaces: true, tabSize: 2 };
      const planned = planReplacement({ ...target, style }, { code, info, isIncomplete: false });
      assert.ok(planned.kind === 'edits', planned.kind);
      assert.equal(applyEdits([''], planned.edits), 'const a = 1;\n');
    });
  }

  it('proposes a new version of the whole document', () => {
    const code = document.join('\n').replace('b();', 'c();');
    assert.equal(planAlone(code).result, code);
  });

  it('applies a patch', () => {
    assert.equal(
      planAlone('@@ -1,3 +1,3 @@\n a();\n-b();\n+c();\n').result,
      document.join('\n').replace('b();', 'c();'),
    );
  });

  it('refuses what the document has nothing of', () => {
    assert.deepEqual(planAlone('h();').plan, { kind: 'refused', reason: 'noPlace' });
  });
});

describe('a large document', () => {
  const functions = (name: string, changed: number) =>
    Array.from({ length: 4000 }, (_, index) => [
      `function ${name}${index}() {`,
      index === changed ? '  changed();' : '  same();',
      '  if (value) {',
      '    return;',
      '  }',
      '}',
      '',
    ]).flat();
  const lines = functions('f', -1);
  const document = [
    ...lines.slice(0, 14_000),
    `«${lines[14_000]}`,
    ...lines.slice(14_001, 14_005),
    '}»',
    ...lines.slice(14_006),
  ].join('\n');

  it('can be proposed as a whole', () => {
    const planned = plan(functions('f', 2000).join('\n'), { document });
    assert.equal(planned.result, functions('f', 2000).join('\n'));
    assert.deepEqual(reasons(planned), ['wider']);
  });

  it('can be proposed in parts and in another order', () => {
    const code = [...functions('f', 2000).slice(1750, 26_250), ...functions('f', 2000).slice(0, 1750)];
    assert.equal(plan(code.join('\n'), { document }).result, functions('f', 2000).join('\n'));
  });

  it('is merged with what changed since', () => {
    const present = functions('f', 1000);
    const planned = plan(functions('f', 2000).join('\n'), {
      document: `«${present.join('\n')}»`,
      asked: lines.join('\n'),
    });
    const expected = [...functions('f', 1000).slice(0, 10_000), ...functions('f', 2000).slice(10_000)];
    assert.equal(planned.result, expected.join('\n'));
    assert.deepEqual(reasons(planned), ['merged']);
  });

  it('with nested functions takes one of the lines', () => {
    const nested = (inner: string) => [
      ...Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}function f${depth}() {`),
      inner,
      ...Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(999 - depth)}}`),
    ];
    const planned = plan(nested('changed();').join('\n'), { document: nested('«same();»').join('\n') });
    assert.equal(planned.result, nested('changed();').join('\n'));
  });
});

describe('reviewReasonsFor', () => {
  const proposed = { code: '// ...', info: '', isIncomplete: true };

  it('has nothing against short code in an empty place', () => {
    assert.deepEqual(reviewReasonsFor({ languageId: 'typescript', before: '', proposed }), []);
  });

  it('tells what is the matter with code that replaces something', () => {
    const change = { languageId: 'typescript', before: 'a();', proposed };
    assert.deepEqual(reviewReasonsFor(change), ['elided', 'incomplete']);
  });

  it('has nothing against other code with a comment, but against a comment in place of a line', () => {
    const reasons = (before: string, code: string) =>
      reviewReasonsFor({
        languageId: 'typescript',
        before,
        proposed: { ...proposed, code, isIncomplete: false },
      });
    assert.deepEqual(reasons('alpha(1);\nbeta(2);', '// Tries again\nretry(3);'), []);
    assert.deepEqual(reasons('alpha(1);\nbeta(2);', '// 既存のコード\nbeta(3);'), ['elided']);
    // Too long to be compared line by line.
    const calls = (value: number) => Array.from({ length: 120 }, (_, at) => `call${at}(${value});`);
    assert.deepEqual(reasons(calls(1).join('\n'), `// 既存のコード\n${calls(2).slice(9).join('\n')}`), [
      'elided',
    ]);
  });
});

describe('any document', () => {
  const statement = fc.constantFrom('alpha();', 'beta = 1;', 'if (c) {', '}', '', 'return x;');
  const document = fc.array(fc.tuple(fc.nat(3), statement), { minLength: 1, maxLength: 14 });
  const unit = fc.constantFrom('\t', '  ', '    ');
  const linesWith = (parts: [number, string][], indent: string) =>
    parts.map(([depth, text]) => (text === '' ? '' : indent.repeat(depth) + text));

  it('stays as it is outside of what is replaced', async () => {
    await holds(
      fc.property(document, document, unit, fc.nat(), fc.nat(), (parts, code, indent, one, other) => {
        const lines = linesWith(parts, indent);
        const [first, last] = [one % lines.length, other % lines.length].toSorted((a, b) => a - b);
        const end = { line: last ?? 0, character: (lines[last ?? 0] ?? '').length };
        const range = { start: { line: first ?? 0, character: 0 }, end };
        const { plan: planned, result } = planWith(lines, range, linesWith(code, '  ').join('\n'));
        if (planned.kind === 'edits' && !planned.reviewReasons.includes('wider')) {
          const after = linesOf(result);
          assert.deepEqual(after.slice(0, first), lines.slice(0, first));
          const below = lines.slice((last ?? 0) + 1);
          assert.deepEqual(below.length === 0 ? [] : after.slice(-below.length), below);
        }
      }),
      { runs: 3000 },
    );
  });

  it('stays as it is if its own lines are proposed in any common indentation', async () => {
    await holds(
      fc.property(document, unit, fc.nat(), fc.nat(), fc.nat(2), (parts, indent, one, other, shift) => {
        const lines = linesWith(parts, indent);
        const [first = 0, last = 0] = [one % lines.length, other % lines.length].toSorted((a, b) => a - b);
        const range = {
          start: { line: first, character: 0 },
          end: { line: last, character: (lines[last] ?? '').length },
        };
        const own = lines
          .slice(first, last + 1)
          .map((line) => (line === '' ? '' : indent.repeat(shift) + line));
        const { plan: planned, result } = planWith(lines, range, own.join('\n'));
        if (own.some((line) => line !== '') && planned.kind !== 'refused') {
          assert.equal(result, lines.join('\n'));
        }
      }),
      { runs: 3000 },
    );
  });

  function planWith(lines: string[], range: Parameters<typeof textIn>[1], code: string) {
    const asked = { range, text: textIn(lines, range), ignoresIndentation: false };
    const style = { insertSpaces: true, tabSize: 4 };
    const target = { lines, asked, path: 'a.ts', languageId: 'typescript', style };
    const planned = planReplacement(target, { code, info: '', isIncomplete: false });
    return { plan: planned, result: applyEdits(lines, planned.kind === 'edits' ? planned.edits : []) };
  }
});
