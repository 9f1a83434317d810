import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileInComment } from '../../../../src/core/code/fileInComment.ts';

const NAMES: Readonly<Record<string, string>> = {
  '// src/a.ts': 'src/a.ts',
  '# file: a.py': 'a.py',
  '<!-- a.html -->': 'a.html',
  '/* a.css */': 'a.css',
  '/** src/a.ts */': 'src/a.ts',
  '{/* src/a.tsx */}': 'src/a.tsx',
  '-- a.sql': 'a.sql',
  '; a.ini': 'a.ini',
  '% a.tex': 'a.tex',
  'REM a.bat': 'a.bat',
  '(* a.fs *)': 'a.fs',
  '// app/[slug]/page.tsx': 'app/[slug]/page.tsx',
  '// src/routes/+page.svelte': 'src/routes/+page.svelte',
  '// docs/日本語.ts': 'docs/日本語.ts',
  '// src\\a.ts': 'src/a.ts',
  '# Dockerfile': 'Dockerfile',
  '# .github/workflows/ci.yml': '.github/workflows/ci.yml',
  '// src/a.ts:12-20': 'src/a.ts 12-20',
  '// src/a.ts (lines 12-20)': 'src/a.ts',
  '// File: src/a.ts (updated)': 'src/a.ts',
  '// file path: `src/a.ts`': 'src/a.ts',
  '// Filename: a.unknown': 'a.unknown',
  '// === src/a.ts ===': 'src/a.ts',
  '# ---- a.py ----': 'a.py',
  '//// src/a.ts': 'src/a.ts',
  '// src/a.ts:': 'src/a.ts',
  '// `src/a.ts`:': 'src/a.ts',
  '// @file src/a.ts': 'src/a.ts',
  '// @filename: src/a.ts': 'src/a.ts',
  '/** @file a.ts */': 'a.ts',
  '// 1. src/a.ts': 'src/a.ts',
  '// 📁 src/a.ts': 'src/a.ts',
  '// 文件路径: src/a.ts': 'src/a.ts',
  '// Fichier : src/a.ts': 'src/a.ts',
  '# analysis.R': 'analysis.R',
  '// Neue Datei: src/a.ts': 'src/a.ts',
  '// ruta: src/a.ts (modificado)': 'src/a.ts',
  '# Новый файл: a.py': 'a.py',
  '// src/a.ts（修改后）': 'src/a.ts',
  '// src/a.ts — updated': 'src/a.ts',
  '// src/a.ts - new file': 'src/a.ts',
  '# docs/icon@2x.svg': 'docs/icon@2x.svg',
};

const OTHERS = [
  ...[
    '// System.Text.Json',
    '// Newtonsoft.Json',
    '// me@example.rs',
    '// process.env',
    '// import.meta.env',
  ],
  ...[
    '// Moment.js',
    '// Discord.js',
    '// p5.js',
    '// In a.ts:',
    '// src/a.ts - what it does',
    '// 1. a',
    '// file a.ts',
    '// @filename:',
  ],
  ...['#!/usr/bin/env node.js', '#!/bin/run.sh', '// e.g. foo.bar', '// e.g.', '# v1.2', '# 1.2.3'],
  ...[
    '// TODO fix a.b',
    '// TODO fix a.ts',
    '// https://example.org/a.ts',
    '# example.com',
    '// www.a.com/b.ts',
  ],
  ...['// example.com/a.ts', '// format()', '// a.format(b.ts)', '// user.name', '// and/or', '// Node.js'],
  ...[
    '// file: any',
    '// src/',
    '// a.ts, b.ts',
    'src/a.ts',
    'a.ts // b.ts',
    '// see a.ts',
    '// ... a.ts ...',
  ],
  ...['// src/a.ts (see below)', `// ${'a'.repeat(300)}.ts`, '// a.ts. '],
];

describe('the first line of code', () => {
  for (const [line, expected] of Object.entries(NAMES)) {
    it(`names a file: ${line}`, () => {
      const file = fileInComment(line, 'typescript');
      const { start, end } = file?.lines ?? {};
      assert.equal([file?.path, start && `${start}-${end}`].filter(Boolean).join(' '), expected);
    });
  }

  for (const line of OTHERS) {
    it(`names none: ${line.slice(0, 60)}`, () => assert.equal(fileInComment(line, 'typescript'), undefined));
  }

  it('is a heading in Markdown', () => {
    assert.equal(fileInComment('# README.md', 'markdown'), undefined);
    assert.equal(fileInComment('<!-- README.md -->', 'markdown')?.path, 'README.md');
  });
});
