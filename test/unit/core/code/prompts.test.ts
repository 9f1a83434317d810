import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandsIn } from '../../../../src/core/code/prompts.ts';

/** The code of blocks in a shell language, and what goes into the terminal. */
const SHELL: readonly (readonly [title: string, code: string, commands: string])[] = [
  ['one command', '$ npm ci', 'npm ci'],
  ['several commands', '$ npm ci\n$ npm test\n', 'npm ci\nnpm test'],
  ['blank lines and comments around', '# Install\n$ npm ci\n\n# Test\n$ npm test', 'npm ci\nnpm test'],
  ['the prompt of zsh', '% npm ci\n% npm test', 'npm ci\nnpm test'],
  ['a user and a folder', 'me@host:~$ cd app\nme@host:~/app$ npm ci', 'cd app\nnpm ci'],
  ['a user with all rights', 'root@host:/# apt update', 'apt update'],
  ['brackets', '[me@host app]$ npm ci', 'npm ci'],
  ['an environment that was activated', '$ . env/bin/activate\n(env) $ npm ci', '. env/bin/activate\nnpm ci'],
  ['an environment and a user', '(my-env) me@host:~$ npm ci', 'npm ci'],
  ['the prompt of zsh on macOS', 'me@mac ~ % cd app\nme@mac app % npm ci', 'cd app\nnpm ci'],
  ['the prompt of fish', 'me@host ~/app> npm ci', 'npm ci'],
  ['a folder alone', '~ $ cd app\n~/app $ npm ci\n~/app$ ls', 'cd app\nnpm ci\nls'],
  ['the name of the shell', 'bash-5.1$ npm ci', 'npm ci'],
  ['PowerShell', 'PS C:\\Users\\me> Get-ChildItem\nPS C:\\Users\\me> cd app', 'Get-ChildItem\ncd app'],
  ['Command Prompt', 'C:\\app>npm ci\nC:\\app> npm test', 'npm ci\nnpm test'],
  ['a line that goes on', '$ docker run \\\n    --rm image\n$ ls', 'docker run \\\n    --rm image\nls'],
  ['a prompt on lines that go on', '$ docker run \\\n> --rm image', 'docker run \\\n--rm image'],
  ['an open quotation', '$ git commit -m "Fix\n\nIt was wrong"', 'git commit -m "Fix\n\nIt was wrong"'],
  ['a here document', '$ cat <<EOF > a\n$ b\nEOF\n$ ls', 'cat <<EOF > a\n$ b\nEOF\nls'],
  ['an apostrophe in a comment', "$ npm ci # don't\n$ ls", "npm ci # don't\nls"],
  ['a pipe at the end', '$ cat a |\n  sort\n$ ls', 'cat a |\n  sort\nls'],
];

/** The same for sessions, where other lines are output. */
const SESSIONS: readonly (readonly [title: string, code: string, commands: string])[] = [
  ...SHELL,
  ['output below', '$ node -v\nv24.0.0\n$ npm -v\n11.0.0', 'node -v\nnpm -v'],
  ['a program with prompts of its own', '$ python\n>>> print(1)\n1', 'python'],
  ['output below a line that goes on', '$ docker run \\\n> --rm image\nok', 'docker run \\\n--rm image'],
];

/** In a shell language, what follows without a prompt is output or further commands. */
const OUTPUT_OR_COMMANDS: readonly string[] = [
  '$ cd app\nnpm ci',
  '$ cd app\n\nnpm ci\n$ npm test',
  '$ node -v\nv24.0.0',
  'PS C:\\> cd app\nnpm ci',
  '$ docker run \\\n    --rm image\nnpm ci',
];

/** Uncertain, or without prompts. */
const AS_THEY_ARE: readonly string[] = [
  'npm ci',
  '# npm ci',
  '> npm ci',
  '$HOME/bin/run',
  '$(which node) a.js',
  '% { $_.Name }',
  '(cd app) && $ npm ci',
  '➜  ~ npm ci',
  'cat <<EOF\n$ a\nEOF',
  'export A=1\n$ npm ci',
  '$ echo "a\n> b"',
  '$ cat a \\\n> out.txt',
  '$ cat <<EOF\na',
  '$ echo "a\n$ ls',
  '$ for i in 1 2; do\n  echo $i\ndone',
  '$ npm ci\n% npm test',
  '$ git commit -m "$(cat <<EOF\na "b\nEOF\n)"',
  '$ f() {\n  a\n}',
  'Welcome\n$ npm ci',
  '$',
];

describe('prompts before commands', () => {
  for (const [title, code, commands] of SHELL) {
    it(`are taken off with ${title}`, () => assert.equal(commandsIn(code, 'bash'), commands));
  }

  for (const [title, code, commands] of SESSIONS) {
    it(`are taken off a session with ${title}`, () => assert.equal(commandsIn(code, 'console'), commands));
  }

  for (const code of OUTPUT_OR_COMMANDS) {
    it(`stay where commands without prompts may follow: ${JSON.stringify(code)}`, () => {
      for (const language of ['bash', 'sh', 'zsh', 'shell', 'powershell', 'fish']) {
        assert.equal(commandsIn(code, language), code);
      }
    });
  }

  for (const code of AS_THEY_ARE) {
    it(`are not certain, so the text stays: ${JSON.stringify(code)}`, () => {
      assert.equal(commandsIn(code, 'bash'), code);
      assert.equal(commandsIn(code, 'console'), undefined);
    });
  }

  it('are needed in the session of a terminal', () => {
    for (const language of ['console', 'shell-session', 'ShellSession', 'sh-session']) {
      assert.equal(commandsIn('$ npm ci\nadded 1\n', language), 'npm ci');
      assert.equal(commandsIn('added 1', language), undefined);
    }
  });

  it('make no commands in other languages', () => {
    assert.equal(commandsIn('$ npm ci', 'ts'), undefined);
    assert.equal(commandsIn('$ npm ci', ''), undefined);
  });
});
