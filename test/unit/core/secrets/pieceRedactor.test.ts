import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SecretRange } from '../../../../src/core/secrets/foundSecret.ts';
import {
  indexSecrets,
  knownSecretsIn,
  mergeOverlaps,
  withKnown,
} from '../../../../src/core/secrets/knownSecrets.ts';
import { PieceRedactor } from '../../../../src/core/secrets/pieceRedactor.ts';
import { redactSecrets } from '../../../../src/core/secrets/redactSecrets.ts';
import { holds } from '../../../support/property.ts';

/** The second one starts as the first one ends, the third one is found only as a word. */
const SECRETS = [
  ['abcab-cabcd-9f8e7d', 'password'],
  ['9f8e7d-abcab-cabca', 'secret'],
  ['abc-9f8e', 'secret'],
] as const;

const known = {
  all: () => SECRETS.map(([text]) => text),
  findIn: (text: string) => withKnown(text, [], SECRETS, undefined),
};

test('a text is redacted as a whole, wherever its pieces are split and how much of it was shown before', async () => {
  const part = fc.constantFrom(
    ...SECRETS.map(([text]) => text),
    'a',
    'abc',
    'ab-',
    '9f8',
    '-',
    ' ',
    '\n',
    'x',
  );
  await holds(
    fc.property(
      fc.array(part, { maxLength: 8 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 10 }),
      fc.nat({ max: 30 }),
      (parts, cuts, most) => {
        const text = parts.join('');
        const shown = Math.min(most, text.length);
        const at = [0, ...cuts.toSorted((one, other) => one - other), text.length];
        const redactor = new PieceRedactor(known, text.slice(0, shown));
        const rest = text.slice(shown);
        const pieces = at.slice(1).map((end, index) => redactor.add(rest.slice(at[index], end)));
        const inRest = known
          .findIn(text)
          .filter(({ end }) => end > shown)
          .map(({ kind, start, end }) => ({ kind, start: Math.max(0, start - shown), end: end - shown }));
        assert.equal(
          [...pieces, redactor.end()].join(''),
          redactSecrets(rest, inRest).text,
          JSON.stringify([text, shown, at]),
        );
      },
    ),
  );
});

test('an index finds what a search for each secret finds', async () => {
  const part = fc.constantFrom(...SECRETS.map(([text]) => text), 'a', 'abc', 'ab-', '9f8', '-', ' ', 'x');
  const find = indexSecrets(SECRETS);
  await holds(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const spans = ({ start, end }: SecretRange) => [start, end];
      assert.deepEqual(
        mergeOverlaps(find(text)).map(spans),
        mergeOverlaps(knownSecretsIn(text, SECRETS)).map(spans),
      );
    }),
  );
});

test('what was returned already is no part of a secret that follows', () => {
  const secrets = [
    ['a1-a1-a1-', 'secret'],
    ['1-a1-a1-a1', 'secret'],
  ] as const;
  const redactor = new PieceRedactor({
    all: () => secrets.map(([text]) => text),
    findIn: (text) => withKnown(text, [], secrets, undefined),
  });
  assert.equal(redactor.add('1a1-a1-a1-a') + redactor.end(), '1a1-a1-a1-a');
});

test('only what may be the start of a secret is held back', () => {
  const redactor = new PieceRedactor(known);
  assert.deepEqual(
    ['It is ', 'abca', 'b-cabc', 'x, ab', 'out'].map((piece) => redactor.add(piece)),
    ['It is ', '', '', 'abcab-cabcx, ', 'about'],
  );
});
