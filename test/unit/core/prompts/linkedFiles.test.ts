import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkedFiles } from '../../../../src/core/prompts/linkedFiles.ts';

const LINKS: readonly [string, readonly string[]][] = [
  ['See [the rules](../../docs/rules.md).', ['../../docs/rules.md']],
  ['[a](a.ts) and [b](<my notes.md>) and [c](c%20d.md "title")', ['a.ts', 'my notes.md', 'c d.md']],
  ['[a](a.ts#L10) [again](a.ts)', ['a.ts']],
  ['Use #file:src/a.ts, #file:"b c.md" and (#file:d.ts).', ['src/a.ts', 'b c.md', 'd.ts']],
  ['[b](b.ts) after #file:a.ts', ['b.ts', 'a.ts']],
  ['[w](https://a.example/x) [m](mailto:a@a.example) [p](#here) [r](/etc/passwd) [h](~/x) [d](c:\\x)', []],
  ['![a picture](a.png) x#file:a.ts #tool:search', []],
  ['[broken](%E0%A4%A)', ['%E0%A4%A']],
  ['[not](closed and [empty]()', []],
];

describe('linkedFiles', () => {
  for (const [body, paths] of LINKS) {
    it(`finds ${paths.length} files in ${JSON.stringify(body)}`, () =>
      assert.deepEqual(linkedFiles(body), paths));
  }

  it('returns at most 20 files', () => {
    assert.equal(linkedFiles(Array.from({ length: 50 }, (_, at) => `[x](${at}.md)`).join(' ')).length, 20);
  });

  it('finishes quickly for texts that are designed to cause backtracking', () => {
    const texts = ['[', '[](', '[](a', '[](<', '[](a "', "#file:'", '#file:.', '(#file:'].map((part) =>
      part.repeat(100_000 / part.length),
    );
    for (const text of [...texts, `#file:${'.'.repeat(100_000)}x`]) {
      linkedFiles(text);
    }
  });
});
