// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a prompt are written like this
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { editorVariables, fillPrompt, promptInputs } from '../../../../src/core/prompts/promptVariables.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const VALUES = {
  inputs: new Map([
    ['version', '2.0'],
    ['tone', '${file} $& $1'],
  ]),
  editor: new Map([
    ['file', 'src/a.ts'],
    ['selection', 'src/a.ts'],
  ]),
};

const FILLED: readonly [string, string][] = [
  ['Look at ${file}.', 'Look at src/a.ts.'],
  ['${selection} of ${file}', 'src/a.ts of src/a.ts'],
  ['${input:version}', '2.0'],
  ['${input:version:such as 1.0}', '2.0'],
  ['${input:version}${input:version:again}', '2.02.0'],
  ['${input:tone}', '${file} $& $1'],
  ['${unknown} ${FILE} $file {file} ${ file }', '${unknown} ${FILE} $file {file} ${ file }'],
  ['${input:other} ${input:} ${input}', '${input:other} ${input:} ${input}'],
  ['${workspaceFolder}', '${workspaceFolder}'],
  ['${env:HOME} ${file:x}', '${env:HOME} ${file:x}'],
  ['${input:${file}}', '${input:src/a.ts}'],
];

describe('prompt variables', () => {
  for (const [body, text] of FILLED) {
    it(`expand ${JSON.stringify(body)} to ${JSON.stringify(text)}`, () => {
      assert.equal(fillPrompt(body, VALUES), text);
    });
  }

  it('are asked for in order without duplicates, with their placeholders', () => {
    assert.deepEqual(promptInputs('${input:b:a b} ${file} ${input:a} ${input:b:other} ${input:c:}'), [
      { name: 'b', placeholder: 'a b' },
      { name: 'a' },
      { name: 'c' },
    ]);
  });

  it('of the editor are found by name', () => {
    assert.deepEqual(editorVariables('${file} ${selection} ${file} ${unknown} ${input:fileBasename}'), [
      'selection',
      'file',
    ]);
  });

  it('leave all other text unchanged', async () => {
    await holds(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (before, after) => {
        fc.pre(!`${before}${after}`.includes('${'));
        assert.equal(fillPrompt(`${before} \${file} ${after}`, VALUES), `${before} src/a.ts ${after}`);
      }),
    );
  });
});
