import * as vscode from 'vscode';
import { type Bounds, nearest, TEMPERATURE, TOKEN_LIMIT } from '../base/bounds.ts';

const SECTION = 'assistant';

/**
 * What a setting may be. A value of another type counts as not set. A number out of bounds counts as the nearest in them if
 * there is a default; if there is none, as not set, since an end of the bounds is then far from anything that is meant.
 */
type Setting = {
  /**
   * Whether only the user can set it: no workspace, and no other extension's configuration defaults. `package.json`
   * has the scope `application` for it.
   */
  readonly userOnly?: true;
} & (
  | { readonly type: 'boolean'; readonly default: boolean }
  /** Trimmed. The default is empty. */
  | { readonly type: 'text' }
  /** The first value is the default. */
  | { readonly type: 'choice'; readonly values: readonly [string, ...string[]] }
  /** Without a default, `null` means that it is not set. */
  | { readonly type: 'number'; readonly bounds: Bounds; readonly default?: number }
);

/** All settings of this extension, as in `package.json`. */
export const SETTINGS = {
  baseUrl: { type: 'text', userOnly: true },
  model: { type: 'text' },
  maxTokens: { type: 'number', bounds: TOKEN_LIMIT },
  temperature: { type: 'number', bounds: TEMPERATURE },
  streaming: { type: 'choice', values: ['auto', 'off'] },
  /** Seconds. */
  responseTimeout: { type: 'number', bounds: { min: 10, max: 300, isWhole: true }, default: 180 },
  /** Seconds. */
  idleTimeout: { type: 'number', bounds: { min: 5, max: 300, isWhole: true }, default: 60 },
  dashboardUrl: { type: 'text', userOnly: true },
  review: { type: 'choice', values: ['whenNeeded', 'always'], userOnly: true },
  offerDefinitions: { type: 'boolean', default: false },
  wrapCode: { type: 'boolean', default: false },
  problemActions: { type: 'boolean', default: true },
  commitMessageStyle: { type: 'boolean', default: false, userOnly: true },
  scrollOnSend: { type: 'boolean', default: true },
  /** Pixels. */
  fontSize: { type: 'number', bounds: { min: 6, max: 100, isWhole: false } },
  fontFamily: { type: 'text' },
  'accessibility.announce': { type: 'choice', values: ['sentences', 'end', 'off'] },
  'history.scope': { type: 'choice', values: ['everywhere', 'workspace', 'off'], userOnly: true },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

/** What `readSetting` returns for a setting. */
export type SettingValue<Name extends SettingName> = ValueOf<(typeof SETTINGS)[Name]>;

type ValueOf<Each extends Setting> = Each extends { type: 'boolean' }
  ? boolean
  : Each extends { type: 'text' }
    ? string
    : Each extends { type: 'choice'; values: readonly (infer Value)[] }
      ? Value
      : Each extends { default: number }
        ? number
        : number | undefined;

/** Id of a setting of this extension or of VS Code. */
export type SettingId = `${typeof SECTION}.${SettingName}` | `${'editor' | 'http'}.${string}`;

/** Reads a setting of this extension. Only this function does. */
export function readSetting<Name extends SettingName>(name: Name): SettingValue<Name>;
export function readSetting(name: SettingName): unknown {
  const setting: Setting = SETTINGS[name];
  const settings = vscode.workspace.getConfiguration(SECTION);
  const value: unknown = setting.userOnly ? settings.inspect(name)?.globalValue : settings.get(name);
  switch (setting.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : setting.default;
    case 'text':
      return typeof value === 'string' ? value.trim() : '';
    case 'choice':
      return setting.values.find((one) => one === value) ?? setting.values[0];
    case 'number':
      return typeof value === 'number' && (setting.default !== undefined || isWithin(value, setting.bounds))
        ? nearest(value, setting.bounds)
        : setting.default;
  }
}

function isWithin(value: number, { min, max }: Bounds): boolean {
  return value >= min && value <= max;
}

/** Changes a setting for the user, in all windows. */
export async function writeSetting<Name extends SettingName>(
  name: Name,
  value: SettingValue<Name>,
): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update(name, value, vscode.ConfigurationTarget.Global);
}

/** Opens the settings editor. */
export async function openSetting(id: SettingId): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
}

/** Calls back after a change of one of these settings; by default of any setting of this extension. */
export function onSettingsChanged(
  changed: () => void,
  ids: readonly (SettingId | typeof SECTION)[] = [SECTION],
): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (ids.some((id) => event.affectsConfiguration(id))) {
      changed();
    }
  });
}
