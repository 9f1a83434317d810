import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShellLanguage, parseInfoString } from '../../../../src/core/code/infoString.ts';

const CASES: Readonly<Record<string, readonly [language: string, file: string, text?: string]>> = {
  '': ['', ''],
  ts: ['ts', ''],
  'ts:src/a.ts': ['ts', 'src/a.ts'],
  'ts src/a.ts': ['ts', 'src/a.ts'],
  'python file="a b.py"': ['python', 'a b.py'],
  "python filename='a.py'": ['python', 'a.py'],
  'python file=a.py': ['python', 'a.py'],
  'title="a.py"': ['python', 'a.py'],
  'ts {1,3} showLineNumbers': ['ts', '', 'showLineNumbers'],
  'rust,ignore linenums="1 2" {a b}': ['rust', ''],
  'bash npm i  express': ['bash', '', 'npm i express'],
  'ts:src/a.ts as before': ['ts', 'src/a.ts', 'as before'],
  'c: a.h b': ['c', 'a.h', 'b'],
  // Names as frameworks and people have them.
  'tsx app/[slug]/page.tsx': ['tsx', 'app/[slug]/page.tsx'],
  'svelte src/routes/+page.svelte': ['svelte', 'src/routes/+page.svelte'],
  'markdown docs/日本語.md': ['markdown', 'docs/日本語.md'],
  'ts src\\a.ts': ['ts', 'src\\a.ts'],
  'docker Dockerfile': ['docker', 'Dockerfile'],
  'make build/Makefile': ['make', 'build/Makefile'],
  'ini .env': ['ini', '.env'],
  'text .gitignore': ['text', '.gitignore'],
  // With lines.
  'ts src/a.ts:12': ['ts', 'src/a.ts:12'],
  'ts:src/a.ts:12': ['ts', 'src/a.ts:12'],
  'ts src/a.ts:12-20': ['ts', 'src/a.ts:12-20'],
  'ts src/a.ts#L12-L20 as before': ['ts', 'src/a.ts#L12-L20', 'as before'],
  '12:20:src/a.ts': ['typescript', '12:20:src/a.ts'],
  // As the only word.
  'src/a.ts': ['typescript', 'src/a.ts'],
  'src/a.ts:12': ['typescript', 'src/a.ts:12'],
  'README.md': ['markdown', 'README.md'],
  'src/App.vue': ['vue', 'src/App.vue'],
  'src/a.unknown': ['', 'src/a.unknown'],
  '.env': ['dotenv', '.env'],
  Dockerfile: ['Dockerfile', ''],
  Makefile: ['Makefile', ''],
  'C:\\src\\a.ts': ['typescript', 'C:\\src\\a.ts'],
  // As attributes.
  'file=src/a.ts': ['typescript', 'src/a.ts'],
  'ts path=src/a.ts {1}': ['ts', 'src/a.ts'],
  'ts filename=../a.ts': ['ts', '../a.ts'],
  'ts file="no extension"': ['ts', 'no extension'],
  'ts {filename: "a.ts"}': ['ts', 'a.ts'],
  'ts {title="a.ts" lines=3}': ['ts', 'a.ts'],
  'ts title="src/a.ts"': ['ts', 'src/a.ts'],
  'ts File: src/a.ts': ['ts', 'src/a.ts'],
  // In brackets, quotation marks, or behind the sign of a comment.
  'ts [nuxt.config.ts]': ['ts', 'nuxt.config.ts'],
  'ts (src/a.ts)': ['ts', 'src/a.ts'],
  'ts `src/a.ts` as before': ['ts', 'src/a.ts', 'as before'],
  'ts "src/a.ts:12"': ['ts', 'src/a.ts:12'],
  'ts // src/a.ts': ['ts', 'src/a.ts'],
  'python # app/main.py': ['python', 'app/main.py'],
  'file:src/a.ts': ['typescript', 'src/a.ts'],
  'ts title="How it is used"': ['ts', '', 'How it is used'],
  // No files.
  'ts title="Update in src/a.ts"': ['ts', '', 'Update in src/a.ts'],
  'ts title="npm run a/b.ts"': ['ts', '', 'npm run a/b.ts'],
  'ts title="Node.js"': ['ts', '', 'Node.js'],
  'ts title="https://example.org/a.ts"': ['ts', '', 'https://example.org/a.ts'],
  'csharp System.Text.Json': ['csharp', '', 'System.Text.Json'],
  'bash me@example.rs': ['bash', '', 'me@example.rs'],
  'js process.env': ['js', '', 'process.env'],
  'ts // see src/a.ts': ['ts', '', '// see src/a.ts'],
  'ts [id]': ['ts', '', '[id]'],
  'bash v1.2.3': ['bash', '', 'v1.2.3'],
  'js console.log': ['js', '', 'console.log'],
  'text and/or': ['text', '', 'and/or'],
  'text example.com/a.ts': ['text', '', 'example.com/a.ts'],
  'text https://example.org/a.ts': ['text', '', 'https://example.org/a.ts'],
  'c++': ['c++', ''],
  'vb.net': ['vb.net', ''],
  'objective-c': ['objective-c', ''],
};

describe('an info string', () => {
  for (const [info, [language, file, text = '']] of Object.entries(CASES)) {
    it(`is parsed as ${JSON.stringify({ language, file, text })}: ${info}`, () => {
      const parsed = parseInfoString(info);
      assert.deepEqual(
        { language: parsed.language, file: parsed.file?.text ?? '', text: parsed.text },
        { language, file, text },
      );
    });
  }

  it('says which lines of the file', () => {
    for (const info of ['ts src/a.ts:12-20', '12:20:src/a.ts', 'ts file=src/a.ts#L12-L20']) {
      const { file } = parseInfoString(info);
      assert.deepEqual([file?.path, file?.lines], ['src/a.ts', { start: 12, end: 20 }], info);
    }
  });

  it('tells shell languages from others', () => {
    assert.ok(isShellLanguage('bash') && isShellLanguage('PowerShell'));
    assert.ok(!isShellLanguage('') && !isShellLanguage('console') && !isShellLanguage('ts'));
  });
});
