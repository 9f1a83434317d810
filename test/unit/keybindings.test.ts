import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { REPOSITORY } from '../harness/paths.ts';

const Keybinding = z.object({
  command: z.string(),
  key: z.string(),
  mac: z.string(),
  when: z._default(z.string(), ''),
});
type Keybinding = z.infer<typeof Keybinding>;

const { contributes } = z
  .object({ contributes: z.object({ keybindings: z.array(Keybinding) }) })
  .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));
const { keybindings } = contributes;

const SYSTEMS = ['windows', 'linux', 'mac'] as const;
type System = (typeof SYSTEMS)[number];

/** VS Code's own keys, and those of its chat. `test/harness/vscode/listDefaultKeys.ts` lists them. */
const theirs = readFileSync(join(REPOSITORY, 'test/unit/vscodeKeys.tsv'), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row) => {
    const [key = '', systems = '', command = '', when = ''] = row.split('\t');
    return { key, systems: systems.split(' '), command, when };
  });

/** Keys of the systems themselves, which no application gets or may take. */
const OF_THE_SYSTEM: Readonly<Record<System, readonly string[]>> = {
  windows: [
    'ctrl+alt+delete',
    'alt+f4',
    'alt+tab',
    'shift+alt+tab',
    'alt+space',
    'alt+escape',
    'ctrl+escape',
  ],
  linux: [
    ...['ctrl+alt+delete', 'ctrl+alt+t', 'ctrl+alt+l', 'ctrl+alt+d', 'ctrl+alt+escape'],
    ...['ctrl+alt+up', 'ctrl+alt+down', 'ctrl+alt+left', 'ctrl+alt+right', 'ctrl+alt+backspace'],
    ...['alt+f1', 'alt+f2', 'alt+f4', 'alt+f7', 'alt+f8', 'alt+f10', 'alt+tab', 'shift+alt+tab', 'alt+space'],
  ],
  mac: [
    ...['ctrl+cmd+q', 'ctrl+cmd+f', 'ctrl+cmd+d', 'ctrl+cmd+space', 'alt+cmd+d', 'alt+cmd+h', 'alt+cmd+m'],
    ...[
      'alt+cmd+q',
      'alt+cmd+escape',
      'alt+cmd+space',
      'alt+cmd+f5',
      'shift+cmd+3',
      'shift+cmd+4',
      'shift+cmd+5',
    ],
    ...['ctrl+up', 'ctrl+down', 'ctrl+left', 'ctrl+right', 'cmd+tab', 'cmd+`', 'cmd+space', 'cmd+h', 'cmd+q'],
  ],
};

/** Where our keys are that VS Code uses, too: in the panel, or in the proposal of a review. */
const PANEL = 'assistant.panelFocused';
const REVIEW = 'resourceScheme == assistant-review';

/** Conditions for the focus or the place in VS Code's own parts, which the panel excludes. */
const ELSEWHERE =
  /^(?:false|\w*Focus(?:s?ed|InAny)?|in(?:QuickInput|Chat\w*|DebugRepl|SearchEditor|SettingsEditor|Keybindings\w*)|focusedView == .*|accessibleView\w*.*|active(?:CustomEditorId|Editor) == .*)$/;

/** Conditions that hold in a text editor. */
const IN_EDITOR = /^(?:editor(?:Text)?Focus|textInputFocus|inputFocus)$/;

/**
 * Commands of VS Code whose condition may hold where ours does. An extension's key goes before VS Code's, so they lose it
 * there. Each with the reason why nobody misses it.
 */
const TAKEN_OVER: Readonly<Record<string, string>> = {
  'actions.find': 'finds in an editor without the focus; Ctrl+F finds where one is',
  'breadcrumbs.revealFocused': 'for the focus in the breadcrumbs',
  'chat.inlineResourceAnchor.openToSide': 'for the focus on a link of the built-in chat',
  'inlineChat2.keep': 'for edits of the inline chat, which are in no review of ours',
  'mergeEditor.acceptMerge': 'for the focus in a merge editor, which is neither the panel nor a review',
  previewSelectedCodeAction: 'for an open menu of code actions, which has the focus',
  'scm.acceptInput': 'for the focus in the box of a commit message',
  'search.action.replaceAll': 'for the focus in the search view',
  'workbench.action.terminal.chat.runCommand': 'for the focus in the chat of a terminal',
  'workbench.action.terminal.chat.runFirstCommand': 'for the focus in the chat of a terminal',
  'workbench.action.terminal.chat.insertCommand': 'for the focus in the chat of a terminal',
  'workbench.action.terminal.chat.insertFirstCommand': 'for the focus in the chat of a terminal',
  acceptRenameInputWithPreview: 'for an open rename box, which has the focus',
  'editor.action.insertLineAfter': 'accepts the review instead, as the key commits elsewhere',
  'git.revertSelectedRanges': 'is for files of Git; in a review, the key reverts a change of the proposal',
  'workbench.action.keybindingsReference': 'is in the Help menu; Git takes the key over in the same way',
};

/** Strokes of a key, each with its modifiers in one order. */
function strokesOf(key: string): string[] {
  return key.split(' ').map((stroke) =>
    stroke
      .split(/(?<=.)\+/)
      .toSorted()
      .join('+'),
  );
}

function keyOn(system: System, { key, mac }: Keybinding): string {
  return system === 'mac' ? mac : key;
}

/** Whether one key is the other, or begins with it. */
function collide(one: string, other: string): boolean {
  const [first, second] = [strokesOf(one), strokesOf(other)];
  const length = Math.min(first.length, second.length);
  return first.slice(0, length).join(' ') === second.slice(0, length).join(' ');
}

/** Commands of VS Code that have the same key and may be meant where ours is. */
function competitors(system: System, ours: Keybinding): string[] {
  const isExcluded = (condition: string): boolean =>
    ours.when.includes(PANEL)
      ? ELSEWHERE.test(condition)
      : ours.when.includes(REVIEW) &&
        (condition.startsWith('resourceScheme =~') ||
          condition === '!editorFocus' ||
          (ELSEWHERE.test(condition) && !IN_EDITOR.test(condition)));
  return theirs
    .filter(({ systems, key }) => systems.includes(system) && collide(key, keyOn(system, ours)))
    .filter(({ when }) => !when.split(' || ').every((either) => either.split(' && ').some(isExcluded)))
    .map(({ command }) => command);
}

describe('keys', () => {
  test('of VS Code are known for each system', () => {
    for (const system of SYSTEMS) {
      assert.ok(theirs.filter(({ systems }) => systems.includes(system)).length > 1000, system);
    }
    assert.ok(
      theirs.some(({ command, key }) => command === 'workbench.action.chat.open' && key === 'ctrl+alt+i'),
    );
  });

  for (const ours of keybindings) {
    const name = `${ours.command} (${ours.key}, ${ours.mac})`;
    test(`of ${name} are free, or meant only in the chat or in a review`, () => {
      for (const system of SYSTEMS) {
        const found = competitors(system, ours);
        const hasPlace = ours.when.includes(PANEL) || ours.when.includes(REVIEW);
        assert.deepEqual(
          found.filter((command) => !hasPlace || TAKEN_OVER[command] === undefined),
          [],
          system,
        );
      }
    });

    test(`of ${name} type no character and are not the system’s`, () => {
      // Windows makes Ctrl+Alt of AltGr, which types letters and brackets on many layouts. On a Mac, Option types them.
      assert.doesNotMatch(ours.key, /\bctrl\+(?:shift\+)?alt\+.(?:$| )/);
      assert.doesNotMatch(ours.mac, /^(?:shift\+)?alt\+.$/);
      for (const system of SYSTEMS) {
        const key = keyOn(system, ours);
        assert.ok(!OF_THE_SYSTEM[system].some((taken) => collide(taken, key)), `${system}: ${key}`);
      }
    });
  }

  test('of VS Code that ours take over are all still there', () => {
    const found = keybindings.flatMap((ours) => SYSTEMS.flatMap((system) => competitors(system, ours)));
    assert.deepEqual([...new Set(found)].toSorted(), Object.keys(TAKEN_OVER).toSorted());
  });

  test('open the chat, begin a new one and ask about the selection from anywhere', () => {
    const anywhere = keybindings.filter(({ when }) => when === '').map(({ command }) => command);
    assert.deepEqual(anywhere, ['assistant.openChat', 'assistant.newChat', 'assistant.askAboutSelection']);
  });

  test('that texts name are those that the commands have', () => {
    const ask = keybindings.find(({ command }) => command === 'assistant.askAboutSelection');
    const [pc, mac] = [inWords(ask?.key), inWords(ask?.mac)];
    const symbols = mac.replace(
      /(\w+)\+/g,
      (_, modifier: string) => ({ Ctrl: '⌃', Cmd: '⌘' })[modifier] ?? modifier,
    );
    for (const [file, ...names] of [
      ['README.md', `\`${pc}\` (\`${mac}\` on macOS)`],
      ['src/webview/panel/emptyView.ts', `'${symbols}' : '${pc}'`],
      ['test/harness/start.ts', `'${mac}' : '${pc}'`],
    ] as const) {
      const text = readFileSync(join(REPOSITORY, file), 'utf8');
      assert.deepEqual(
        names.filter((name) => !text.includes(name)),
        [],
        file,
      );
    }
  });
});

/** A key as people write it: `Shift+Alt+K`. */
function inWords(key = ''): string {
  return key.replace(/\w+/g, (name) => name.charAt(0).toUpperCase() + name.slice(1));
}
