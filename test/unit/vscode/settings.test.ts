import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import type { SettingName } from '../../../src/vscode/settings.ts';
import { REPOSITORY } from '../../harness/paths.ts';
import { useStubVsCode } from '../../support/useStubVsCode.ts';

useStubVsCode();
const { readSetting, SETTINGS } = await import('../../../src/vscode/settings.ts');
const { changeSetting } = await import('../../support/stubVsCode.ts');

type Setting = (typeof SETTINGS)[SettingName];

const Declared = z.object({
  scope: z.string(),
  type: z.union([z.string(), z.array(z.string())]),
  enum: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.unknown()),
});

const Group = z.object({ properties: z.record(z.string(), Declared) });

const { contributes } = z
  .object({ contributes: z.object({ configuration: z.union([Group, z.array(Group)]) }) })
  .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));

const declared = new Map(
  [contributes.configuration].flat().flatMap(({ properties }) => Object.entries(properties)),
);
const named = new Map(Object.entries<Setting>(SETTINGS).map(([name, it]) => [`assistant.${name}`, it]));

test('each setting of package.json is in SETTINGS of src/vscode/settings.ts, and the reverse', () => {
  assert.deepEqual([...declared.keys()].toSorted(), [...named.keys()].toSorted());
});

for (const [id, setting] of named) {
  test(`${id} has the type, values, bounds, default and scope in package.json that SETTINGS of src/vscode/settings.ts has`, () => {
    const { scope, default: value = '', ...schema } = Declared.parse(declared.get(id));
    assert.deepEqual(
      { ...schema, default: value, userOnly: scope === 'application' },
      { ...schemaOf(setting), userOnly: 'userOnly' in setting },
    );
  });
}

function schemaOf(setting: Setting): object {
  switch (setting.type) {
    case 'boolean':
      return { type: 'boolean', default: setting.default };
    case 'text':
      return { type: 'string', default: '' };
    case 'choice':
      return { type: 'string', enum: setting.values, default: setting.values[0] };
    case 'number': {
      const { min, max, isWhole } = setting.bounds;
      const type = isWhole ? 'integer' : 'number';
      const range = { minimum: min, maximum: max };
      return 'default' in setting
        ? { type, ...range, default: setting.default }
        : { type: [type, 'null'], ...range, default: null };
    }
  }
}

test('each setting is read, and only through readSetting of src/vscode/settings.ts', () => {
  const sources = globSync('src/{main.ts,extension.ts,vscode/**/*.ts}', { cwd: REPOSITORY }).map(
    (file) => [file, readFileSync(join(REPOSITORY, file), 'utf8')] as const,
  );
  const read = sources.flatMap(([, source]) =>
    [...source.matchAll(/\breadSetting\('([^']+)'\)/g)].map(([, name]) => `assistant.${name}`),
  );
  assert.deepEqual([...new Set(read)].toSorted(), [...named.keys()].toSorted());
  const others = sources.filter(([, source]) =>
    /(?:getConfiguration|inspect|get)\('assistant\b/.test(source),
  );
  assert.deepEqual(others, []);
});

for (const [id, setting] of named) {
  test(`${id} has its default where its value is of another type`, () => {
    const schema = schemaOf(setting) as { default: unknown };
    for (const value of [undefined, null, {}, [0], setting.type === 'number' ? '5' : 5]) {
      assert.equal(read(id, value), schema.default ?? undefined, `${value}`);
    }
  });
}

test('a text is trimmed, and a choice is one of its values', () => {
  assert.equal(read('assistant.model', ' a-model '), 'a-model');
  assert.equal(read('assistant.streaming', 'off'), 'off');
  assert.equal(read('assistant.streaming', 'of'), 'auto');
  assert.equal(read('assistant.scrollOnSend', false), false);
});

for (const [id, setting] of named) {
  if (setting.type === 'number') {
    const hasDefault = 'default' in setting;
    test(`a number beyond the range of ${id} counts as ${hasDefault ? 'the nearest one that is allowed' : 'not set'}`, () => {
      const { min, max, isWhole } = setting.bounds;
      const below = hasDefault ? min : undefined;
      const above = hasDefault ? max : undefined;
      for (const [value, counts] of [
        [min, min],
        [max, max],
        [min - 0.4, below],
        [min - 0.6, below],
        [min - 1, below],
        [-1e300, below],
        [max + 0.4, above],
        [2 * max, above],
        [1e300, above],
        [min + 0.3, isWhole ? min : min + 0.3],
      ] as const) {
        assert.equal(read(id, value), counts, `${value}`);
      }
    });
  }
}

function read(id: string, value: unknown): unknown {
  changeSetting(id, value);
  const result = readSetting(id.slice('assistant.'.length) as SettingName);
  changeSetting(id, undefined);
  return result;
}
