import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findInChanged } from '../../../../src/core/secrets/findInChanged.ts';
import { findSecrets } from '../../../../src/core/secrets/findSecrets.ts';
import { holds } from '../../../support/property.ts';

const SOURCE = { path: 'a.ts', languageId: 'typescript' };
const KEY = ['gh', 'p_', '8fK2mQ9xT4vB7nL1cR6wY3zD5hJ0sGpA1b2C'].join('');
const OTHER = ['xox', 'b-', '8fK2mQ9xT4vB7nL1cR6wY3zD5hJ0sGpA1b2C'].join('');

test('after any edit, the secrets are those of the whole text, with their lines', async () => {
  const line = fc.constantFrom(
    'a();',
    '',
    `const a = '${KEY}';`,
    `b('${OTHER}')`,
    KEY.slice(0, 9),
    KEY.slice(9),
  );
  const lines = fc.array(line, { maxLength: 200 });
  await holds(
    fc.property(lines, fc.nat(), fc.nat(), fc.array(line, { maxLength: 3 }), (all, at, count, inserted) => {
      const text = all.join('\n');
      const start = at % (text.length + 1);
      const changed = text.slice(0, start) + inserted.join('\n') + text.slice(start + (count % 200));
      const found = findInChanged({ text, found: findSecrets(text, SOURCE) }, changed, SOURCE);
      assert.deepEqual(found, findSecrets(changed, SOURCE));
    }),
  );
});

test('what is far from the edit is not searched again', () => {
  const far = 'x\n'.repeat(100);
  const seen = { kind: 'secret', start: 0, end: 1, line: 1, values: ['x'] } as const;
  const text = `${far}${KEY}\n${far}`;
  const last = { ...seen, start: text.length - 2, end: text.length - 1, line: 201 };
  const changed = text.replace(KEY, `// ${OTHER}\n`);
  const found = findInChanged({ text, found: [seen, last] }, changed, SOURCE);
  assert.deepEqual(
    found.map(({ line, kind }) => [line, kind]),
    [
      [1, 'secret'],
      [101, 'Slack token'],
      [202, 'secret'],
    ],
  );
});
