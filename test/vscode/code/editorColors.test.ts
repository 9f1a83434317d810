import * as vscode from 'vscode';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { activeTheme } from '../../../src/vscode/code/activeTheme.ts';
import {
  type Contributions,
  readContributedFile,
  readContributions,
} from '../../../src/vscode/code/contributions.ts';
import { EditorColors } from '../../../src/vscode/code/editorColors.ts';
import { findLanguage, readGrammars } from '../../../src/vscode/code/grammarFiles.ts';
import {
  readCustomRules,
  readThemeRules,
  TOKEN_COLORS_SETTING,
} from '../../../src/vscode/code/tokenRules.ts';
import { equal, ok, until } from '../assert.ts';
import { isWebWorker } from '../extensionAccess.ts';

const { ColorThemeKind } = vscode;

async function setTheme(name: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('workbench')
    .update('colorTheme', name, vscode.ConfigurationTarget.Global);
}

/** What the colours of code tell a panel. */
function startColours(): { colours: EditorColors; told: ToPanel[] } {
  const told: ToPanel[] = [];
  return { colours: new EditorColors((message) => told.push(message)), told };
}

/** The colour of the last rule for a scope, as the theme has it. */
function colourOf(told: readonly ToPanel[], scope: string): string | undefined {
  const theme = told.findLast((message) => message.type === 'codeTheme');
  return theme?.rules?.findLast((rule) => rule.scope.includes(scope) && rule.foreground)?.foreground;
}

// With a server, all of VS Code's own extensions run there, and a web worker host knows none of them.
if (!isWebWorker) {
  describe('the colours of code, of the extensions of VS Code', coloursOfExtensions);
}

function coloursOfExtensions(): void {
  let contributions: Contributions;
  before(() => {
    contributions = readContributions(vscode.extensions.all);
  });
  after(() => setTheme(undefined));

  it('finds languages by id, by other names and by the ends of their files', () => {
    const id = (name: string): string | undefined => findLanguage(contributions.languages, name)?.id;
    for (const name of ['typescript', 'TypeScript', 'ts']) {
      equal(id(name), 'typescript');
    }
    equal(id('py'), 'python');
    equal(id('C#'), 'csharp');
    equal(id('bash'), 'shellscript');
    equal(id('Dockerfile'), 'dockerfile');
    equal(id('no such language'), undefined);
  });

  it('reads the grammar of TypeScript', async () => {
    const found = await readGrammars(contributions, 'ts');
    equal(found?.scopeName, 'source.ts');
    ok(JSON.parse(found?.files[0]?.json ?? '').patterns.length > 0, 'No patterns');
  });

  it('reads the grammars that a grammar includes with it, up to a bound', async () => {
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

  it('reads every theme that VS Code brings, those that they include first', async () => {
    const own = contributions.themes.filter(({ file }) => file.uri.path.endsWith('.json'));
    ok(own.length >= 15, `${own.length} themes`);
    for (const theme of own) {
      const rules = await readThemeRules(theme.file);
      ok(rules !== undefined && rules.length > 10, `${theme.label}: ${rules?.length} rules`);
    }
  }).timeout(60_000);

  it('reads nothing outside of the extension that names it, and gives nothing for what is not there', async () => {
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

  it('knows the theme in use by the settings and its kind', async () => {
    await setTheme('Monokai');
    await until(
      () => activeTheme(contributions.themes, vscode.window.activeColorTheme.kind)?.id,
      (id) => id === 'Monokai',
    );
    // A theme of another kind can't be the one in use, whatever the setting says.
    ok(activeTheme(contributions.themes, ColorThemeKind.Light)?.id !== 'Monokai', 'Monokai is dark');
  });

  it('tells a panel the theme before the first grammar, and anew when another theme is chosen', async () => {
    await setTheme('Monokai');
    const { colours, told } = startColours();
    try {
      await colours.sendGrammar('ts');
      await colours.sendGrammar('no such language');
      equal(told.map(({ type }) => type).join(), 'codeTheme,grammar,grammar');
      const [, known, unknown] = told;
      equal(known?.type === 'grammar' && known.scopeName, 'source.ts');
      equal(unknown?.type === 'grammar' && unknown.scopeName, undefined);
      const before = colourOf(told, 'comment');
      await setTheme('Abyss');
      await until(
        () => colourOf(told, 'comment'),
        (now) => now !== before,
      );
    } finally {
      colours.dispose();
    }
  });

  it('tells nothing of a theme to a panel that never asked', async () => {
    const { colours, told } = startColours();
    const changed = new Promise((resolve) => vscode.window.onDidChangeActiveColorTheme(resolve));
    await setTheme('Kimbie Dark');
    await changed;
    colours.dispose();
    equal(told.length, 0);
  });
}

describe('the colours of code', () => {
  it('are changed by a person for the themes that a key of the setting names, as VS Code reads it', async () => {
    const keys = [
      '[Abyss]',
      '[Abyss][Monokai Dimmed]',
      '[Mono*]',
      '[*Dimmed]',
      '[*kai*]',
      '[*]',
      '[Mono*Dimmed]',
    ];
    const setColours = (value: unknown) =>
      vscode.workspace
        .getConfiguration()
        .update(TOKEN_COLORS_SETTING, value, vscode.ConfigurationTarget.Global);
    await setColours(Object.fromEntries(keys.map((key, index) => [key, { comments: `#00000${index}` }])));
    try {
      const forTheme = (theme: string) => readCustomRules(theme).map(({ foreground }) => foreground?.at(-1));
      equal(forTheme('Monokai Dimmed').join(), '1,2,3,4,5');
      equal(forTheme('Abyss').join(), '0,1,5');
      equal(forTheme('Dark Monokai').join(), '4,5');
    } finally {
      await setColours(undefined);
    }
  });

  it('are the panel’s own where the extension host knows no extension that brings them', async () => {
    const told: ToPanel[] = [];
    const colours = new EditorColors(
      (message) => told.push(message),
      () => [],
    );
    await colours.sendGrammar('ts');
    colours.dispose();
    equal(JSON.stringify(told), '[{"type":"codeTheme"},{"type":"grammar","language":"ts","files":[]}]');
  });

  it('are not read from what has another shape than VS Code documents', () => {
    const [extension] = vscode.extensions.all;
    ok(extension, 'No extension');
    const odd = [{}, { contributes: 3 }, { contributes: { themes: [{ label: 'x' }, 3], grammars: {} } }];
    const found = readContributions(odd.map((packageJSON) => ({ ...extension, packageJSON })));
    equal(JSON.stringify(found), '{"languages":[],"grammars":[],"themes":[]}');
  });
});
