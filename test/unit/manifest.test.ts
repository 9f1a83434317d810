import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../../src/client/address/endpoint.ts';
import { REPOSITORY } from '../harness/paths.ts';
import { OLDEST } from '../harness/vscode/versions.ts';

const Command = z.object({ command: z.string(), title: z.string(), category: z.string() });

const SettingSchema = z.object({
  scope: z.string(),
  order: z.number(),
  pattern: z.optional(z.string()),
  patternErrorMessage: z.optional(z.string()),
});

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
    configuration: z.array(z.object({ title: z.string(), properties: z.record(z.string(), SettingSchema) })),
  }),
});

const text = read('package.json');
const manifest = Manifest.parse(JSON.parse(text));
const { commands, configuration: groups } = manifest.contributes;
const settings = Object.fromEntries(groups.flatMap(({ properties }) => Object.entries(properties)));

const texts = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));

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
  assert.deepEqual([...names], ['Assistant']);
});

test('every referenced text exists, and every text is used', () => {
  const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key).sort();
  const known = Object.keys(texts).sort();
  assert.ok(used.length > 0);
  assert.deepEqual([...new Set(used)], known);
});

test('texts have typographic apostrophes and quotation marks', () => {
  const straight = Object.entries(texts).filter(([, value]) => /['"]/.test(value));
  assert.deepEqual(straight, []);
});

test('settings are in groups, and within each in one order', () => {
  for (const { title, properties } of groups) {
    const orders = Object.values(properties).map(({ order }) => order);
    assert.deepEqual(
      orders,
      [...orders.keys()].map((index) => index + 1),
      title,
    );
  }
});

test('commands and settings that the texts of settings link to exist', () => {
  const links = Object.values(texts).flatMap((value) => [
    ...[...value.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, command = '']) => command),
    ...[...value.matchAll(/`#(assistant\.[\w.]+)#`/g)].map(([, setting = '']) => setting),
  ]);
  const known = [...commands.map(({ command }) => command), ...Object.keys(settings)];
  assert.ok(links.length > 5);
  assert.deepEqual(
    links.filter((link) => !known.includes(link)),
    [],
  );
});

test('a setting says what is wrong with a text that it does not accept', () => {
  const restricted = Object.entries(settings).filter(([, { pattern }]) => pattern !== undefined);
  assert.deepEqual(
    restricted.map(([name, { patternErrorMessage }]) => [name, patternErrorMessage]),
    ['baseUrl', 'dashboardUrl'].map((name) => [`assistant.${name}`, `%setting.${name}.invalid%`]),
  );
});

/** Written addresses that only the parser of URLs can judge: the setting lets them pass, and the chat says why they fail. */
const ONLY_PARSED = ['https://[::zz]/api/v1', 'https://h:99999/api/v1', 'https://h:6000/api/v1'];

test('the base URL that the settings accept is the one that is used', () => {
  const pattern = new RegExp(settings['assistant.baseUrl']?.pattern ?? '$^', 'u');
  const hosts = [
    'h.example.com',
    'bücher.example',
    'h:8443',
    '[::1]',
    '[2001:db8::1]:8443',
    'localhost:8787',
  ];
  const loopback = [
    'localhost',
    '127.0.0.1:8787',
    'LOCALHOST',
    '127.0.0.2',
    'localhost.evil.example',
    'a.localhost',
  ];
  const odd = ['', 'u@h', 'u:p@h', `\${h}`, '<h>', '%7Bh%7D', 'a b', 'h\\e'];
  const addresses = ['https://', 'http://', 'HTTPS://', 'ftp://', 'https:', ''].flatMap((scheme) =>
    [...hosts, ...loopback, ...odd].flatMap((host) =>
      [
        '/api/v1',
        '/api/v1//',
        '/a/b/api/v1',
        '/x@y/api/v1',
        '/api',
        '',
        '/api/v1/chat',
        '/myapi/v1',
        '/API/v1',
      ].flatMap((path) =>
        ['', '?', '#', '?key=1', '\u0000', ' '].map((end) => `${scheme}${host}${path}${end}`),
      ),
    ),
  );
  const isUsed = (address: string): boolean => address.trim() === '' || parseBaseUrl(address).ok;
  const wrong = ['', ' ', ...addresses].filter((address) => pattern.test(address) !== isUsed(address));
  assert.deepEqual(wrong, []);
  assert.ok(addresses.filter(isUsed).length > 50);
  for (const address of ONLY_PARSED) {
    assert.ok(pattern.test(address) && !isUsed(address), address);
  }
});

test('no workspace can change where requests and API keys are sent', () => {
  const sensitive = Object.entries(settings).filter(([name]) =>
    /url|endpoint|proxy|header|host|key|instruction/i.test(name),
  );
  assert.ok(sensitive.length > 0);
  for (const [name, { scope }] of sensitive) {
    assert.match(scope, /^(application|machine)$/, name);
  }
});

test('workspace settings have no effect until the workspace is trusted', () => {
  const open = Object.entries(settings).filter(([, { scope }]) => scope !== 'application');
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
