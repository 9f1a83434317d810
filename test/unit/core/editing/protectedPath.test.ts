import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProtectedPath } from '../../../../src/core/editing/protectedPath.ts';

/** Real places, relative to a workspace, or absolute. */
const RUN_CODE = `
.vscode/settings.json .vscode/tasks.json .vscode/launch.json .vscode/extensions.json packages/a/.vscode/tasks.json
.vscode/js.code-snippets app.code-workspace team.code-profile .devcontainer/devcontainer.json .devcontainer/Dockerfile
.devcontainer.json .idea/workspace.xml .idea/runConfigurations/App.xml .run/App.run.xml .fleet/run.json .zed/tasks.json
.zed/settings.json .nvim.lua .exrc .vim/vimrc .vimrc .emacs.d/init.el .dir-locals.el .helix/config.toml app.sublime-project
.git/config .git/hooks/pre-commit .git/info/attributes .gitattributes .gitmodules .gitconfig .husky/pre-commit
.husky/_/husky.sh .githooks/post-checkout scripts/git-hooks/pre-push hooks/commit-msg hooks/prepare-commit-msg
hooks/post-receive repository.git/hooks/update repository.git/config .pre-commit-config.yaml lefthook.yml lefthook.yaml
lefthook.toml lefthook-local.yml .lefthook/pre-commit/lint.sh .overcommit.yml .lintstagedrc.js lint-staged.config.mjs
.huskyrc.json .github/workflows/ci.yml .github/actions/build/action.yml action.yml .github/dependabot.yml .github/CODEOWNERS
.gitlab-ci.yml .gitlab/ci/build.yml ci/test.gitlab-ci.yml .forgejo/workflows/ci.yaml .gitea/workflows/ci.yaml
.circleci/config.yml .buildkite/pipeline.yml .travis.yml .drone.yml .woodpecker.yml .woodpecker/build.yaml .cirrus.yml
.semaphore/semaphore.yml .teamcity/settings.kts .tekton/pull.yaml azure-pipelines.yml ci/azure-pipelines-nightly.yaml
.azure-pipelines/a.yml bitbucket-pipelines.yml appveyor.yml .appveyor.yml Jenkinsfile Jenkinsfile.release cloudbuild.yaml
buildspec.yml buildspec-test.yml codemagic.yaml bitrise.yml wercker.yml .builds/alpine.yml netlify.toml vercel.json fly.toml
render.yaml heroku.yml skaffold.yaml serverless.yml Procfile railway.json .ebextensions/a.config
package.json packages/a/package.json .npmrc .yarnrc .yarnrc.yml .yarn/releases/yarn-4.cjs .yarn/plugins/a.cjs .pnpmfile.cjs
.pnp.cjs pnpm-workspace.yaml bunfig.toml deno.json deno.jsonc lerna.json nx.json turbo.json rush.json composer.json
pyproject.toml setup.py setup.cfg tox.ini noxfile.py fabfile.py conanfile.py Pipfile mypy.ini pytest.ini pylintrc pixi.toml sitecustomize.py usercustomize.py site-packages/a.pth
pip.conf pip.ini .pypirc .python-version .condarc uv.toml poetry.toml Cargo.toml build.rs .cargo/config.toml
rust-toolchain.toml rust-toolchain Gemfile Rakefile a.gemspec .irbrc .pryrc .rspec Vagrantfile Brewfile Podfile Fastfile
a.podspec Package.swift App.xcodeproj/project.pbxproj pom.xml .mvn/extensions.xml .mvn/wrapper/maven-wrapper.properties
gradle/wrapper/gradle-wrapper.properties build.gradle settings.gradle.kts gradle.properties gradlew mvnw build.xml build.sbt
build.sc project.clj deps.edn mix.exs rebar.config dune stack.yaml a.cabal Setup.hs build.zig a.nimble App.csproj
Directory.Build.props Directory.Build.targets nuget.config Makefile GNUmakefile Makefile.am rules.mk CMakeLists.txt
CMakePresets.json cmake/deps.cmake meson.build SConstruct wscript configure configure.ac BUILD BUILD.bazel WORKSPACE
MODULE.bazel rules.bzl .bazelrc Justfile .justfile Taskfile.yml Taskfile.dist.yaml Gruntfile.js gulpfile.babel.js Jakefile.js
Earthfile Tiltfile Snakefile Dockerfile Dockerfile.dev api.dockerfile Containerfile docker-compose.yml compose.prod.yaml
docker-bake.hcl ansible.cfg mise.toml mise.local.toml .mise.toml .mise/config.toml .tool-versions .envrc .env .env.local
devbox.json cdk.json nodemon.json flake.nix shell.nix default.nix .terraformrc
eslint.config.js .eslintrc.cjs prettier.config.mjs .prettierrc.js stylelint.config.js vite.config.ts vitest.config.mts
vitest.workspace.ts jest.config.js karma.conf.js babel.config.js .babelrc.js playwright.config.ts tailwind.config.ts postcss.config.cjs
svelte.config.js webpack.config.js next.config.mjs commitlint.config.js release.config.cjs
graphql.config.ts prisma.config.ts unocss.config.mts oxlint.config.ts hardhat.config.cjs vue.config.js drizzle.config.ts
docusaurus.config.js cspell.config.yaml jest.config.json wdio.conf.ts tauri.conf.json gunicorn.conf.py theme.config.tsx
packages/api/unheard-of.config.ts app.config.ts src/web/vite.config.ts
angular.json apps/web/project.json pubspec.yaml package.yaml package.json5 global.json App.vcxproj.user wrangler.jsonc
simple-git-hooks.json nest-cli.json vcpkg.json firebase.json conftest.py test/conftest.py hatch_build.py ipython_config.py
jupyter_notebook_config.py recipe.yaml
/home/me/.bashrc /home/me/.bash_profile /home/me/.profile /home/me/.zshrc /home/me/.zshenv /home/me/.inputrc /home/me/.netrc
/home/me/.config/fish/config.fish /home/me/.config/fish/conf.d/a.fish /home/me/.config/autostart/a.desktop
/home/me/.config/systemd/user/a.service /home/me/.config/nvim/init.lua /home/me/.config/git/config /home/me/.ssh/config
/home/me/.ssh/authorized_keys /home/me/.aws/config /home/me/.kube/config /home/me/.docker/config.json /home/me/.gnupg/gpg.conf
/home/me/.local/bin/git /home/me/.vscode/argv.json /home/me/.vscode-server/data/Machine/settings.json /etc/profile
/etc/profile.d/a.sh /etc/cron.d/a /etc/sudoers /etc/hosts /private/etc/zshrc /var/spool/cron/crontabs/me
/Users/me/Library/LaunchAgents/a.plist C:\\Users\\me\\.gitconfig C:\\Users\\me\\Documents\\PowerShell\\Microsoft.PowerShell_profile.ps1
C:\\Users\\me\\AppData\\Roaming\\Code\\User\\snippets\\a.json
`;

const STEER_TOOLS = `
AGENTS.md docs/AGENTS.override.md AGENT.md CLAUDE.md docs/CLAUDE.local.md GEMINI.md QWEN.md WARP.md CRUSH.md
skills/pdf/SKILL.md .github/copilot-instructions.md .github/instructions/style.instructions.md style.instructions.md
.github/prompts/a.prompt.md a.prompt.md .github/chatmodes/a.chatmode.md .github/agents/a.agent.md a.agent.md
.github/skills/a/SKILL.md .github/hooks/a.json a.toolsets.jsonc .claude/settings.json .claude/commands/a.md .claude/agents/a.md
.claude-plugin/plugin.json .cursor/rules/a.mdc .cursor/mcp.json .cursorrules .cursorignore.md rules/a.mdc .windsurf/rules/a.md
.windsurfrules .codeium/windsurf/mcp_config.json .clinerules .clinerules/a.md .cline/mcp.json .roo/rules/a.md .roomodes
.kiro/steering/a.md .kiro/hooks/a.kiro.hook .kilocode/rules/a.md .codex/config.toml .codex/prompts/a.md .gemini/settings.json
.gemini/commands/a.toml .qwen/settings.json .continue/config.yaml .continue/rules/a.md .amazonq/rules/a.md .augment/rules/a.md
.junie/guidelines.md .trae/rules/project_rules.md .aider.conf.yml .goosehints .rules .rovodev/prompts.yml .opencode/agent/a.md
opencode.json .factory/droids/a.md .agents/skills/a/SKILL.md .agent/rules/a.md .mcp.json mcp.json mcp_config.json
JULES.md replit.md CONVENTIONS.md memory-bank/activeContext.md memory-bank/tasks/a.md openspec/project.md
openspec/changes/a/tasks.md mcp.yaml smithery.yaml packages/a/memory-bank/a.md
claude_desktop_config.json .replit .tabnine/guidelines/a.md .openhands/microagents/a.md
/Users/me/Library/Application\u00a0Support/Claude/claude_desktop_config.json
`;

const ORDINARY = `
README.md CHANGELOG.md LICENSE docs/guide.md docs/agents-guide.md docs/prompt.md docs/skills.md notes.txt todo.org paper.tex
package-lock.json yarn.lock pnpm-lock.yaml Cargo.lock Gemfile.lock poetry.lock go.mod go.sum requirements.txt tsconfig.json
jsconfig.json tsconfig.build.json manifest.json data.json schema.json config.json src/app.config.ts src/app/app.config.ts
src/config/database.config.ts packages/api/src/jwt.config.ts src/app/app.config.server.ts src/assets/app.config.json
config.ts config/index.js src/config.ts src/configs/theme.ts src/configure.ts webpack.md docs/vite.config.md App.config
web.config next-env.d.ts vite-env.d.ts global.css src/global.d.ts public/locales/en/global.json src/i18n/en/project.json
locales/de/package.xml src/data/project.json data/recipe.yaml recipes/soup.yaml src/recipe.ts docs/conventions.md
docs/project.md project.md project.ts src/project.json.ts memory.md src/memory-bank/bank.ts src/openspec/parse.ts
lib/memory_bank.py src/test_conf.py src/model_config.py config/app_config.py src/angular.ts src/wrangler.ts src/replit.ts
src/jules.md.ts pubspec.lock composer.lock deno.lock src/hatch.py src/confTest.py.txt src/workspace.ts
auth.config.ts firebase.config.ts config/settings.py src/settings.ts appsettings.json src/config/database.yml config.yaml
application.properties log4j2.xml Info.plist AndroidManifest.xml strings.xml style.css main.scss index.html a.svg logo.svg
src/index.ts src/main.rs src/lib.rs src/App.tsx src/App.vue src/App.svelte src/app.component.ts src/auth.service.ts
src/hooks/useUser.ts src/hooks/index.ts src/hooks/pre-commit.ts src/git/hooks.ts git/config.ts src/environment.ts env.ts my.env.ts
src/environments/environment.prod.ts src/profile.ts src/userProfile.tsx src/file.c src/readfile.cpp lib/logfile.py lib/profile.rb
lib/build.ts src/build/index.ts src/make.go src/dockerfile_parser.py src/dockerfile.ts src/dockerfile-parser.ts src/Dockerfile.md src/Makefile.test.ts src/package.ts src/mcp/server.ts
src/agents/agent.ts src/agent.py src/claude.ts src/gemini_client.py src/prompts/system.txt src/prompts/review.md src/tasks.py
src/tasks/tasks.ts src/launch.ts src/workflows/a.ts workflows/a.yml src/actions/action.ts src/compose.ts src/compose/a.kt
src/post-list.tsx src/pre-process.py src/push-notifications.ts src/post.md content/post-1.md test/setup.ts
test/test_setup.py tests/jest.setup.ts src/vite.ts src/eslint.ts src/next.ts e2e/login.spec.ts main.go cmd/server/main.go
main.py manage.py app.rb config/routes.rb config.ru main.c main.h kernel.cu Main.java Main.kt Program.cs Startup.cs main.swift
index.php lib/a.ex main.zig main.hs Main.elm a.clj core.cljs analysis.R model.jl query.sql schema.graphql api.proto main.tf
variables.tf values.yaml deployment.yaml playbook.yml notebook.ipynb run.sh scripts/build.sh scripts/deploy.sh bin/cli bin/cli.js
tools/release.py script.ps1 a.bat a.lua a.vim etc/hosts var/spool/cron.ts
.gitignore .dockerignore .prettierignore .eslintignore .editorconfig .gitkeep .mailmap .github/ISSUE_TEMPLATE.md
.github/ISSUE_TEMPLATE/bug.yml .github/PULL_REQUEST_TEMPLATE/a.md .github/CONTRIBUTING.md .gitlab/merge_request_templates/a.md
.changeset/brave-lions.md .storybook/preview.tsx .vitepress/theme/index.ts .vitepress/config.ts public/.well-known/security.txt
Untitled-1 /home/me/project/src/index.ts /home/me/repository.git/src/a.ts C:\\work\\app\\src\\index.ts
/home/me/project/.worktrees/fix/src/a.ts /home/me/project/.claude/worktrees/fix/src/a.ts
/home/me/.cursor/worktrees/project/abc/src/a.ts
`;

function pathsOf(list: string): string[] {
  return list
    .trim()
    .split(/[ \n]+/)
    .map((path) => path.replaceAll('\\\\', '\\'));
}

describe('protected paths', () => {
  for (const [what, list] of Object.entries({ 'run code': RUN_CODE, 'steer tools': STEER_TOOLS })) {
    it(`are those of files that ${what}`, () => {
      assert.deepEqual(
        pathsOf(list).filter((path) => !isProtectedPath(path)),
        [],
      );
    });
  }

  it('are not those of other files', () => {
    assert.deepEqual(
      pathsOf(ORDINARY).filter((path) => isProtectedPath(path)),
      [],
    );
  });

  it('are recognized as disks read them', () => {
    const spellings = [
      '.VSCode\\Settings.json',
      '.vscode /tasks.json',
      '.vscode./tasks.json',
      '.env.',
      'package.json::$DATA',
      'PACKAGE.JSON . .',
      'hooks:$I30:$INDEX_ALLOCATION/pre-commit',
      'GIT~1/hooks/x.txt',
      'PACKAG~1.JSO',
      'Make\u200bfile',
      '\u200d.git/x.txt',
      'ｐackage.json',
      'taſks.json',
    ];
    assert.deepEqual(
      spellings.filter((path) => !isProtectedPath(path)),
      [],
    );
  });

  it('are those in a protected folder that is opened itself, or above the folder that is opened', () => {
    for (const [path, folder] of [
      ['/home/me/project/.git/hooks/update', '/home/me/project/.git/hooks'],
      ['/home/me/project/.husky/lint', '/home/me/project/.husky'],
      ['/home/me/project/.github/workflows/ci.txt', '/home/me/project/.github/workflows'],
      ['/home/me/.config/fish/functions/a.txt', '/home/me/.config/fish'],
      ['/home/me/.unheard-of/a.txt', '/home/me/.unheard-of'],
    ] as const) {
      assert.ok(isProtectedPath(path, folder), path);
    }
  });

  it('are those where a project begins, whatever the folders above it are called', () => {
    for (const [path, folder] of [
      ['/home/me/src/graphql.config.ts', '/home/me/src'],
      ['/home/me/docs/project/graphql.config.ts', '/home/me/docs/project'],
      ['/home/me/docs/project/CONVENTIONS.md', ''],
      ['/c:/src/project/project.json', ''],
    ] as const) {
      assert.ok(isProtectedPath(path, folder), path);
    }
    assert.ok(!isProtectedPath('/home/me/project/src/app.config.ts', '/home/me/project'));
    assert.ok(!isProtectedPath('/home/me/openspec/README.md', '/home/me/openspec'));
  });

  it('are not all those below a folder above the workspace whose name only begins with a dot', () => {
    assert.equal(isProtectedPath('/.mounts/disk1/project/src/a.ts', '/.mounts/disk1/project'), false);
    assert.equal(isProtectedPath('/.mounts/disk1/project/.tool/a', '/.mounts/disk1/project'), true);
    assert.equal(isProtectedPath('/.mounts/disk1/a.ts'), true);
  });
});
