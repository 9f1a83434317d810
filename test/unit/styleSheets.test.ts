import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../harness/paths.ts';

test('each style sheet of media is imported by panel.css', () => {
  const media = join(REPOSITORY, 'media');
  const panel = readFileSync(join(media, 'panel.css'), 'utf8');
  const files = globSync('*.css', { cwd: media }).filter((file) => file !== 'panel.css');
  assert.ok(files.length > 0);
  const notImported = files.filter((file) => !panel.includes(file) && file !== 'firstPaint.css');
  assert.deepEqual(notImported, [], 'Import it in media/panel.css');
});
