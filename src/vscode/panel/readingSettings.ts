import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ReadingSettings } from '../../protocol/panel.ts';
import { onSettingsChanged, readSetting } from '../settings.ts';

/** How the panel shows and announces text. */
export function readReadingSettings(): ReadingSettings {
  const fontFamily = readSetting('fontFamily');
  return {
    ...omitUndefined({ fontSize: readSetting('fontSize') }),
    ...(fontFamily !== '' && { fontFamily }),
    codeFontFeatures: codeFontFeatures(),
    announce: readSetting('accessibility.announce'),
    scrollOnSend: readSetting('scrollOnSend'),
  };
}

/**
 * VS Code passes the editor font to webviews as a CSS variable, but not its ligatures. Returns a CSS
 * `font-feature-settings`.
 */
function codeFontFeatures(): string {
  const ligatures = vscode.workspace.getConfiguration('editor').get<unknown>('fontLigatures');
  if (typeof ligatures === 'string' && !['', 'true', 'false'].includes(ligatures)) {
    return ligatures;
  }
  const isOn = ligatures === true || ligatures === 'true';
  return isOn ? '"liga" on, "calt" on' : '"liga" off, "calt" off';
}

/** Calls back when a setting that `readReadingSettings` reads has changed. */
export function onReadingSettingsChanged(changed: () => void): vscode.Disposable {
  return onSettingsChanged(changed, [
    'assistant.fontSize',
    'assistant.fontFamily',
    'assistant.accessibility.announce',
    'assistant.scrollOnSend',
    'editor.fontLigatures',
  ]);
}
