import * as vscode from 'vscode';
import { joined, t, type UiText } from '../../uiText.ts';
import type { FoundDefinitions } from './findDefinitions.ts';

/** Says what was added and what was not. */
export function resultText(found: FoundDefinitions | undefined, maxTokens: number): UiText {
  if (found === undefined) {
    return t('The selected code has changed. Select it again.');
  }
  const { definitions, leftOut, names, unanswered } = found;
  const sentences = [definitions.length === 0 ? whyNone(found, maxTokens) : addedText(found, maxTokens)];
  if (definitions.length > 0 && leftOut > 0) {
    sentences.push(leftOut === 1 ? t('1 was left out.') : t('{0} were left out.', leftOut));
  }
  if (unanswered > 0) {
    sentences.push(
      t(
        'Names not looked up, because there are too many or VS Code did not answer in time: {0} of {1}.',
        unanswered,
        names,
      ),
    );
  }
  return joined(sentences, ' ');
}

function addedText({ definitions: { length }, tokens }: FoundDefinitions, maxTokens: number): UiText {
  const [size, limit] = [formatNumber(tokens), formatNumber(maxTokens)];
  return length === 1
    ? t('Added 1 definition, about {0} of at most {1} tokens.', size, limit)
    : t('Added {0} definitions, about {1} of at most {2} tokens.', length, size, limit);
}

function whyNone({ leftOut, attached }: FoundDefinitions, maxTokens: number): UiText {
  if (leftOut > 0) {
    return t('No definition fits into the {0} tokens that are left.', formatNumber(maxTokens));
  }
  return attached > 0
    ? t('The definitions used here are attached already.')
    : t('No definitions in the workspace were found.');
}

function formatNumber(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
