import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decideTerminalText,
  hasControlCharacters,
  type TerminalActivity,
  type TerminalDecision,
  terminalInput,
  terminalText,
} from '../../../../src/core/editing/terminalText.ts';

describe('code for a terminal', () => {
  it('has no last line end and no blank lines around it', () => {
    assert.equal(terminalText('\n  npm ci \n\r\n'), 'npm ci');
    assert.equal(terminalText('a\r\n\tb\rc\n'), 'a\n\tb\nc');
  });

  it('is checked for control characters', () => {
    assert.ok(!hasControlCharacters('a\n\tb é 日本 \u{1f600}'));
    for (const control of ['\u0000', '\u0003', '\b', '\r', '\u001b[201~', '\u007f', '\u009b']) {
      assert.ok(hasControlCharacters(`a${control}b`), JSON.stringify(control));
    }
  });

  it('is one bracketed paste if it has tabs or line feeds', () => {
    assert.equal(terminalInput('npm ci && npm test # "quoted" `x`'), 'npm ci && npm test # "quoted" `x`');
    assert.equal(terminalInput('a\nb'), '\u001b[200~a\nb\u001b[201~');
    assert.equal(terminalInput('ls a\tb'), '\u001b[200~ls a\tb\u001b[201~');
  });

  it('is inserted, asked about, or refused, by what is known of the terminal', () => {
    const insert: TerminalDecision = { kind: 'insert' };
    const ask = (...notes: Extract<TerminalDecision, { kind: 'ask' }>['notes']): TerminalDecision => ({
      kind: 'ask',
      notes,
    });
    const refuse = (reason: 'running' | 'runsLines'): TerminalDecision => ({ kind: 'refuse', reason });
    const table: [TerminalActivity, line: string, shell: string, TerminalDecision][] = [
      ['prompt', 'one', 'bash', insert],
      ['prompt', 'one', 'sh', insert],
      ['prompt', 'several', 'bash', ask('paste')],
      ['prompt', 'several', 'sh', refuse('runsLines')],
      ['running', 'one', 'bash', ask('running')],
      ['running', 'one', 'sh', ask('running')],
      ['running', 'several', 'bash', refuse('running')],
      ['running', 'several', 'sh', refuse('running')],
      ['unknown', 'one', 'bash', ask('unknown')],
      ['unknown', 'one', 'sh', ask('unknown')],
      ['unknown', 'several', 'bash', ask('paste', 'unknown')],
      ['unknown', 'several', 'sh', refuse('runsLines')],
    ];
    for (const [activity, lines, shell, expected] of table) {
      for (const text of lines === 'one' ? ['npm ci # "x"'] : ['a\nb', 'ls a\tb']) {
        assert.deepEqual(
          decideTerminalText(text, shell, activity),
          expected,
          JSON.stringify({ activity, text, shell }),
        );
      }
    }
  });

  it('of several lines is only for shells that support bracketed paste', () => {
    for (const shell of [
      'bash',
      'zsh',
      'fish',
      'gitbash',
      '/usr/bin/zsh',
      'C:\\Program Files\\Git\\bash.exe',
    ]) {
      assert.equal(decideTerminalText('a\nb', shell, 'prompt').kind, 'ask', shell);
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
      assert.equal(decideTerminalText('a\nb', shell, 'prompt').kind, 'refuse', shell);
    }
  });
});
