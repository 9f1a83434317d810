import { removeHidden } from '../hiddenCharacters.ts';

/*
 * The rule: each change of a file is reviewed that tools find by its place or name, and then run, or do what it says,
 * without being asked for this file. What runs only when the user starts the program, a test or a script is ordinary,
 * executable or not. So everything counts that begins with a dot, and what has the following names.
 */

/** Formats of data. Many tools read their file in several of them. */
const DATA = '(?:json[5c]?|toml|ya?ml)';

/** What a tool's configuration ends with, after the name of the tool. */
const CONFIG = String.raw`\.(?:conf|config|workspace)\.(?:[cm]?[jt]sx?|py|${DATA})`;

/** Names of files that tools run. */
const RUN = [
  // Makefile, Dockerfile, Gemfile, Jenkinsfile and so on, and their variants
  String.raw`[a-z]+file|(?:container|docker|gnumake|jenkins|make)file[.-](?!.*\b(?:[cm]?[jt]s|[jt]sx|c|cs|go|java|kt|md|py|rb|rs)$).+|.+\.(?:containerfile|dockerfile|mak|mk)`,
  String.raw`(?:conan|danger|fab|fast|grunt|gulp|jake|just|nox|rake|task|vagrant)file\.(?:.+\.)?(?:[cm]?[jt]s|py|rb|ya?ml)`,
  // Builds and packages
  String.raw`build|configure(?:\.ac|\.in)?|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|workspace|sconstruct|sconscript|wscript|dune`,
  String.raw`build\.(?:ninja|rs|sc|xml|zig)|cmakelists\.txt|cmake(?:user)?presets\.json|meson\.build|(?:default|devenv|flake|shell)\.nix`,
  String.raw`.+\.(?:bazel|bzl|cabal|cmake|gemspec|gradle|gradle\.kts|nimble|podspec|props|rockspec|sbt|targets|[a-z]+proj(?:\.user)?)`,
  String.raw`(?:angular|bunfig|cargo|cdk|composer|deno|devbox|hatch|lerna|mise|mise\..+|nest-cli|nixpacks|nodemon|nx|package)\.${DATA}`,
  String.raw`(?:pdm|pixi|pnpm-workspace|poetry|pubspec|pyproject|rush|simple-git-hooks|turbo|uv|vcpkg)\.${DATA}`,
  String.raw`rust-toolchain(?:\.toml)?|nuget\.config|stack\.ya?ml|(?:ipython|jupyter)\w*_config\.py|(?:conftest|hatch_build)\.py`,
  String.raw`setup\.(?:cfg|hs|py)|(?:site|user)customize\.py|.+\.pth|pip\.(?:conf|ini)|(?:mypy|pytest|tox)\.ini|pylintrc|ansible\.cfg`,
  String.raw`pom\.xml|(?:gradle|gradle-wrapper|maven-wrapper)\.properties|package\.swift|mix\.exs|rebar\.config|project\.clj|deps\.edn`,
  // What editors load of a project. These tools are known, so that they count in source folders too: see `NAMES_AT_ROOT`.
  `(?:astro|babel|commitlint|cypress|eslint|jest|karma|lint-staged|metro|next|nuxt|playwright|postcss|prettier|release|rollup|stylelint|svelte|tailwind|vite|vitest|webpack)${CONFIG}`,
  String.raw`(?:devcontainer|keybindings|launch|settings|tasks)\.json|.+\.code-(?:profile|snippets|workspace)|.+\.sublime-(?:build|project)`,
  // Continuous integration, deployment, hooks of Git
  String.raw`azure-pipelines.*\.ya?ml|(?:action|appveyor|bitbucket-pipelines|bitrise|codemagic|firebase|fly|heroku)\.${DATA}`,
  String.raw`(?:lefthook|lefthook-local|netlify|railway|render|serverless|skaffold|vercel|wercker|wrangler)\.${DATA}`,
  String.raw`(?:buildspec|cloudbuild|compose|docker-compose)(?:[.-].+)?\.(?:json|ya?ml)|docker-bake\..+|.+\.gitlab-ci\.ya?ml`,
  '(?:post|pre|prepare|proc|push|reference)-[a-z-]+|(?:applypatch|commit)-msg|fsmonitor-watchman|sendemail-validate',
  // Shells and the system
  String.raw`(?:.+[._])?profile\.ps1|config\.fish|crontab|authorized_keys|.+\.(?:desktop|service|timer)`,
];

/** Names of files that tell models what to do, and which tools they have. */
const STEER = [
  String.raw`(?:agents?|claude|copilot-instructions|crush|gemini|jules|qwen|replit|skill|warp)(?:\.local|\.override)?\.md`,
  String.raw`.+\.(?:agent|chatmode|instructions|prompt)\.md|.+\.mdc|.+\.toolsets\.jsonc?`,
  String.raw`(?:claude_desktop_config|crush|hooks|mcp|mcp[_-](?:config|servers|settings)|opencode|smithery)\.${DATA}`,
];

const NAMES = new RegExp(`^(?:${[...RUN, ...STEER].join('|')})$`);

/**
 * Names that tools look for where a project begins: each `<tool>.config.<format>`, whichever tools there are, and words
 * that have a meaning only there. `auth` and `firebase` are no tools: their configuration is imported by the application.
 */
const NAMES_AT_ROOT = new RegExp(
  String.raw`^(?:(?!(?:auth|firebase)\.).+${CONFIG}|(?:global|project)\.json|conventions\.md|recipe\.ya?ml)$`,
);

/** Folders whose documents models read before they begin. */
const STEERING_FOLDER = /(?:^|\/)(?:memory-bank|openspec)\//;

/** Folders where an application keeps its own files, so that nothing in them is where a project begins. */
const OWN_FILES = /(?:^|\/)(?:assets|data|docs?|i18n|locales?|public|src|static)\//;

/** Places that count even above the workspace folder, where a dot alone may be that of a mount. */
const PLACES = new RegExp(
  `(?<=^|/)(?:${[
    String.raw`\.(?:agents?|amazonq|augment|aws|azure-pipelines|buildkite|cargo|circleci|claude|clinerules|codex|config|continue|copilot|cursor|devcontainer|docker|emacs\.d|forgejo|gemini|git|gitea|githooks|github|gitlab|gnupg|husky|idea|junie|kiro|kube|opencode|qwen|roo|ssh|trae|vim|vscode|vscode-server|windsurf|woodpecker|yarn|zed)/`,
    // A bare repository
    String.raw`[^/]+\.git/(?:config$|hooks/|info/)`,
    'appdata/roaming/|library/(?:application support|launchagents|launchdaemons)/|programs/startup/',
  ].join('|')})|^/(?:private/)?(?:etc|var/spool/cron)/`,
);

/** What begins with a dot, but only describes or ignores, is source code of pages, or a whole checkout made by a tool. */
const ORDINARY = new RegExp(
  String.raw`^(?:.*/)?\.(?:(?!git/|bare/)[^/]+/)?worktrees/|(?<=^|/)(?:${[
    String.raw`\.(?:\w*ignore|editorconfig|git-blame-ignore-revs|gitkeep|keep|mailmap|nojekyll)$`,
    String.raw`\.(?:changeset|storybook|vitepress|vuepress|well-known)(?=/)`,
    String.raw`\.(?:forgejo|gitea|github|gitlab)/(?:[\w-]+\.md$|funding\.yml$|\w+_templates?/)`,
  ].join('|')})`,
  'g',
);

/** A path that is in no workspace folder. */
const ABSOLUTE = /^(?:[a-z]:)?\//;

/** A name that begins with a dot, or a short name of Windows, which stands for any other. */
const DOT_OR_SHORT_NAME = /(?<=^|\/)(?:\.|[^/.~]{1,6}~\d(?:\.[^/.]{0,3})?(?:\/|$))/;

/**
 * Whether each change of a file is reviewed, since the file can run code or steer tools.
 * @param path whole, without symbolic links. Upper and lower case, and both kinds of slash, are the same.
 * @param workspaceFolder the folder that the user has opened, if the file is in it
 */
export function isProtectedPath(path: string, workspaceFolder = ''): boolean {
  const whole = toPlainPath(path);
  const folder = toPlainPath(workspaceFolder);
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  // The name of the workspace folder counts too, but not as the name of a part of what is in it.
  const inside = pathIn(folder.slice(0, folder.lastIndexOf('/') + 1), whole);
  const part = pathIn(folder.replace(/[^/]$/, '$&/'), whole);
  return (
    NAMES.test(name) ||
    (NAMES_AT_ROOT.test(name) && (ABSOLUTE.test(part) || !OWN_FILES.test(part))) ||
    (STEERING_FOLDER.test(part) && name.endsWith('.md')) ||
    PLACES.test(whole.replace(ORDINARY, '')) ||
    DOT_OR_SHORT_NAME.test(inside.replace(ORDINARY, ''))
  );
}

/** @returns the whole path if it isn't in the folder, which ends with a slash */
function pathIn(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

/** What disks ignore, some of them: case, hidden characters, widths; on Windows dots and spaces at ends, and streams. */
function toPlainPath(path: string): string {
  return removeHidden(path.normalize('NFKC'))
    .toLowerCase()
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => part.replace(/(?<=.):.*$/s, '').replace(/(?<=[^. ])[. ]+$/, ''))
    .join('/');
}
