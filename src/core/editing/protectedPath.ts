import { removeHidden } from '../hiddenCharacters.ts';

/*
 * The rule: each change of a file is reviewed that tools find by its place or name, and then run, or do what it says,
 * without being asked for this file. What runs only when the user starts the program, a test or a script is ordinary,
 * executable or not. So everything counts that begins with a dot, and what has the following names.
 */

/** Names of files that tools run. */
const RUN = [
  // Makefile, Dockerfile, Gemfile, Jenkinsfile and so on, and their variants
  String.raw`[a-z]+file|(?:container|docker|gnumake|jenkins|make)file[.-](?!.*\b(?:[cm]?[jt]s|[jt]sx|c|cs|go|java|kt|md|py|rb|rs)$).+|.+\.(?:containerfile|dockerfile|mak|mk)`,
  String.raw`(?:conan|danger|fab|fast|grunt|gulp|jake|just|nox|rake|task|vagrant)file\.(?:.+\.)?(?:[cm]?[jt]s|py|rb|ya?ml)`,
  // Builds and packages
  String.raw`build|configure(?:\.ac|\.in)?|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|workspace|sconstruct|sconscript|wscript|dune`,
  String.raw`build\.(?:ninja|rs|sc|xml|zig)|cmakelists\.txt|cmake(?:user)?presets\.json|meson\.build|(?:default|devenv|flake|shell)\.nix`,
  String.raw`.+\.(?:bazel|bzl|cabal|cmake|gemspec|gradle|gradle\.kts|nimble|podspec|props|rockspec|sbt|targets|[a-z]+proj)`,
  String.raw`(?:bunfig|cargo|fly|hatch|mise|mise\..+|netlify|nixpacks|pdm|pixi|poetry|pyproject|railway|uv|wrangler)\.toml|rust-toolchain(?:\.toml)?`,
  String.raw`(?:cdk|composer|deno|devbox|lerna|nodemon|nx|package|railway|rush|turbo|vercel)\.jsonc?|pnpm-workspace\.ya?ml|nuget\.config|stack\.ya?ml`,
  String.raw`setup\.(?:cfg|hs|py)|(?:site|user)customize\.py|.+\.pth|pip\.(?:conf|ini)|(?:mypy|pytest|tox)\.ini|pylintrc|ansible\.cfg`,
  String.raw`pom\.xml|(?:gradle|gradle-wrapper|maven-wrapper)\.properties|package\.swift|mix\.exs|rebar\.config|project\.clj|deps\.edn`,
  // What editors load of a project
  String.raw`(?:astro|babel|commitlint|cypress|eslint|jest|karma|lint-staged|metro|next|nuxt|playwright|postcss|prettier|release|rollup|stylelint|svelte|tailwind|vite|vitest|webpack)\.(?:conf|config|workspace)\.[cm]?[jt]s`,
  String.raw`(?:devcontainer|keybindings|launch|settings|tasks)\.json|.+\.code-(?:profile|snippets|workspace)|.+\.sublime-(?:build|project)`,
  // Continuous integration, deployment, hooks of Git
  String.raw`azure-pipelines.*\.ya?ml|(?:action|appveyor|bitbucket-pipelines|bitrise|codemagic|heroku|lefthook|lefthook-local|render|serverless|skaffold|wercker)\.(?:json|toml|ya?ml)`,
  String.raw`(?:buildspec|cloudbuild|compose|docker-compose)(?:[.-].+)?\.(?:json|ya?ml)|docker-bake\..+|.+\.gitlab-ci\.ya?ml`,
  '(?:post|pre|prepare|proc|push|reference)-[a-z-]+|(?:applypatch|commit)-msg|fsmonitor-watchman|sendemail-validate',
  // Shells and the system
  String.raw`(?:.+[._])?profile\.ps1|config\.fish|crontab|authorized_keys|.+\.(?:desktop|service|timer)`,
];

/** Names of files that tell models what to do, and which tools they have. */
const STEER = [
  String.raw`(?:agents?|claude|copilot-instructions|crush|gemini|qwen|skill|warp)(?:\.local|\.override)?\.md`,
  String.raw`.+\.(?:agent|chatmode|instructions|prompt)\.md|.+\.mdc|.+\.toolsets\.jsonc?`,
  String.raw`(?:claude_desktop_config|crush|hooks|mcp|mcp[_-](?:config|servers|settings)|opencode)\.jsonc?`,
];

const NAMES = new RegExp(`^(?:${[...RUN, ...STEER].join('|')})$`);

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
  `(?<=^|/)(?:${[
    String.raw`\.(?:\w*ignore|editorconfig|git-blame-ignore-revs|gitkeep|keep|mailmap|nojekyll)$`,
    String.raw`\.(?:changeset|storybook|vitepress|vuepress|well-known)(?=/)`,
    String.raw`\.(?:forgejo|gitea|github|gitlab)/(?:[\w-]+\.md$|funding\.yml$|\w+_templates?/)`,
    String.raw`(?:.*/)?\.(?:(?!git/|bare/)[^/]+/)?worktrees/`,
  ].join('|')})`,
  'g',
);

/** A name that begins with a dot, or a short name of Windows, which stands for any other. */
const DOT_OR_SHORT_NAME = /(?<=^|\/)(?:\.|[^/.~]{1,6}~\d(?:\.[^/.]{0,3})?(?:\/|$))/;

/**
 * Whether each change of a file is reviewed, since the file can run code or steer tools.
 * @param path whole, without symbolic links. Upper and lower case, and both kinds of slash, are the same.
 * @param workspaceFolder the folder that the user has opened, if the file is in it
 */
export function isProtectedPath(path: string, workspaceFolder = ''): boolean {
  const whole = toPlainPath(path);
  // The name of the workspace folder counts too.
  const above = toPlainPath(workspaceFolder).replace(/[^/]+$/, '');
  const inside = whole.startsWith(above) ? whole.slice(above.length) : whole;
  return (
    NAMES.test(whole.slice(whole.lastIndexOf('/') + 1)) ||
    PLACES.test(whole.replace(ORDINARY, '')) ||
    DOT_OR_SHORT_NAME.test(inside.replace(ORDINARY, ''))
  );
}

/** What disks ignore, some of them: case, hidden characters, widths; on Windows dots and spaces at ends, and streams. */
function toPlainPath(path: string): string {
  return removeHidden(path.normalize('NFKC'))
    .toLowerCase()
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => part.replace(/(?<=.):.*$/, '').replace(/(?<=[^. ])[. ]+$/, ''))
    .join('/');
}
