import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type PromptFile, parsePromptFile } from '../../../../src/core/prompts/promptFile.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const FILES: readonly [string, string, PromptFile][] = [
  ['only text', 'Write it.\n', { body: 'Write it.' }],
  [
    'front matter',
    '---\nname: notes\ndescription: Writes the notes\nargument-hint: the version\n---\n\nWrite them.\n',
    { name: 'notes', description: 'Writes the notes', argumentHint: 'the version', body: 'Write them.' },
  ],
  [
    'quoted values',
    `---\nname: "a \\"b\\""\ndescription: 'It''s # it' # why\n---\nx`,
    { name: 'a "b"', description: "It's # it", body: 'x' },
  ],
  ['a comment', '---\n# about\nname: a # b\ndescription: # none\n---\nx', { name: 'a', body: 'x' }],
  ['a colon in a value', '---\ndescription: Look: here\n---\nx', { description: 'Look: here', body: 'x' }],
  [
    'fields that are not read',
    "---\nagent: agent\ntools: ['a', 'b']\nmap:\n  - x\n  - name: y\nname: z\n---\nx",
    { name: 'z', body: 'x' },
  ],
  [
    'a block scalar',
    '---\ndescription: >-\n  One\n  two\nname: a\n---\nx',
    { name: 'a', description: 'One two', body: 'x' },
  ],
  ['a model', '---\nmodel: haiku # fast\n---\nx', { models: ['haiku'], body: 'x' }],
  [
    'models in brackets',
    `---\nmodel: ["GPT-4 (copilot)", 'haiku', opus]\n---\nx`,
    { models: ['GPT-4 (copilot)', 'haiku', 'opus'], body: 'x' },
  ],
  [
    'models on lines of their own',
    '---\nname: a\nmodel:\n  - opus\n- "haiku"\ntools:\n  - b\n---\nx',
    { name: 'a', models: ['opus', 'haiku'], body: 'x' },
  ],
  ['no model', '---\nmodel:\nname: a\n---\nx', { name: 'a', body: 'x' }],
  ['lines that are not YAML', '---\n:::\n{\nname: a\n---\nx', { name: 'a', body: 'x' }],
  ['unclosed front matter', '---\nname: a\nx', { body: '---\nname: a\nx' }],
  ['a thematic break in the text', 'x\n---\nname: a\n---', { body: 'x\n---\nname: a\n---' }],
  [
    'a byte order mark and CRLF line ends',
    '\uFEFF---\r\nname: a\r\n---\r\none\r\ntwo\r\n',
    { name: 'a', body: 'one\ntwo' },
  ],
  ['an indented first line of text', '---\n---\n\n    code\n', { body: '    code' }],
  [
    'a duplicate field, of which the first is used',
    '---\nname: a\nname: b\n---\nx',
    { name: 'a', body: 'x' },
  ],
  ['no content', '', { body: '' }],
];

describe('a prompt file', () => {
  for (const [name, source, file] of FILES) {
    it(`is parsed with ${name}`, () => assert.deepEqual(parsePromptFile(source), file));
  }

  it('keeps each line of the text after its front matter', async () => {
    await holds(
      fc.property(fc.array(fc.stringMatching(/^[a-z:#'"`\- ]{0,12}x$/)), (lines) => {
        const { body } = parsePromptFile(`---\nname: a\n---\n${lines.join('\n')}`);
        assert.equal(body, lines.join('\n'));
      }),
    );
  });

  it('is parsed without an error for any content', async () => {
    await holds(
      fc.property(fc.string({ unit: anyCharacter }), (text) => void parsePromptFile(`---\n${text}\n---\n`)),
    );
  });
});
