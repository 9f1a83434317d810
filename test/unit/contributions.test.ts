import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { REPOSITORY } from '../harness/paths.ts';

const Manifest = z.object({
  contributes: z.object({ commands: z.array(z.object({ command: z.string() })) }),
});

function read(file: string): string {
  return readFileSync(join(REPOSITORY, file), 'utf8');
}

const sources = globSync('src/vscode/**/*.ts', { cwd: REPOSITORY }).map(read).join('\n');

// Which feature has a command, and that no other has it, is only known in VS Code: see `activation.test.ts`.
test('each command of package.json is a property in a feature of src/vscode', () => {
  const { commands } = Manifest.parse(JSON.parse(read('package.json'))).contributes;
  assert.ok(commands.length > 0);
  const missing = commands
    .map(({ command }) => command.replace(/^assistant\./, ''))
    .filter((name) => !new RegExp(`^ +(?:async )?${name}\\b[:,(]|\\{ ${name}\\b`, 'm').test(sources));
  assert.deepEqual(missing, [], 'Add it to the `commands` of the feature of its room');
});

test('each style sheet of media is imported by panel.css', () => {
  const panel = read('media/panel.css');
  const files = globSync('*.css', { cwd: join(REPOSITORY, 'media') }).filter((file) => file !== 'panel.css');
  assert.ok(files.length > 0);
  const notImported = files.filter((file) => !panel.includes(file) && file !== 'firstPaint.css');
  assert.deepEqual(notImported, [], 'Import it in media/panel.css');
});
