import * as vscode from 'vscode';
import type { Prompt } from './prompt.ts';

/** The built-in prompts. Users see the complete text before it is sent; nothing is added to it. */
export function createBuiltInPrompts(): Prompt[] {
  return [
    createBuiltInPrompt(
      'explain',
      vscode.l10n.t('Explain the code'),
      vscode.l10n.t('Explain what this code does and how it works. Point out what is easy to miss.'),
    ),
    createBuiltInPrompt(
      'fix',
      vscode.l10n.t('Find and fix problems'),
      vscode.l10n.t('Find what is wrong with this code, say what causes it, and show the corrected code.'),
    ),
    createBuiltInPrompt(
      'tests',
      vscode.l10n.t('Write tests'),
      vscode.l10n.t('Write tests for this code: the usual cases, the edge cases, and what can go wrong.'),
    ),
    createBuiltInPrompt(
      'doc',
      vscode.l10n.t('Write documentation comments'),
      vscode.l10n.t(
        'Write documentation comments for this code, as is usual in its language. Leave the code itself as it is.',
      ),
    ),
    createBuiltInPrompt(
      'refactor',
      vscode.l10n.t('Make the code clearer without changing what it does'),
      vscode.l10n.t(
        'Make this code clearer and simpler without changing what it does. Say in a few words why each change helps.',
      ),
    ),
    createBuiltInPrompt(
      'review',
      vscode.l10n.t('Look for bugs and risks'),
      vscode.l10n.t(
        'Review this code. Name bugs, risks, and what is hard to understand, the most important first, and suggest a remedy for each.',
      ),
    ),
  ];
}

function createBuiltInPrompt(name: string, detail: string, text: string): Prompt {
  return { key: `builtIn.${name}`, name, detail, source: { text }, isFromWorkspace: false };
}
