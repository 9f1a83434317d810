import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metafile } from 'esbuild';
import { bundlesOf } from '../../bench/bundles.ts';

test('a bundle is split by package, by own code, and by what the bundler adds, most first', () => {
  const metafile = wrote('dist/extension.js', 1000, {
    'src/extension.ts': 100,
    'src/core/fence.ts': 150,
    'node_modules/zod/mini/index.js': 200,
    'node_modules/zod/core/core.js': 100,
    'node_modules/@scope/name/index.js': 240,
    'node_modules/markdown-it/node_modules/entities/index.js': 60,
  });
  assert.deepEqual(bundlesOf([metafile]), [
    {
      file: 'dist/extension.js',
      bytes: 1000,
      parts: [
        { name: 'zod', bytes: 300 },
        { name: 'own code', bytes: 250 },
        { name: '@scope/name', bytes: 240 },
        { name: 'bundler', bytes: 150 },
        { name: 'entities', bytes: 60 },
      ],
    },
  ]);
});

test('scripts and styles of every build count; source maps and fonts do not', () => {
  const metafiles = [
    wrote('dist/panel.js', 10, {}),
    {
      inputs: {},
      outputs: { ...wrote('dist/panel.css', 10, {}).outputs, ...wrote('dist/codicon.ttf', 9, {}).outputs },
    },
    wrote('dist/panel.js.map', 10, {}),
  ];
  assert.deepEqual(
    bundlesOf(metafiles).map(({ file }) => file),
    ['dist/panel.js', 'dist/panel.css'],
  );
});

function wrote(file: string, bytes: number, shares: Readonly<Record<string, number>>): Metafile {
  const inputs = Object.fromEntries(
    Object.entries(shares).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
  );
  return { inputs: {}, outputs: { [file]: { bytes, inputs, imports: [], exports: [] } } };
}
