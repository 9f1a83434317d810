import * as vscode from 'vscode';
import { type Bounds, nearest, TEMPERATURE, TOKEN_LIMIT } from '../base/bounds.ts';

/** Range and default of a setting; without a default, `null` means that it is not set. */
interface NumericSetting extends Bounds {
  readonly defaultValue?: number;
}

/** All settings that are numbers, as in `package.json`. */
export const NUMERIC_SETTINGS = {
  maxTokens: TOKEN_LIMIT,
  temperature: TEMPERATURE,
  /** Seconds. */
  responseTimeout: { min: 10, max: 300, isWhole: true, defaultValue: 180 },
  /** Seconds. */
  idleTimeout: { min: 5, max: 300, isWhole: true, defaultValue: 60 },
  /** Pixels. */
  fontSize: { min: 6, max: 100, isWhole: false },
} satisfies Readonly<Record<string, NumericSetting>>;

type Name = keyof typeof NUMERIC_SETTINGS;
type NameWithDefault = {
  [Each in Name]: (typeof NUMERIC_SETTINGS)[Each] extends { defaultValue: number } ? Each : never;
}[Name];

/**
 * A setting of this extension. A number outside of its range counts as the nearest one that is allowed, anything else as
 * not set.
 */
export function readNumber(name: NameWithDefault): number;
export function readNumber(name: Name): number | undefined;
export function readNumber(name: Name): number | undefined {
  const setting: NumericSetting = NUMERIC_SETTINGS[name];
  const value: unknown = vscode.workspace.getConfiguration('assistant').get(name);
  return typeof value === 'number' ? nearest(value, setting) : setting.defaultValue;
}
