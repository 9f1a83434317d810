import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { appendArguments, parseSlashPrompt, toPromptName } from '../../../../src/core/prompts/slashPrompt.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const TYPED: readonly [string, ReturnType<typeof parseSlashPrompt>][] = [
  ['/explain', { name: 'explain', args: '' }],
  ['/explain why is it slow', { name: 'explain', args: 'why is it slow' }],
  ['/explain\nwhy\n\nso', { name: 'explain', args: 'why\n\nso' }],
  ['/fix  ', { name: 'fix', args: '' }],
  ['/release-notes.short 2.0', { name: 'release-notes.short', args: '2.0' }],
  ['/erkläre das', { name: 'erkläre', args: 'das' }],
  ['/usr/bin is what?', undefined],
  ['/explain: why', undefined],
  ['/', undefined],
  ['/ explain', undefined],
  ['// a comment', undefined],
  ['/* a comment */', undefined],
  ['/-x', undefined],
  [' /explain', undefined],
  ['what does /explain do?', undefined],
  ['', undefined],
];

describe('a typed prompt', () => {
  for (const [text, found] of TYPED) {
    it(`${JSON.stringify(text)} ${found === undefined ? 'names none' : `names ${found.name}`}`, () => {
      assert.deepEqual(parseSlashPrompt(text), found);
    });
  }

  it('keeps the text after its name', async () => {
    await holds(
      fc.property(fc.stringMatching(/^[a-z][a-z.-]{0,9}$/), fc.string(), fc.string(), (name, rest, body) => {
        const typed = parseSlashPrompt(`/${name} ${rest}`);
        assert.equal(typed?.name, name);
        assert.ok(appendArguments(body, typed?.args ?? '').endsWith(rest.trimStart()) || rest.trim() === '');
      }),
    );
  });

  it('consists of a name and the text after it, separated by whitespace', async () => {
    await holds(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const typed = parseSlashPrompt(`/${text}`);
        assert.ok(
          typed === undefined || text.replace(/\s+/g, '') === (typed.name + typed.args).replace(/\s+/g, ''),
        );
      }),
    );
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
        assert.ok(typeable === '' || parseSlashPrompt(`/${typeable} x`)?.name === typeable);
      }),
    );
  });
});
