import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { anchorsOf } from '../harness/markdownAnchors.ts';
import { REPOSITORY } from '../harness/paths.ts';

const Manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    keybindings: z.array(z.object({ command: z.string(), key: z.string(), mac: z.string() })),
    configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })),
  }),
});

const { commands, keybindings, configuration } = Manifest.parse(JSON.parse(read('package.json'))).contributes;
const texts = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));
const titles = new Map(commands.map(({ command, title }) => [command, texts[title.slice(1, -1)] ?? title]));
const readme = read('README.md');

function read(file: string): string {
  return readFileSync(join(REPOSITORY, file), 'utf8');
}

function section(heading: string, markdown = readme): string {
  return markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** Removes code, whose brackets are not links. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}

describe('documents', () => {
  // Samples of replies are no documents.
  const files = globSync('{*.md,{src,test,.github}/**/*.md}', {
    cwd: REPOSITORY,
    exclude: ['test/beside/samples/**'],
  }).sort();

  test('are found', () => {
    for (const file of [
      'README.md',
      join('test', 'faults', 'README.md'),
      join('.github', 'CONTRIBUTING.md'),
    ]) {
      assert.ok(files.includes(file), file);
    }
  });

  for (const file of files) {
    test(`${file} links to files and headings that exist`, () => {
      for (const [, target = ''] of withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (!/^[a-z]+:/.test(target)) {
          const [path = '', anchor] = target.split('#');
          const linked = path === '' ? file : join(dirname(file), path);
          assert.ok(existsSync(join(REPOSITORY, linked)), `${target} does not exist`);
          assert.ok(anchor === undefined || anchorsOf(read(linked)).has(anchor), `${target} has no heading`);
        }
      }
    });
  }
});

describe('the service interface', () => {
  const headings = new Set(
    [...read(join('src', 'contract', 'README.md')).matchAll(/^#+ ([^(\n]+)/gm)].map(([, name]) =>
      name?.trim(),
    ),
  );
  const cited = globSync('{src,test}/**/*.{ts,md}', { cwd: REPOSITORY }).flatMap((file) =>
    [...onOneLine(read(file)).matchAll(/\(service interface: ([A-Z][^;)]+)/g)].flatMap(([, sections = '']) =>
      sections.split(', ').map((section) => ({ file, section })),
    ),
  );

  test('has each section that a comment cites', () => {
    assert.ok(cited.length > 10);
    // A section may be followed by the number of a paragraph.
    const missing = cited.filter(({ section }) => !headings.has(section) && !/^\d+$/.test(section));
    assert.deepEqual(missing, []);
  });
});

/** Joins the lines of comments. */
function onOneLine(source: string): string {
  return source.replaceAll(/\n\s*(?:\*|\/\/)\s*/g, ' ');
}

describe('the architecture', () => {
  test('names the tests of each invariant', () => {
    const invariants = section('Invariants', read('src/README.md')).match(/^- .+$/gm) ?? [];
    assert.ok(invariants.length > 20);
    for (const invariant of invariants) {
      assert.match(invariant, /\]\(\.\.\/test\/[\w/.]+\.test\.ts\)\)$/);
    }
  });
});

describe('the README', () => {
  test('has at most 1,600 words, which a person reads', () => {
    // Borders of tables and marks of lists are no words.
    const words = readme.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
    assert.ok(words.length <= 1_600, `${words.length} words`);
  });

  test('lists every setting, in the order of the settings editor', () => {
    const listed = [...section('Settings').matchAll(/^\| `(assistant\.[\w.]+)` \|/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(
      listed,
      configuration.flatMap(({ properties }) => Object.keys(properties)),
    );
  });

  test('lists every keyboard shortcut', () => {
    const contributed = keybindings.map(
      ({ command, key, mac }) => `${titles.get(command)} ${key} ${mac.replace('alt', 'option')}`,
    );
    const rows = section('Keyboard shortcuts').matchAll(/^\| ([^|`]+) \| `([^`]+)` \| `([^`]+)` \|/gm);
    const listed = [...rows].map(
      ([, title, key, mac]) => `${title} ${key?.toLowerCase()} ${mac?.toLowerCase()}`,
    );
    assert.deepEqual(listed.sort(), contributed.sort());
  });

  for (const file of ['README.md', 'CHANGELOG.md']) {
    test(`commands named in ${file} exist`, () => {
      const known = commands.map(({ command, category }) => `${category}: ${titles.get(command)}`);
      for (const [, name = ''] of read(file).matchAll(/\*\*(Assistant: [^*]+)\*\*/g)) {
        assert.ok(known.includes(name), `There is no command "${name}"`);
      }
    });
  }
});
