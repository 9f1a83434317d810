import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  defaultExports,
  forbiddenBetweenRooms,
  forbiddenImports,
  importCycle,
  importsRoundDoors,
  longFiles,
  type Sources,
  unknownDoors,
  unknownRooms,
} from '../harness/layerRules.ts';
import { REPOSITORY } from '../harness/paths.ts';

function read(glob: string): Sources {
  const files = globSync(glob, { cwd: REPOSITORY }).map((file) => file.replaceAll('\\', '/'));
  return new Map(files.map((file) => [file, readFileSync(join(REPOSITORY, file), 'utf8')]));
}

describe('source files', () => {
  const src = read('src/**/*.ts');
  const all = new Map([...src, ...read('test/**/*.ts')]);

  test('are found', () => {
    assert.ok(src.has('src/extension.ts'));
    assert.ok(all.has('test/unit/layers.test.ts'));
  });

  test('import only from layers that the architecture allows', () => {
    assert.deepEqual(forbiddenImports(src), []);
  });

  test('import only from rooms that the table of rooms allows, whose arrows form a tree', () => {
    assert.deepEqual(forbiddenBetweenRooms(src), []);
    assert.deepEqual(unknownRooms(src), []);
  });

  test('import what is behind a door only where the table of doors allows it', () => {
    assert.deepEqual(importsRoundDoors(src), []);
    assert.deepEqual(unknownDoors(src), []);
  });

  test('have no import cycle', () => {
    assert.equal(importCycle(all), undefined);
  });

  test('are at most 400 lines long', () => {
    assert.deepEqual(longFiles(all), []);
  });

  test('cut texts between characters', () => {
    const cuts = [...src].filter(
      ([file, source]) =>
        // It may import nothing of it, and cuts only an error of a service.
        !file.startsWith('src/localService/') && /\.(?:slice|substr\w*)\(\s*0,\s*MAX_\w*CHARS\b/.test(source),
    );
    assert.deepEqual(
      cuts.map(([file]) => file),
      [],
      'Use cutText of src/base/characterEnd.ts',
    );
  });

  test('ask only hasText whether a question or a reply says anything', () => {
    const rooms = /^src\/\w+\/(?:asking|composer|contextWindow|conversation|history|prompts)\//;
    const compared =
      /\b(?:text|draft|question)(?:\.length)? (?:[!=]==|>) (?:''|0\b)|\b(?!line)\w+\.trim\(\) [!=]== ''/;
    const found = [...src].filter(([file, source]) => rooms.test(file) && compared.test(source));
    assert.deepEqual(
      found.map(([file]) => file).sort(),
      [
        // The text that was added.
        'src/core/asking/conversationEvent.ts',
        'src/core/asking/filterText.ts',
        // A part of a turn.
        'src/core/contextWindow/truncateToLines.ts',
        'src/core/history/search/searchSnippet.ts',
        'src/vscode/composer/composerAttachment.ts',
        // What is typed is kept as it is.
        'src/vscode/history/windowStateFiles.ts',
        // A line, or a text of ours.
        'src/webview/conversation/announcer.ts',
        'src/webview/conversation/conversationView.ts',
        'src/webview/conversation/toPlainText.ts',
        'src/webview/history/historyContent.ts',
      ],
      'Use hasText of src/base/hasText.ts',
    );
  });

  test('parse numbers only with schemas that have bounds', () => {
    const zodOnly = /^import (?:type )?\* as z from 'zod\/mini';$/m;
    const unbounded = [...src].filter(
      ([file, source]) =>
        file !== 'src/base/numberSchemas.ts' &&
        (/\bz\.(?:coerce|_?(?:number|u?int\d*|float\d*|bigint|nan))\b/.test(source) ||
          (/\bfrom 'zod/.test(source) && !zodOnly.test(source))),
    );
    assert.deepEqual(
      unbounded.map(([file]) => file),
      [],
    );
  });

  test('have no default export', () => {
    assert.deepEqual(defaultExports(src), []);
  });
});

describe('layer rules', () => {
  const forbidden = (file: string, source: string) => forbiddenImports(new Map([[file, source]]));

  for (const [file, source] of [
    ['src/core/a.ts', "import { readFile } from 'node:fs';"],
    ['src/core/a.ts', "import * as vscode from 'vscode';"],
    ['src/core/a.ts', "import { Model } from '../contract/model.ts';"],
    ['src/core/a.ts', "import {\n  type Model,\n  parse,\n} from '../contract/model.ts';"],
    ['src/core/a.ts', "export { Model } from '../contract/model.ts';"],
    ['src/core/a.ts', "export * from '../contract/model.ts';"],
    ['src/core/a.ts', "import '../contract/model.ts';"],
    ['src/core/a.ts', "const found = await import('../contract/model.ts');"],
    ['src/client/a.ts', "import type { Turn } from '../core/turn.ts';"],
    ['src/client/a.ts', "import { b } from './b';"],
    ['src/base/a.ts', "import { turn } from '../core/turn.ts';"],
    ['src/contract/a.ts', "import type { b } from '../client/b.ts';"],
    ['src/webview/a.ts', "import { view } from '../vscode/view.ts';"],
    ['src/webview/a.ts', "import type { Uri } from 'vscode';"],
    ['src/localService/a.ts', "import { send } from '../client/send.ts';"],
    ['src/localService/a.ts', "import * as z from 'zod/mini';"],
    ['src/localService/a.ts', "import { defined } from '../base/defined.ts';"],
    ['src/vscode/a.ts', "import { start } from '../localService/server.ts';"],
    ['src/localService/a.ts', "import { FAULTS } from '../../test/faults/catalogue.ts';"],
    ['src/vscode/a.ts', "import { fault } from '../../test/vscode/testService.ts';"],
    ['src/vscode/a.ts', "import { join } from 'node:path';"],
    ['src/vscode/a.ts', "import { open } from 'node:fs/promises';"],
    ['src/vscode/node/disk.ts', "import { join } from 'node:path';"],
    ['src/core/a.ts', "import { platform } from '#platform';"],
    ['src/core/a.ts', "import * as z from 'zod/mini';"],
    ['src/core/history/a.ts', "import { Model } from '../../contract/model.ts';"],
    ['src/extension.ts', "import { start } from './localService/server.ts';"],
    ['src/extension.ts', "import { dom } from './webview/dom.ts';"],
    ['src/other/a.ts', "import * as z from 'zod/mini';"],
  ] as const) {
    test(`reject in ${file}: ${source.replaceAll('\n', ' ')}`, () => {
      assert.equal(forbidden(file, source).length, 1);
    });
  }

  for (const [file, source] of [
    ['src/core/a.ts', "import type { Model } from '../contract/model.ts';"],
    ['src/core/a.ts', "import { type Model, type Message } from '../contract/model.ts';"],
    ['src/core/models/modelInfo.ts', "import { CATALOGUE } from '../../contract/catalogue.ts';"],
    ['src/core/a.ts', "export type { Turn } from './turn.ts';"],
    ['src/core/history/a.ts', "import * as z from 'zod/mini';"],
    ['src/core/history/a.ts', "import { turn } from '../turn.ts';"],
    ['src/vscode/a.ts', "import { createHistory } from '../core/history/createHistory.ts';"],
    ['src/vscode/a.ts', "import * as vscode from 'vscode';"],
    ['src/vscode/a.ts', "import { platform } from '#platform';"],
    ['src/vscode/node/disk.ts', "import { open } from 'node:fs/promises';"],
    ['src/localService/a.ts', "import { createServer } from 'node:http';"],
    ['src/extension.ts', "import { register } from './vscode/register.ts';"],
  ] as const) {
    test(`allow in ${file}: ${source}`, () => {
      assert.deepEqual(forbidden(file, source), []);
    });
  }

  test('report an import from a room that the table does not allow', () => {
    const rejected = (file: string, specifier: string) =>
      forbiddenBetweenRooms(new Map([[file, `import type { a } from '${specifier}';`]])).length;
    assert.equal(rejected('src/vscode/prompts/a.ts', '../history/a.ts'), 1);
    assert.equal(rejected('src/vscode/prompts/a.ts', '../attachments/kinds/a.ts'), 0);
    assert.equal(rejected('src/vscode/prompts/a.ts', '../actionResult.ts'), 0);
    assert.equal(rejected('src/vscode/prompts/a.ts', '../features.ts'), 1);
    assert.equal(rejected('src/vscode/a.ts', './prompts/a.ts'), 1);
    assert.equal(rejected('src/vscode/features.ts', './prompts/a.ts'), 0);
    assert.equal(rejected('src/vscode/prompts/a.ts', '../../core/history/a.ts'), 0);
  });

  for (const clause of [
    'import { writeReviewed } from',
    'import {\n  type Change,\n  writeReviewed as write,\n} from',
    'import * as writer from',
    'export { writeReviewed } from',
    'export * from',
    'const { writeReviewed } = await import(',
  ]) {
    test(`report an import that goes round a door: ${clause.replaceAll('\n', ' ')}`, () => {
      const specifier = `'../editing/documentWriter.ts'${clause.endsWith('(') ? ')' : ''};`;
      const round = (file: string) => importsRoundDoors(new Map([[file, `${clause} ${specifier}`]])).length;
      assert.equal(round('src/vscode/editing/newFile.ts'), 1);
      assert.equal(round('src/vscode/editing/review.ts'), 0);
    });
  }

  test('allow the import of a door itself', () => {
    const source = "import { type Change, ifConfirmed } from './documentWriter.ts';";
    assert.deepEqual(importsRoundDoors(new Map([['src/vscode/editing/newFile.ts', source]])), []);
  });

  test('report a room that is missing in the table, and one that does not exist', () => {
    const unknown = unknownRooms(new Map([['src/core/games/a.ts', '']]));
    assert.ok(unknown.includes('core/games') && unknown.includes('core/history'));
  });

  test('report a cycle of type imports', () => {
    const sources = new Map([
      ['src/core/a.ts', "import type { B } from './b.ts';"],
      ['src/core/b.ts', "import { c } from './c.ts';"],
      ['src/core/c.ts', "import type { A } from './a.ts';"],
    ]);
    assert.deepEqual(importCycle(sources), [
      'src/core/a.ts',
      'src/core/b.ts',
      'src/core/c.ts',
      'src/core/a.ts',
    ]);
  });

  test('report a file that is too long', () => {
    const lines = (count: number) => 'line\n'.repeat(count);
    assert.deepEqual(longFiles(new Map([['src/core/a.ts', lines(400)]])), []);
    assert.equal(longFiles(new Map([['src/core/a.ts', lines(401)]])).length, 1);
  });

  test('report a default export', () => {
    for (const source of ['export default function a() {}', 'export { a as default };']) {
      assert.deepEqual(defaultExports(new Map([['src/core/a.ts', source]])), ['src/core/a.ts']);
    }
  });
});
