import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import { REPOSITORY } from '../../harness/paths.ts';
import { NEWEST, OLDEST } from '../../harness/vscode/versions.ts';
import { STORES } from '../../release/stores.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(REPOSITORY, file), 'utf8'));
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(read('package.json'));

/** Commands that workflows may use: everything else is a script, which runs on any machine. */
const COMMAND = /^(?:npm ci(?: --ignore-scripts)?|(?:xvfb-run -a )?npm (?:test|run ([\w:]+)(?: -- .+)?))$/;

const workflows = globSync('.github/workflows/*.yml', { cwd: REPOSITORY }).map(
  (file) => [file, readFileSync(join(REPOSITORY, file), 'utf8')] as const,
);

describe('workflows', () => {
  it('are found', () => {
    assert.equal(workflows.length, 3);
  });

  for (const [file, workflow] of workflows) {
    it(`${file} runs only scripts that exist`, () => {
      const commands = [...workflow.matchAll(/\brun: (.+)$/gm)].map(([, command = '']) => command);
      for (const command of commands) {
        const [matched, script] = COMMAND.exec(command) ?? [];
        assert.ok(matched !== undefined, command);
        assert.ok(script === undefined || script in scripts, `There is no script ${script}`);
      }
    });

    it(`${file} may only read, and uses actions of GitHub at a commit`, () => {
      assert.match(workflow, /^permissions:\n {2}contents: read\n\n/m);
      for (const [, action = ''] of workflow.matchAll(/\buses: (.+)$/gm)) {
        assert.match(
          action,
          /^(?:actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/\w+\.yml)$/,
        );
      }
    });
  }

  it('run nothing but what the lockfile names, and no script of it, where they may publish', () => {
    const jobs = workflows.flatMap(([, workflow]) => workflow.split(/^ {2}(?=\w+:$)/m));
    const publishing = jobs.filter((job) => job.includes('id-token: write'));
    assert.deepEqual(
      publishing.map((job) => [...job.matchAll(/\brun: (npm \S+ \S+)/g)].map(([, command]) => command)),
      [['npm ci --ignore-scripts', 'npm run release:publish', 'npm run release:verify']],
    );
    const { packages } = z
      .object({
        packages: z.record(z.string(), z.object({ bin: z.optional(z.record(z.string(), z.string())) })),
      })
      .parse(read('package-lock.json'));
    const programs = Object.entries(packages).flatMap(([folder, { bin = {} }]) =>
      Object.values(bin).map((file) => `${folder}/${file}`),
    );
    for (const { publish, ask } of Object.values(STORES)) {
      for (const [program, file = ''] of [publish('a.vsix'), ask('a.vsix', 'a.b')]) {
        assert.equal(program, process.execPath);
        const name = relative(REPOSITORY, file).replaceAll('\\', '/');
        assert.ok(programs.includes(name), `The lockfile has no ${name}`);
      }
    }
  });

  it('test in the oldest and the newest VS Code', () => {
    const versions = workflows.flatMap(([, workflow]) => /^ +version: \[(.+)\]$/m.exec(workflow)?.[1] ?? []);
    assert.deepEqual(versions, [`'${OLDEST.name}', '${NEWEST.name}'`]);
  });
});
