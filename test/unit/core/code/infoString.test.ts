import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShellLanguage, parseInfoString } from '../../../../src/core/code/infoString.ts';

const CASES: Readonly<Record<string, readonly [language: string, file: string, text?: string]>> = {
  '': ['', ''],
  ts: ['ts', ''],
  'ts:src/a.ts': ['ts', 'src/a.ts'],
  'ts src/a.ts': ['ts', 'src/a.ts'],
  'python title="a b.py"': ['python', 'a b.py'],
  "python filename='a.py'": ['python', 'a.py'],
  'python file=a.py': ['python', 'a.py'],
  'title="a.py"': ['', 'a.py'],
  'ts {1,3} showLineNumbers': ['ts', '', 'showLineNumbers'],
  'rust,ignore linenums="1 2" {a b}': ['rust', ''],
  'bash npm i  express': ['bash', '', 'npm i express'],
  'ts:src/a.ts as before': ['ts', 'src/a.ts', 'as before'],
  'c: a.h b': ['c', 'a.h', 'b'],
};

describe('an info string', () => {
  for (const [info, [language, file, text = '']] of Object.entries(CASES)) {
    it(`is parsed as ${JSON.stringify({ language, file, text })}: ${info}`, () =>
      assert.deepEqual(parseInfoString(info), { language, file, text }));
  }

  it('tells shell languages from others', () => {
    assert.ok(isShellLanguage('bash') && isShellLanguage('PowerShell'));
    assert.ok(!isShellLanguage('') && !isShellLanguage('console') && !isShellLanguage('ts'));
  });
});
