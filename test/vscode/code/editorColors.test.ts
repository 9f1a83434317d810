import * as vscode from 'vscode';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { candidateThemes } from '../../../src/vscode/code/activeTheme.ts';
import {
  type Contributions,
  readContributedFile,
  readContributions,
} from '../../../src/vscode/code/contributions.ts';
import { EditorColors } from '../../../src/vscode/code/editorColors.ts';
import { FileIcons } from '../../../src/vscode/code/fileIcons.ts';
import { readGrammars } from '../../../src/vscode/code/grammarFiles.ts';
import {
  readCustomRules,
  readThemeRules,
  TOKEN_COLORS_SETTING,
} from '../../../src/vscode/code/tokenRules.ts';
import { equal, ok, until } from '../assert.ts';
import { isWebWorker, setSetting } from '../extensionAccess.ts';

const { ColorThemeKind } = vscode;

async function setTheme(name: string | undefined): Promise<void> {
  await setSetting('workbench.colorTheme', name);
}

/** Starts `EditorColors` and records the messages that it posts. */
function startColors(): { colors: EditorColors; posted: ToPanel[] } {
  const posted: ToPanel[] = [];
  return { colors: new EditorColors((message) => posted.push(message)), posted };
}

/** The color of the last rule for a scope. */
function colorOf(posted: readonly ToPanel[], scope: string): string | undefined {
  const theme = posted.findLast((message) => message.type === 'codeTheme');
  return theme?.rules?.findLast((rule) => rule.scope.includes(scope) && rule.foreground)?.foreground;
}

// With a server, VS Code's own extensions run there, so a web worker host has none of them.
if (!isWebWorker) {
  describe('EditorColors with VS Code’s own extensions', testExtensions);
}

function testExtensions(): void {
  let contributions: Contributions;
  before(() => {
    contributions = readContributions(vscode.extensions.all);
  });
  after(() => setTheme(undefined));

  it('finds the icons of files in the file icon theme, and none in a theme without a font', async () => {
    const icons = new FileIcons();
    try {
      const seti = await icons.read();
      ok(seti !== undefined && atob(seti.font.data).startsWith('wOFF'), 'There is no font');
      const unknown = seti.iconOf('unknown');
      ok(unknown !== undefined, 'A file of no known kind has no icon');
      const known = ['a.ts', 'b.py', 'package.json'].map((name) => seti.iconOf(name)?.character);
      equal(new Set([...known, unknown.character]).size, 4);
      await setSetting('workbench.iconTheme', 'vs-minimal');
      await until(
        () => icons.read(),
        (found) => found === undefined,
      );
    } finally {
      icons.dispose();
      await setSetting('workbench.iconTheme', undefined);
    }
  });

  it('reads the grammar of a language by id, alias, file extension, file name, and names of models', async () => {
    for (const [scope, names] of Object.entries({
      'source.ts': 'typescript TypeScript ts mts src/a.ts',
      'source.python': 'py python3',
      'source.cs': 'C#',
      'source.shell': 'bash sh zsh shell',
      'source.dockerfile': 'Dockerfile',
      'source.go': 'golang',
      'source.json.comments': 'json5',
      'source.js': 'node',
    })) {
      for (const name of names.split(' ')) {
        const found = await readGrammars(contributions, name);
        equal(`${name} ${found?.scopeName}`, `${name} ${scope}`);
        ok(JSON.parse(found?.files[0]?.json ?? '').patterns.length > 0, 'No patterns');
      }
    }
    equal(await readGrammars(contributions, 'no-such-language'), undefined);
  }).timeout(60_000);

  it('reads the grammars that a grammar includes too, up to a size limit', async () => {
    const scopes = (await readGrammars(contributions, 'html'))?.files.map(({ scopeName }) => scopeName);
    for (const scope of ['source.js', 'source.css']) {
      ok(scopes?.includes(scope), `${scope} is not among ${scopes}`);
    }
    for (const name of ['html', 'cpp', 'php', 'markdown']) {
      const found = await readGrammars(contributions, name);
      const length = found?.files.reduce((sum, { json }) => sum + json.length, 0) ?? 0;
      ok(length <= 3_000_000, `${name}: ${length}`);
    }
  }).timeout(60_000);

  it('reads the rules of every theme of VS Code', async () => {
    const own = contributions.themes.filter(({ file }) => file.uri.path.endsWith('.json'));
    ok(own.length >= 15, `${own.length} themes`);
    for (const theme of own) {
      const rules = await readThemeRules(theme.file);
      ok(rules !== undefined && rules.length > 10, `${theme.label}: ${rules?.length} rules`);
    }
  }).timeout(60_000);

  it('reads no file that is missing or outside of its extension', async () => {
    const [theme] = contributions.themes;
    ok(theme, 'No theme');
    const { root } = theme.file;
    equal(
      await readContributedFile({ root, uri: vscode.Uri.joinPath(root, '..', 'package.json') }),
      undefined,
    );
    equal(
      await readContributedFile({ root, uri: vscode.Uri.joinPath(root, 'no such file.json') }),
      undefined,
    );
    ok(await readContributedFile({ root, uri: vscode.Uri.joinPath(root, 'package.json') }), 'No manifest');
  });

  it('finds the active theme by the settings and its kind', async () => {
    await setTheme('Monokai');
    await until(
      () => candidateThemes(contributions.themes, vscode.window.activeColorTheme.kind)[0]?.id,
      (id) => id === 'Monokai',
    );
    // A theme of another kind can't be active, even if the setting names it.
    const lightThemes = candidateThemes(contributions.themes, ColorThemeKind.Light);
    ok(lightThemes.length > 0 && lightThemes.every(({ id }) => id !== 'Monokai'), 'Monokai is dark');
  });

  it('uses the colors of VS Code’s default theme of the same kind if the active one is elsewhere or unreadable', async () => {
    const preferred = {
      preferredDarkColorTheme: 'Unreadable',
      preferredLightColorTheme: 'Unreadable',
      preferredHighContrastColorTheme: 'Unreadable',
      preferredHighContrastLightColorTheme: 'Unreadable',
    };
    const [extension] = vscode.extensions.all;
    ok(extension, 'No extension');
    const kinds = {
      'vs-dark': ColorThemeKind.Dark,
      vs: ColorThemeKind.Light,
      'hc-black': ColorThemeKind.HighContrast,
      'hc-light': ColorThemeKind.HighContrastLight,
    };
    const unreadable = Object.keys(kinds).map((uiTheme) => ({
      id: 'Unreadable',
      uiTheme,
      path: './no such file.json',
    }));
    const packageJSON = { contributes: { themes: unreadable } };
    const extensions = [{ ...extension, packageJSON }, ...vscode.extensions.all];
    const { themes } = readContributions(extensions);
    try {
      await setTheme('Monokai');
      for (const [name, value] of Object.entries(preferred)) {
        await setSetting(`workbench.${name}`, value);
      }
      await setTheme('On another machine');
      await until(
        () => candidateThemes(themes, ColorThemeKind.Dark).map(({ id }) => id),
        (ids) => ids[0] === 'Unreadable',
      );
      for (const [uiTheme, kind] of Object.entries(kinds)) {
        const [first, second, ...others] = candidateThemes(themes, kind);
        equal(`${first?.id}, ${others.length}`, 'Unreadable, 0');
        equal(second?.uiTheme, uiTheme);
        ok(second?.file.root.path.endsWith('/theme-defaults'), `${second?.file.root}`);
      }
      const colors = new EditorColors(
        () => undefined,
        () => extensions,
      );
      const rules = await colors.readRules();
      colors.dispose();
      ok(rules !== undefined && rules.length > 10, `${rules?.length} rules`);
    } finally {
      for (const name of Object.keys(preferred)) {
        await setSetting(`workbench.${name}`, undefined);
      }
    }
  }).timeout(60_000);

  it('posts the theme before the first grammar, and again when it changes', async () => {
    await setTheme('Monokai');
    const { colors, posted } = startColors();
    try {
      await colors.sendGrammar('ts');
      await colors.sendGrammar('no such language');
      equal(posted.map(({ type }) => type).join(), 'codeTheme,grammar,grammar');
      const [, known, unknown] = posted;
      equal(known?.type === 'grammar' && known.scopeName, 'source.ts');
      equal(unknown?.type === 'grammar' && unknown.scopeName, undefined);
      const before = colorOf(posted, 'comment');
      await setTheme('Abyss');
      await until(
        () => colorOf(posted, 'comment'),
        (now) => now !== before,
      );
    } finally {
      colors.dispose();
    }
  });

  it('posts nothing to a panel that has requested no grammar', async () => {
    const { colors, posted } = startColors();
    const changed = new Promise((resolve) => vscode.window.onDidChangeActiveColorTheme(resolve));
    await setTheme('Kimbie Dark');
    await changed;
    colors.dispose();
    equal(posted.length, 0);
  });
}

describe('EditorColors', () => {
  it('applies the user’s customizations to the themes that a key of the setting matches, as in VS Code', async () => {
    const keys = [
      '[Abyss]',
      '[Abyss][Monokai Dimmed]',
      '[Mono*]',
      '[*Dimmed]',
      '[*kai*]',
      '[*]',
      '[Mono*Dimmed]',
    ];
    const setCustomColors = (value: unknown) => setSetting(TOKEN_COLORS_SETTING, value);
    await setCustomColors(
      Object.fromEntries(keys.map((key, index) => [key, { comments: `#00000${index}` }])),
    );
    try {
      const forTheme = (theme: string) => readCustomRules(theme).map(({ foreground }) => foreground?.at(-1));
      equal(forTheme('Monokai Dimmed').join(), '1,2,3,4,5');
      equal(forTheme('Abyss').join(), '0,1,5');
      equal(forTheme('Dark Monokai').join(), '4,5');
    } finally {
      await setCustomColors(undefined);
    }
  });

  it('posts no rules and no grammar if no extension contributes them', async () => {
    const posted: ToPanel[] = [];
    const colors = new EditorColors(
      (message) => posted.push(message),
      () => [],
    );
    await colors.sendGrammar('ts');
    colors.dispose();
    equal(JSON.stringify(posted), '[{"type":"codeTheme"},{"type":"grammar","language":"ts","files":[]}]');
  });

  it('skips contributions that do not have the documented shape', () => {
    const [extension] = vscode.extensions.all;
    ok(extension, 'No extension');
    const odd = [{}, { contributes: 3 }, { contributes: { themes: [{ label: 'x' }, 3], grammars: {} } }];
    const found = readContributions(odd.map((packageJSON) => ({ ...extension, packageJSON })));
    equal(JSON.stringify(found), '{"languages":[],"grammars":[],"themes":[],"iconThemes":[]}');
  });
});
