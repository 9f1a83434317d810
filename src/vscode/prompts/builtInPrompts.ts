import { plainText, t, type UiText } from '../uiText.ts';
import type { Prompt } from './prompt.ts';

/** The built-in prompts. Users see the complete text before it is sent; nothing is added to it. */
export function createBuiltInPrompts(): Prompt[] {
  return [
    createBuiltInPrompt(
      'explain',
      t('Explain the code'),
      t('Explain what this code does and how it works. Point out what is easy to miss.'),
    ),
    createBuiltInPrompt(
      'fix',
      t('Find and fix problems'),
      t('Find what is wrong with this code, say what causes it, and show the corrected code.'),
    ),
    createBuiltInPrompt(
      'edit',
      t('Change the code as described'),
      t(
        'Change the selected code as described below, and nothing else. Reply with one code block for each selection, in the order of the selections, that has all lines to put in its place. An empty line is a selection, too: write what to insert there, without the code around it.',
      ),
    ),
    createBuiltInPrompt(
      'problem',
      t('Explain problems'),
      t('Explain this problem: what it means, what in this code causes it, and how to fix it.'),
    ),
    createBuiltInPrompt(
      'tests',
      t('Write tests'),
      t('Write tests for this code: the usual cases, the edge cases, and what can go wrong.'),
    ),
    createBuiltInPrompt(
      'doc',
      t('Write documentation comments'),
      t(
        'Write documentation comments for this code, as is usual in its language. Leave the code itself as it is.',
      ),
    ),
    createBuiltInPrompt(
      'refactor',
      t('Make the code clearer without changing what it does'),
      t(
        'Make this code clearer and simpler without changing what it does. Say in a few words why each change helps.',
      ),
    ),
    createBuiltInPrompt(
      'review',
      t('Look for bugs and risks'),
      t(
        'Review this code. Name bugs, risks, and what is hard to understand, the most important first, and suggest a remedy for each.',
      ),
    ),
    createBuiltInPrompt(
      'commit',
      t('Write a commit message'),
      t(
        'Write a message for a commit with these changes: one line of at most 72 characters that says what they do and, only if more is needed, a blank line and a short text that says why. Reply with the message alone.',
      ),
    ),
  ];
}

function createBuiltInPrompt(name: string, detail: UiText, text: UiText): Prompt {
  return {
    key: `builtIn.${name}`,
    name,
    detail: plainText(detail),
    source: { text: plainText(text) },
    isFromWorkspace: false,
  };
}
