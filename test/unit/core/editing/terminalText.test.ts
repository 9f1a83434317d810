import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hasControlCharacters,
  isPlainInput,
  supportsBracketedPaste,
  terminalText,
  toBracketedPaste,
} from '../../../../src/core/editing/terminalText.ts';

describe('code for a terminal', () => {
  it('has no last line end and no blank lines around it', () => {
    assert.equal(terminalText('\n  npm ci \n\r\n'), 'npm ci');
    assert.equal(terminalText('a\r\n\tb\rc\n'), 'a\n\tb\nc');
  });

  it('is plain input only without tabs and line feeds', () => {
    assert.ok(isPlainInput('npm ci && npm test # "quoted" `x`'));
    assert.ok(!isPlainInput('a\nb'));
    assert.ok(!isPlainInput('ls a\tb'));
  });

  it('is checked for control characters', () => {
    assert.ok(!hasControlCharacters('a\n\tb é 日本 \u{1f600}'));
    for (const control of ['\u0000', '\u0003', '\b', '\r', '\u001b[201~', '\u007f', '\u009b']) {
      assert.ok(hasControlCharacters(`a${control}b`), JSON.stringify(control));
    }
  });

  it('is wrapped as one bracketed paste', () => {
    assert.equal(toBracketedPaste('a\nb'), '\u001b[200~a\nb\u001b[201~');
  });

  it('is bracketed only for shells that support bracketed paste', () => {
    for (const shell of [
      'bash',
      'zsh',
      'fish',
      'gitbash',
      '/usr/bin/zsh',
      'C:\\Program Files\\Git\\bash.exe',
    ]) {
      assert.ok(supportsBracketedPaste(shell), shell);
    }
    for (const shell of [
      '',
      'sh',
      '/bin/dash',
      'cmd',
      'cmd.exe',
      'pwsh',
      'powershell.exe',
      'node',
      'bash/',
    ]) {
      assert.ok(!supportsBracketedPaste(shell), shell);
    }
  });
});
