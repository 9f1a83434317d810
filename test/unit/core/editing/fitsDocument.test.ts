import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fitsDocument } from '../../../../src/core/editing/plan/fitsDocument.ts';

const FITTING = [
  ['', 'typescript'],
  ['text', 'typescript'],
  ['anything', 'plaintext'],
  ['ts', 'typescript'],
  ['TypeScript', 'typescriptreact'],
  ['js', 'typescript'],
  ['jsx', 'javascript'],
  ['h', 'c'],
  ['c', 'cpp'],
  ['html', 'vue'],
  ['js', 'html'],
  ['json', 'jsonc'],
  ['css', 'scss'],
  ['zsh', 'shellscript'],
  ['sh', 'makefile'],
  ['golang', 'go'],
  ['py', 'python'],
  ['sh', 'markdown'],
  ['hcl', 'terraform'],
  ['yml', 'yaml'],
] as const;

const OTHERS = [
  ['bash', 'typescript'],
  ['json', 'typescript'],
  ['python', 'javascript'],
  ['console', 'shellscript'],
  ['css', 'javascript'],
  ['mermaid', 'typescript'],
  ['sql', 'python'],
] as const;

it('fits a language to itself, by any of its names, and to related ones', () => {
  assert.deepEqual(
    FITTING.filter(([fence, document]) => !fitsDocument(fence, document)),
    [],
  );
});

it('does not fit other languages', () => {
  assert.deepEqual(
    OTHERS.filter(([fence, document]) => fitsDocument(fence, document)),
    [],
  );
});
