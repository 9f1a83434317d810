import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { REPOSITORY } from '../harness/paths.ts';

const Manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string() })),
    walkthroughs: z.array(
      z.object({
        steps: z.array(
          z.object({
            id: z.string(),
            description: z.string(),
            media: z.object({ svg: z.string() }),
            completionEvents: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
});

const { commands, walkthroughs } = Manifest.parse(JSON.parse(read('package.json'))).contributes;
const texts = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));
const steps = walkthroughs.flatMap((each) => each.steps);
const commandIds = commands.map(({ command }) => command);
const sources = readdirSync(join(REPOSITORY, 'src/vscode'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(join('src/vscode', name)));

function read(file: string): string {
  return readFileSync(join(REPOSITORY, file), 'utf8');
}

/** Whether the extension ever fires a completion event: runs its command, or sets its context key. */
function canComplete(event: string): boolean {
  const [kind, name = ''] = event.split(':');
  return kind === 'onCommand'
    ? commandIds.includes(name)
    : kind === 'onContext' && sources.some((source) => source.includes(`setContextKey('${name}'`));
}

describe('the walkthrough', () => {
  test('has four steps', () => {
    assert.deepEqual(
      steps.map(({ id }) => id),
      ['connect', 'model', 'ask', 'use'],
    );
  });

  for (const { id, description, media, completionEvents } of steps) {
    test(`completes ${id} when the user does it`, () => {
      assert.ok(completionEvents.length > 0);
      assert.deepEqual(
        completionEvents.filter((event) => !canComplete(event)),
        [],
      );
    });

    test(`offers a command in ${id}`, () => {
      const links = texts[description.replaceAll('%', '')]?.match(/\(command:[^)]+\)/g) ?? [];
      assert.deepEqual(
        links.map((link) => commandIds.includes(link.slice('(command:'.length, -1))),
        [true],
      );
    });

    test(`draws ${id} in the colors of the theme`, () => {
      const picture = read(media.svg).replaceAll(/var\(--vscode-[^;"]*/g, '');
      assert.doesNotMatch(picture, /#[\da-f]{3,8}|rgb|\b(?:black|white)\b/i);
    });
  }
});
