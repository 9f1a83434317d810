import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isProtectedPath } from '../../../../src/core/editing/plan/protectedPath.ts';

const PROTECTED = [
  '.vscode/settings.json',
  'packages/a/.vscode/tasks.json',
  '.VSCode\\Settings.json',
  '.vscode /tasks.json',
  '.git/hooks/pre-commit',
  '.husky/pre-push',
  'app.code-workspace',
  '.devcontainer/Dockerfile',
  '.github/workflows/ci.yml',
  '.github/actions/build/action.yml',
  '.github/copilot-instructions.md',
  '.github/instructions/style.instructions.md',
  '.gitlab-ci.yml',
  'azure-pipelines.yml',
  'ci/azure-pipelines-nightly.yaml',
  'Jenkinsfile',
  '.circleci/config.yml',
  'package.json',
  'packages/a/package.json',
  '.npmrc',
  '.yarnrc.yml',
  'AGENTS.md',
  'docs/CLAUDE.md',
  '.cursor/rules/a.mdc',
  '.cursorrules',
  '.env',
  '.env.local',
  '/home/me/.bashrc',
  'C:\\Users\\me\\.gitconfig',
  'Microsoft.PowerShell_profile.ps1',
  '.env.',
];

const ORDINARY = [
  'src/settings.ts',
  'package-lock.json',
  'README.md',
  '.github/ISSUE_TEMPLATE.md',
  'git/config.ts',
  'src/environment.ts',
  'env.ts',
  'workflows/a.yml',
  'Makefile',
  'my.env.ts',
  '',
];

it('protects files that run code or steer tools', () => {
  assert.deepEqual(
    PROTECTED.filter((path) => !isProtectedPath(path)),
    [],
  );
});

it('does not protect other files', () => {
  assert.deepEqual(ORDINARY.filter(isProtectedPath), []);
});
