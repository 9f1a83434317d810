import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { possiblePrompts } from '../../../../src/core/composer/triggers.ts';
import { appendArguments, toPromptName } from '../../../../src/core/prompts/slashPrompt.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

describe('what was typed after a prompt', () => {
  it('is a paragraph of its own after the text of the prompt', () => {
    assert.equal(appendArguments('Explain.', 'why\n\nso'), 'Explain.\n\nwhy\n\nso');
    assert.equal(appendArguments('Explain.', ' '), 'Explain.');
  });
});

describe('the name of a prompt', () => {
  const NAMES: readonly [string, string][] = [
    ['release', 'release'],
    ['Release notes', 'Release-notes'],
    ['a/b', 'a-b'],
    ['../..', ''],
    ['  ', ''],
    ['überblick', 'überblick'],
    ['x\u202ey', 'x-y'],
    ['v2.1', 'v2.1'],
    ['end.', 'end'],
  ];
  for (const [name, typeable] of NAMES) {
    it(`is converted from ${JSON.stringify(name)} to ${JSON.stringify(typeable)}`, () => {
      assert.equal(toPromptName(name), typeable);
    });
  }

  it('can be typed, or is empty, for any name', async () => {
    await holds(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const typeable = toPromptName(name);
        assert.ok(typeable === '' || possiblePrompts(`/${typeable} x`)[0]?.name === typeable);
      }),
    );
  });
});
