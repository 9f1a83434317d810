import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ReadingSettings } from '../../protocol/panel.ts';
import { readNumber } from '../numericSettings.ts';

/** How the panel shows and announces text. */
export function readReadingSettings(): ReadingSettings {
  const settings = vscode.workspace.getConfiguration('assistant');
  const fontFamily = settings.get<unknown>('fontFamily');
  const announce = settings.get<unknown>('accessibility.announce');
  return {
    ...omitUndefined({ fontSize: readNumber('fontSize') }),
    ...(typeof fontFamily === 'string' && fontFamily.trim() !== '' && { fontFamily: fontFamily.trim() }),
    codeFontFeatures: codeFontFeatures(),
    announce: announce === 'end' || announce === 'off' ? announce : 'sentences',
    scrollOnSend: settings.get<unknown>('scrollOnSend') !== false,
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
  return vscode.workspace.onDidChangeConfiguration((event) => {
    const sections = [
      'assistant.fontSize',
      'assistant.fontFamily',
      'assistant.accessibility',
      'assistant.scrollOnSend',
      'editor.fontLigatures',
    ];
    if (sections.some((section) => event.affectsConfiguration(section))) {
      changed();
    }
  });
}
