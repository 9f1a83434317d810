import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { REPOSITORY } from '../harness/paths.ts';
import { OLDEST } from '../harness/vscode/versions.ts';

const Command = z.object({ command: z.string(), title: z.string(), category: z.string() });

const Manifest = z.object({
  name: z.string(),
  publisher: z.string(),
  displayName: z.string(),
  engines: z.object({ vscode: z.string() }),
  activationEvents: z.array(z.string()),
  capabilities: z.object({
    untrustedWorkspaces: z.object({ restrictedConfigurations: z.array(z.string()) }),
  }),
  devDependencies: z.record(z.string(), z.string()),
  contributes: z.object({
    commands: z.array(Command),
    configuration: z.object({ properties: z.record(z.string(), z.object({ scope: z.string() })) }),
  }),
});

const text = read('package.json');
const manifest = Manifest.parse(JSON.parse(text));
const { commands, configuration } = manifest.contributes;

function read(file: string): string {
  return readFileSync(join(REPOSITORY, file), 'utf8');
}

test('the extension has its identifier and name', () => {
  assert.equal(`${manifest.publisher}.${manifest.name}`, 'assistant.assistant-chat');
  assert.equal(manifest.displayName, 'Assistant Chat');
});

test('the VS Code API is typed as in the oldest supported version, in which the tests run', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(read('node_modules/@types/vscode/package.json')));
  assert.equal(manifest.engines.vscode, `^${version}`);
  assert.ok(version.startsWith(`${OLDEST.name}.`));
});

test('every text but the product’s name can be translated', () => {
  const { contributes } = JSON.parse(text);
  const found = JSON.stringify(contributes).matchAll(
    /"(?:title|name|description|markdownDescription|contents)":"([^%"].*?)"|numDescriptions":\["([^%].*?)"/g,
  );
  const names = new Set([...found].map(([, one, several]) => one ?? several));
  assert.deepEqual([...names], ['Assistant', 'Assistant Chat']);
});

test('every referenced text exists, and every text is used', () => {
  const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key).sort();
  const known = Object.keys(
    z.record(z.string(), z.unknown()).parse(JSON.parse(read('package.nls.json'))),
  ).sort();
  assert.ok(used.length > 0);
  assert.deepEqual([...new Set(used)], known);
});

test('no workspace can change where requests and API keys are sent', () => {
  const sensitive = Object.entries(configuration.properties).filter(([name]) =>
    /url|endpoint|proxy|header|host|key|instruction/i.test(name),
  );
  assert.ok(sensitive.length > 0);
  for (const [name, { scope }] of sensitive) {
    assert.match(scope, /^(application|machine)$/, name);
  }
});

test('workspace settings have no effect until the workspace is trusted', () => {
  const open = Object.entries(configuration.properties).filter(([, { scope }]) => scope !== 'application');
  assert.deepEqual(
    manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
    open.map(([name]) => name),
  );
});

test('nothing activates the extension at startup', () => {
  for (const event of manifest.activationEvents) {
    assert.doesNotMatch(event, /^(\*|onStartupFinished)$/);
  }
});

test('every command has the category of the extension', () => {
  assert.ok(commands.length > 0);
  for (const { command, title, category } of commands) {
    assert.match(command, /^assistant\./);
    assert.notEqual(title, '');
    assert.equal(category, 'Assistant', command);
  }
});
