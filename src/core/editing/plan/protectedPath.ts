/** Folders whose files run code, or tell tools what to do. */
const PROTECTED_FOLDERS: ReadonlySet<string> = new Set([
  '.aws',
  '.azure-pipelines',
  '.buildkite',
  '.circleci',
  '.claude',
  '.clinerules',
  '.continue',
  '.cursor',
  '.devcontainer',
  '.gemini',
  '.git',
  '.githooks',
  '.husky',
  '.idea',
  '.ssh',
  '.vscode',
  '.vscode-server',
  '.windsurf',
  '.yarn',
]);

/** Folders of `.github` and `.gitlab` with the same effect. */
const PROTECTED_SUBFOLDERS =
  /(?:^|\/)\.git(?:hub\/(?:workflows|actions|instructions|prompts|chatmodes|agents|hooks|skills)|lab\/ci)\//;

const PROTECTED_FILES: ReadonlySet<string> = new Set([
  // Continuous integration
  '.gitlab-ci.yml',
  '.gitlab-ci.yaml',
  '.travis.yml',
  '.drone.yml',
  '.woodpecker.yml',
  '.cirrus.yml',
  'appveyor.yml',
  '.appveyor.yml',
  'bitbucket-pipelines.yml',
  'cloudbuild.yaml',
  'cloudbuild.yml',
  'buildspec.yml',
  'jenkinsfile',
  // Package scripts and package managers
  'package.json',
  '.npmrc',
  '.pnpmfile.cjs',
  'pnpm-workspace.yaml',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  'pip.conf',
  'pip.ini',
  'bunfig.toml',
  // Instructions for models
  'copilot-instructions.md',
  'agents.md',
  'agent.md',
  'claude.md',
  'claude.local.md',
  'gemini.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.mcp.json',
  // Environment, shells, Git, editors
  '.env',
  '.envrc',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.inputrc',
  '.netrc',
  'config.fish',
  '.gitconfig',
  '.gitmodules',
  '.gitattributes',
  '.exrc',
  '.vimrc',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  'devcontainer.json',
  '.devcontainer.json',
  // VS Code's own, if only the name of the file is known
  'settings.json',
  'tasks.json',
  'launch.json',
  'keybindings.json',
  'mcp.json',
]);

const PROTECTED_NAMES =
  /^\.env\..|^\.?azure-pipelines.*\.ya?ml$|\.code-workspace$|\.instructions\.md$|\.prompt\.md$|\.chatmode\.md$|profile\.ps1$|^jenkinsfile\./;

/**
 * Whether a file can run code or steer tools, so that each change is reviewed.
 * @param path relative, absolute, or only a name; with either kind of slash. Upper and lower case are the same, as on
 * most disks.
 */
export function isProtectedPath(path: string): boolean {
  // Windows ignores dots and spaces at the end of a name.
  const parts = path
    .replaceAll('\\', '/')
    .toLowerCase()
    .split('/')
    .map((part) => (/^\.+$/.test(part) ? part : part.replace(/[. ]+$/, '')))
    .filter((part) => part !== '' && part !== '.');
  const name = parts.at(-1) ?? '';
  return (
    parts.slice(0, -1).some((folder) => PROTECTED_FOLDERS.has(folder)) ||
    PROTECTED_SUBFOLDERS.test(parts.join('/')) ||
    PROTECTED_FILES.has(name) ||
    PROTECTED_NAMES.test(name)
  );
}
