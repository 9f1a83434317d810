import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOfBlock, fileOfBlock } from '../../../../src/core/code/fileOfBlock.ts';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';

/** A reply whose last block is meant. */
function fence(code: string, info = 'ts'): string {
  return `\`\`\`${info}\n${code}\n\`\`\`\n`;
}

const TS = fence('export const a = 1;\nexport const b = 2;');
const PY = fence('import os\n\nprint(os.name)', 'python');
const SEARCH = '<<<<<<< SEARCH\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> REPLACE';
const HUNK = '@@ -1,2 +1,2 @@\n const b = 2;\n-const a = 1;\n+const a = 2;';

/** As `own path` or `above path`; empty if there is none. */
function shown(reply: string): string {
  const block = codeBlocksOf(reply).at(-1);
  assert.ok(block, 'No block');
  const found = fileOfBlock(block);
  return found === undefined ? '' : `${found.isOwn ? 'own' : 'above'} ${found.file.path}`;
}

type Rows = Readonly<Record<string, string>>;

const OWN: Readonly<Record<string, Rows>> = {
  'an info string': {
    [fence('const a = 1;', 'ts src/a.ts')]: 'src/a.ts',
    [fence('const a = 1;', 'ts:src/a.ts')]: 'src/a.ts',
    [fence('const a = 1;', 'typescript title="src/a.ts"')]: 'src/a.ts',
    [fence('const a = 1;', '12:20:src/a.ts')]: 'src/a.ts',
    [fence('const a = 1;', 'src/a.ts')]: 'src/a.ts',
    [fence('.env\n*.log', '.gitignore')]: '.gitignore',
    [`### Something else\n\n${fence('const a = 1;', 'ts ../lib/a.ts')}`]: '../lib/a.ts',
    [`**src/b.ts**\n\n${fence('const a = 1;', 'ts src/a.ts')}`]: 'src/a.ts',
    [fence('// a.ts\nconst a = 1;', 'ts src/a.ts')]: 'src/a.ts',
    [fence('// src/a.ts\nconst a = 1;', 'ts a.ts')]: 'src/a.ts',
    [fence(HUNK, 'diff src/a.ts')]: 'src/a.ts',
  },
  'its first line as a comment': {
    [fence('// src/a.ts\nexport const a = 1;')]: 'src/a.ts',
    [fence('/* src/a.css */\nbody {}', 'css')]: 'src/a.css',
    [fence('# app/main.py\nimport os', 'python')]: 'app/main.py',
    [fence('<!-- index.html -->\n<p>a</p>', 'html')]: 'index.html',
    [fence('// File: src/a.ts (updated)\nconst a = 1;')]: 'src/a.ts',
    [fence('# Datei: app/haupt.py\nimport os', 'python')]: 'app/haupt.py',
    [fence('// Archivo: src/a.ts\nconst a = 1;')]: 'src/a.ts',
    [fence('# Файл: app/main.py\nimport os', 'python')]: 'app/main.py',
    [fence('// 文件：src/a.ts\nconst a = 1;')]: 'src/a.ts',
    [fence('// ファイル名: src/a.ts\nconst a = 1;')]: 'src/a.ts',
    [fence('// src/a.ts（新規）\nconst a = 1;')]: 'src/a.ts',
    [fence('// src/a.ts (neu)\nconst a = 1;')]: 'src/a.ts',
    [fence('\n// src/a.ts\nconst a = 1;')]: 'src/a.ts',
    [fence('# .env\nA=1', 'bash')]: '.env',
    [fence('# scripts/build.sh\nset -e', 'bash')]: 'scripts/build.sh',
    [fence('// tsconfig.json\n{}', 'json')]: 'tsconfig.json',
    [fence('# requirements.txt\nflask', '')]: 'requirements.txt',
  },
  'its first line as a path': {
    [fence('src/a.ts\nexport const a = 1;')]: 'src/a.ts',
    [fence('src/a.ts\n\nexport const a = 1;', '')]: 'src/a.ts',
    [fence('a.py\nimport os', 'python')]: 'a.py',
    [fence('.github/workflows/ci.yml\nname: CI', 'yaml')]: '.github/workflows/ci.yml',
    [fence('src/routes/[id]/+page.svelte\n<script>\n</script>', 'svelte')]: 'src/routes/[id]/+page.svelte',
    [fence('./src/a.ts\nexport const a = 1;')]: 'src/a.ts',
    [fence('package.json\n{\n  "name": "a"\n}', 'json')]: 'package.json',
    [fence('Dockerfile\nFROM node', 'dockerfile')]: 'Dockerfile',
    [fence('../lib/a.ts\nexport const a = 1;')]: '../lib/a.ts',
    [fence(`src/a.ts\n${HUNK}`, 'diff')]: 'src/a.ts',
  },
  'the header of a diff': {
    [fence(`--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}`, 'diff')]: 'src/a.ts',
    [fence(`--- src/a.ts\n+++ src/a.ts\n${HUNK}`, 'diff')]: 'src/a.ts',
    [fence(`--- src/a.ts\n+++ b/src/a.ts\n${HUNK}`, 'diff')]: 'src/a.ts',
    [fence(`--- original/src/a.ts\n+++ modified/src/a.ts\n${HUNK}`, 'diff')]: 'src/a.ts',
    [fence(`--- a/x.ts\n+++ a/x.ts\n${HUNK}`, 'diff')]: 'a/x.ts',
    [fence(
      `diff --git a/src/a.ts b/src/a.ts\nindex 12..34 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}`,
      '',
    )]: 'src/a.ts',
    [fence('--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1 @@\n+const a = 1;', 'diff')]: 'src/new.ts',
    [fence('--- a/src/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-const a = 1;', 'diff')]: 'src/old.ts',
    [fence(`--- a/src/a.ts\t2026-01-01\n+++ b/src/a.ts\t2026-01-02\n${HUNK}`, 'patch')]: 'src/a.ts',
    [fence(`--- a/LICENSE\n+++ b/LICENSE\n${HUNK}`, 'diff')]: 'LICENSE',
    [fence(`--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}\n${HUNK.replace('1,2', '9,2')}`, 'diff')]: 'src/a.ts',
    [`**src/b.ts**\n\n${fence(`--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}`, 'diff')}`]: 'src/a.ts',
    [fence(
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-const a = 1;\n+const a = 2;\n*** End Patch',
      '',
    )]: 'src/a.ts',
    [fence('*** Begin Patch\n*** Add File: src/new.ts\n+const a = 1;\n*** End Patch', 'patch')]: 'src/new.ts',
  },
  'the line above what is searched for': {
    [fence(`src/a.ts\n${SEARCH}`)]: 'src/a.ts',
    [fence(`src/a.ts\n${SEARCH}`, '')]: 'src/a.ts',
    [fence(`src/a.ts\n${SEARCH}\n\n${SEARCH}`, 'diff')]: 'src/a.ts',
    [fence(`src/a.ts\n${SEARCH}\nsrc/a.ts\n${SEARCH}`)]: 'src/a.ts',
    [fence(`// src/a.ts\n${SEARCH}`)]: 'src/a.ts',
    [`src/a.ts\n${fence(SEARCH)}`]: 'src/a.ts',
    [`Here is the change.\n\nsrc/a.ts\n${fence(SEARCH, 'typescript')}`]: 'src/a.ts',
    [`\`src/a.ts\`\n\n${fence(SEARCH)}`]: 'src/a.ts',
  },
  'a tag': {
    [fence('<file path="src/a.ts">\nexport const a = 1;\n</file>')]: 'src/a.ts',
    [fence('<file name="src/a.ts">\nexport const a = 1;\n</file>', 'xml')]: 'src/a.ts',
    [fence('<document path="app/a.py">\nimport os\n</document>', '')]: 'app/a.py',
    [fence('<file path="src/App.vue">\n<template>\n</template>\n</file>', 'vue')]: 'src/App.vue',
    [fence('<file path="index.html">\n<p>a</p>\n</file>', '')]: 'index.html',
    [fence("<file path='src/a.ts'>\nconst a = 1;\n</file>\n")]: 'src/a.ts',
    [`<file path="src/a.ts">\n\n${TS}\n</file>`]: 'src/a.ts',
    [`<file path="src/a.ts">\n${TS}</file>`]: 'src/a.ts',
    [`<file name="src/a.ts">\n${TS}</file>`]: 'src/a.ts',
    [`<path>src/a.ts</path>\n${TS}`]: 'src/a.ts',
    [`<file_path>src/a.ts</file_path>\n\n${TS}`]: 'src/a.ts',
    [`<document index="1">\n<source>src/a.ts</source>\n<document_content>\n${TS}</document_content>`]:
      'src/a.ts',
    [`<file path="src/a.ts">\n${PY}</file>`]: '',
  },
};

const ABOVE: Rows = {
  [`### src/a.ts\n\n${TS}`]: 'src/a.ts',
  [`### src/a.ts\n${TS}`]: 'src/a.ts',
  [`### \`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`#### 2. \`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`## 📄 src/a.ts ##\n\n${TS}`]: 'src/a.ts',
  [`src/a.ts\n--------\n\n${TS}`]: 'src/a.ts',
  [`Text.\n## src/a.ts\n${TS}`]: 'src/a.ts',
  [`**src/a.ts**\n\n${TS}`]: 'src/a.ts',
  [`**src/a.ts:**\n${TS}`]: 'src/a.ts',
  [`**\`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`**\`src/a.ts\`:**\n\n${TS}`]: 'src/a.ts',
  [`\`src/a.ts\`:\n\n${TS}`]: 'src/a.ts',
  [`\`src/a.ts\`\n${TS}`]: 'src/a.ts',
  [`src/a.ts\n\n${TS}`]: 'src/a.ts',
  [`a.py:\n${PY}`]: 'a.py',
  [`**File: \`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`**File:** \`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`File: src/a.ts\n${TS}`]: 'src/a.ts',
  [`**Filename:** src/a.ts\n${TS}`]: 'src/a.ts',
  [`**New file: \`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`1. **src/a.ts** (new file)\n\n${TS}`]: 'src/a.ts',
  [`1. **src/a.ts** (new file)\n\n   \`\`\`ts\n   const a = 1;\n   \`\`\`\n`]: 'src/a.ts',
  [`- One\n- \`src/a.ts\`:\n  \`\`\`ts\n  const a = 1;\n  \`\`\`\n`]: 'src/a.ts',
  [`**1. \`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`**1. src/a.ts (updated)**\n\n${TS}`]: 'src/a.ts',
  [`[src/a.ts](src/a.ts)\n\n${TS}`]: 'src/a.ts',
  [`### [a.ts](src/a.ts)\n\n${TS}`]: 'src/a.ts',
  [`[\`src/a.ts\`](./src/a.ts#L3-L9):\n${TS}`]: 'src/a.ts',
  [`#### src/a.ts — new file\n\n${TS}`]: 'src/a.ts',
  [`*src/a.ts*\n\n${TS}`]: 'src/a.ts',
  [`__src/a.ts__\n\n${TS}`]: 'src/a.ts',
  [`**app/__init__.py**\n\n${PY}`]: 'app/__init__.py',
  [`**app/\\_\\_init\\_\\_.py**\n\n${PY}`]: 'app/__init__.py',
  [`src/a.ts:12-20\n${TS}`]: 'src/a.ts',
  [`In \`src/a.ts\`:\n\n${TS}`]: 'src/a.ts',
  [`In der Datei \`src/a.ts\`:\n\n${TS}`]: 'src/a.ts',
  [`Dans \`src/a.ts\` :\n\n${TS}`]: 'src/a.ts',
  [`В \`src/a.ts\`:\n\n${TS}`]: 'src/a.ts',
  [`在 \`src/a.ts\` 中：\n\n${TS}`]: 'src/a.ts',
  [`### Step 1: \`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`## File 2: \`src/a.ts\` (new)\n\n${TS}`]: 'src/a.ts',
  [`**步骤 1：\`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`#### [MODIFY] [a.ts](file:///home/x/src/a.ts)\n\n${TS}`]: 'a.ts',
  [`**Datei: \`src/a.ts\`** (neu)\n\n${TS}`]: 'src/a.ts',
  [`### Neue Datei: \`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`**Archivo:** \`src/a.ts\` (nuevo)\n\n${TS}`]: 'src/a.ts',
  [`**Fichier : \`src/a.ts\`** (modifié)\n\n${TS}`]: 'src/a.ts',
  [`**Файл: \`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`**Новый файл:** \`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`**文件：\`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`### 1. \`src/a.ts\`（新建）\n\n${TS}`]: 'src/a.ts',
  [`**文件路径**：\`src/a.ts\`\n\n${TS}`]: 'src/a.ts',
  [`**ファイル: \`src/a.ts\`**\n\n${TS}`]: 'src/a.ts',
  [`■ \`src/a.ts\`\n\n${TS}`]: '',
  [`### Dockerfile\n\n${fence('FROM node', 'dockerfile')}`]: 'Dockerfile',
  [`**package.json**\n\n${fence('{}', 'json')}`]: 'package.json',
  [`**../a.ts**\n\n${TS}`]: '../a.ts',
  [`**src/a.ts**\n\n${fence(HUNK, 'diff')}`]: 'src/a.ts',
  [`**scripts/build.sh**\n\n${fence('set -e\nnpm ci', 'bash')}`]: 'scripts/build.sh',
  [`${TS}\n**src/b.ts**\n\n${TS}`]: 'src/b.ts',
};

const NONE: Readonly<Record<string, readonly string[]>> = {
  'sentences above': [
    `Now update \`src/a.ts\` like this:\n\n${TS}`,
    `Update \`src/a.ts\`:\n\n${TS}`,
    `### Update \`src/a.ts\`\n\n${TS}`,
    `### Step 1: Update \`src/a.ts\`\n\n${TS}`,
    `In \`src/a.ts\`\n\n${TS}`,
    `在 \`src/a.ts\` 中添加：\n\n${TS}`,
    `## Test for \`src/a.ts\`\n\n${TS}`,
    `**Changes in src/a.ts**\n\n${TS}`,
    `Ändere \`src/a.ts\` so:\n\n${TS}`,
    `Actualiza \`src/a.ts\`:\n\n${TS}`,
    `Modifiez \`src/a.ts\` ainsi :\n\n${TS}`,
    `Измените \`src/a.ts\`:\n\n${TS}`,
    `修改 \`src/a.ts\`：\n\n${TS}`,
    `\`src/a.ts\` を次のように変更します:\n\n${TS}`,
    `The code in src/a.ts reads\n\n${TS}`,
    `It is like \`src/a.ts\`.\n\n${TS}`,
    `In \`src/a.ts\`, add this:\n\n${TS}`,
    `**src/a.ts** and **src/b.ts**:\n\n${TS}`,
    `\`src/a.ts\`, \`src/b.ts\`\n\n${TS}`,
    `**src/a.ts** (see below)\n\n${TS}`,
    `**src/a.ts**: adds a constant\n\n${TS}`,
    `**src/a.ts**\nAdds a constant:\n\n${TS}`,
  ],
  'what stands further above': [
    `### src/a.ts\n\nNow:\n\n${TS}`,
    `**src/a.ts**\n\n---\n\n${TS}`,
    `### src/a.ts\n\n${TS}\n${TS}`,
    `src/a.ts\n\n- One\n\n${TS}`,
  ],
  'what is no name of a file': [
    `**Node.js**\n\n${fence('x();', 'js')}`,
    `**p5.js**\n\n${fence('setup();', 'js')}`,
    `\`res.json\`:\n\n${fence('res.json();', 'js')}`,
    `\`user.name\`:\n\n${TS}`,
    `### System.Text.Json\n\n${fence('x();', 'csharp')}`,
    `**src/*.ts**\n\n${TS}`,
    `*.test.ts\n\n${TS}`,
    `src/*a*.ts\n\n${TS}`,
    `**src/**\n\n${TS}`,
    `### Output\n\n${TS}`,
    `https://example.org/src/a.ts\n\n${TS}`,
    `[the file](src/a.ts)\n\n${TS}`,
    `[src/a.ts](src/b.ts)\n\n${TS}`,
    `> src/a.ts\n\n${TS}`,
    `> **src/a.ts**\n>\n> \`\`\`ts\n> const a = 1;\n> \`\`\`\n`,
    `| File |\n|---|\n| src/a.ts |\n\n${TS}`,
    `\`node src/a.ts\`\n\n${TS}`,
  ],
  'a name of another language above': [
    `**src/a.ts**\n\n${fence('npm install', 'bash')}`,
    `### Dockerfile\n\n${fence('docker build .', 'bash')}`,
    `**package.json**\n\n${PY}`,
  ],
  commands: [
    fence('./build.sh\necho done', 'bash'),
    fence('scripts/build.sh\nscripts/test.sh', 'sh'),
    fence('scripts/build.sh\necho done', ''),
    fence('$ cat src/a.ts\nconst a = 1;', 'console'),
    fence('src/a.ts\nset -e', 'bash'),
    fence('# Dockerfile\ndocker build .', 'bash'),
    fence('build.cmd\necho done', 'bat'),
    fence('scripts/a.py\necho done', 'powershell'),
  ],
  'lists and trees': [
    fence('src/a.ts\nsrc/b.ts', ''),
    fence('src/a.ts\nsrc/b.ts\nREADME.md', 'text'),
    fence('.env\nnode_modules/\ndist/', ''),
    fence('.env\nnode_modules', 'gitignore'),
    fence('src/\n├── a.ts\n└── b.ts', ''),
    fence('src/a.ts\n├── b.ts', ''),
    fence('src/a.ts', ''),
    fence('src/a.ts'),
    fence('// src/a.ts'),
    fence('src/a.ts\n', 'text'),
    fence('README.md\ndocs/a.md', 'markdown'),
  ],
  output: [
    fence('src/a.ts\n  12:5  error  Missing semicolon  semi', ''),
    fence('src/a.ts\n12:const a = 1;', ''),
    fence('src/a.test.ts\n  ✓ adds (3 ms)', ''),
    fence('src/a.ts:3:5 - error TS2304: no a;', ''),
    fence('src/a.ts\nok', 'text'),
    fence('src/a.ts\nerror: expected;', ''),
    fence(`$ git diff\ndiff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}`, 'console'),
    fence('src/a.ts\nconst a = 1;', 'output'),
  ],
  'code that looks like a path': [
    fence('user.name\n  .trim();'),
    fence('res.json\n  .parse();', 'js'),
    fence('"src/a.ts"\nconst a = 1;'),
    fence('a.css\n.b {\n}', 'css'),
    fence('/etc/hosts.ts\nconst a = 1;'),
    fence('C:\\a.ts\nconst a = 1;'),
    fence('  src/a.ts\nconst a = 1;'),
    fence('src/a.ts:\n  - b', 'yaml'),
    fence('# README.md\n\nText', 'markdown'),
    fence('# README.md\n\nText', ''),
  ],
  'code that is markup itself': [
    fence('<file path="src/a.ts">\n  <line>1</line>\n</file>', 'xml'),
    fence('<file path="src/a.xml">\n  <line>1</line>\n</file>', 'xml'),
    fence('<File path="src/a.ts">\n  text\n</File>', 'tsx'),
    fence('<script src="a.js">\n</script>', 'html'),
    fence('<file path="src/a.ts">\nconst a = 1;'),
    fence('<source src="a.mp4">\n</source>', 'html'),
    fence('<file name="Readme">\ntext\n</file>', ''),
  ],
  'several files': [
    fence('// src/a.ts\nconst a = 1;\n\n// src/b.ts\nconst b = 2;'),
    fence('src/a.ts\nconst a = 1;\nsrc/b.ts\nconst b = 2;'),
    fence(`--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}\n--- a/src/b.ts\n+++ b/src/b.ts\n${HUNK}`, 'diff'),
    `**src/a.ts**\n\n${fence(`--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}\n--- a/src/b.ts\n+++ b/src/b.ts\n${HUNK}`, 'diff')}`,
    fence(`src/a.ts\n${SEARCH}\nsrc/b.ts\n${SEARCH}`),
    fence('<file path="src/a.ts">\nconst a = 1;\n</file>\n<file path="src/b.ts">\nconst b = 1;\n</file>'),
    fence('--- src/old.ts\n+++ src/new.ts\n@@ -1 +1 @@\n-const a = 1;\n+const a = 2;', 'diff'),
  ],
  'names that contradict each other': [
    fence('// src/b.ts\nconst b = 1;', 'ts src/a.ts'),
    `<path>src/a.ts</path>\n${fence('// src/b.ts\nconst b = 1;')}`,
    fence(`--- a/src/b.ts\n+++ b/src/b.ts\n${HUNK}`, 'diff src/a.ts'),
    `**src/a.ts**\n\n${fence('// src/c.ts\nconst b = 1;', 'ts src/b.ts')}`,
  ],
  'other headers': [
    fence(`--- Original\n+++ Updated\n${HUNK}`, 'diff'),
    fence(`--- before.ts\n+++ after.ts\n${HUNK}`, 'diff'),
    fence(HUNK, 'diff'),
    fence(SEARCH),
    `Apply this:\n${fence(SEARCH)}`,
  ],
};

describe('the file that a block names itself', () => {
  for (const [where, rows] of Object.entries(OWN)) {
    for (const [reply, path] of Object.entries(rows)) {
      it(`is in ${where}: ${JSON.stringify(reply).slice(0, 90)}`, () =>
        assert.equal(shown(reply), path === '' ? '' : `own ${path}`));
    }
  }
});

describe('the file that stands alone above a block', () => {
  for (const [reply, path] of Object.entries(ABOVE)) {
    it(`is named: ${JSON.stringify(reply).slice(0, 60)}`, () =>
      assert.equal(shown(reply), path === '' ? '' : `above ${path}`));
  }
});

describe('a block names no file', () => {
  for (const [why, replies] of Object.entries(NONE)) {
    for (const reply of replies) {
      it(`with ${why}: ${JSON.stringify(reply).slice(0, 90)}`, () => assert.equal(shown(reply), ''));
    }
  }
});

describe('the code of a block', () => {
  for (const [code, info, expected] of [
    ['// src/a.ts\nconst a = 1;', 'ts', 'const a = 1;'],
    ['src/a.ts\n\nconst a = 1;', 'ts', 'const a = 1;'],
    ['<file path="src/a.ts">\nconst a = 1;\n</file>', 'ts', 'const a = 1;'],
    ['<file path="src/a.ts">\n// src/a.ts\nconst a = 1;\n</file>', 'ts', 'const a = 1;'],
    ['const a = 1;', 'ts src/a.ts', 'const a = 1;'],
    ['\n  const a = 1;\n', 'ts', '\n  const a = 1;\n'],
    ['./build.sh\necho', 'bash', './build.sh\necho'],
    ['src/a.ts\nsrc/b.ts', 'text', 'src/a.ts\nsrc/b.ts'],
    ['// src/a.ts\na();\n// src/b.ts\nb();', 'ts', '// src/a.ts\na();\n// src/b.ts\nb();'],
    ['# README.md\n\nText', 'md', '# README.md\n\nText'],
  ] as const) {
    it(`has no label: ${JSON.stringify(code)}`, () => assert.equal(codeOfBlock({ info, code }), expected));
  }
});
