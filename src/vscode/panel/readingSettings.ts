import * as vscode from 'vscode';
import type { ReadingView } from '../../protocol/panel.ts';

const LEAST_FONT_SIZE = 6;
const MOST_FONT_SIZE = 100;

/** How the panel's text is shown and read out. A value that the settings editor would refuse counts as not set. */
export function readReadingSettings(): ReadingView {
  const settings = vscode.workspace.getConfiguration('assistant');
  const fontSize = settings.get<unknown>('fontSize');
  const fontFamily = settings.get<unknown>('fontFamily');
  const announce = settings.get<unknown>('accessibility.announce');
  return {
    ...(typeof fontSize === 'number' &&
      fontSize >= LEAST_FONT_SIZE &&
      fontSize <= MOST_FONT_SIZE && { fontSize }),
    ...(typeof fontFamily === 'string' && fontFamily.trim() !== '' && { fontFamily: fontFamily.trim() }),
    codeFeatures: codeFeatures(),
    announce: announce === 'end' || announce === 'off' ? announce : 'sentences',
    scrollOnSend: settings.get<unknown>('scrollOnSend') === true,
  };
}

/** VS Code gives a panel the font of its editors but not their ligatures: a CSS `font-feature-settings`. */
function codeFeatures(): string {
  const ligatures = vscode.workspace.getConfiguration('editor').get<unknown>('fontLigatures');
  if (typeof ligatures === 'string' && !['', 'true', 'false'].includes(ligatures)) {
    return ligatures;
  }
  const isOn = ligatures === true || ligatures === 'true';
  return isOn ? '"liga" on, "calt" on' : '"liga" off, "calt" off';
}

/** Calls back after a change of what `readReadingSettings` gives. */
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
