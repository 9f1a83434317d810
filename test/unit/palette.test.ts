import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { REPOSITORY } from '../harness/paths.ts';

const MenuItem = z.object({ command: z.string(), when: z.optional(z.string()) });
const Submenu = z.object({ submenu: z.string() });

const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), enablement: z.optional(z.string()) })),
      menus: z.record(z.string(), z.array(z.union([MenuItem, Submenu]))),
      keybindings: z.array(z.object({ command: z.string() })),
    }),
  })
  .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));
const { commands, keybindings } = contributes;
const menus = Object.fromEntries(
  Object.entries(contributes.menus).map(([menu, items]) => [menu, items.filter((item) => 'command' in item)]),
);

const WITH_EDITOR = 'editorIsOpen';
const HAS_TURNS = 'assistant.hasTurns';
const HAS_REPLY = 'assistant.hasReply';
const IN_EDITOR = 'assistant.hasReply && editorIsOpen';
const IN_LIST = 'assistant.historyInView || assistant.historyInTab';
const IN_REVIEW = 'resourceScheme == assistant-review';
const IN_REVIEW_OF_ASKED = `${IN_REVIEW} && resource =~ /^assistant-review:\\/\\/asked\\//`;

/** What a person may type, and when it is listed: only while it can do something. */
const LISTED: Readonly<Record<string, string>> = {
  connect: 'always',
  openChat: 'always',
  newChat: 'always',
  askAboutSelection: 'always',
  editSelection: 'editorIsOpen',
  askAboutTerminalSelection: 'terminalIsOpen',
  addLastCommand: 'terminalIsOpen',
  addContext: 'always',
  runPrompt: 'always',
  explain: WITH_EDITOR,
  fix: WITH_EDITOR,
  writeTests: WITH_EDITOR,
  document: WITH_EDITOR,
  fixProblem: WITH_EDITOR,
  explainProblem: WITH_EDITOR,
  showConversations: 'always',
  openChatInEditor: 'always',
  openChatInNewWindow: 'always',
  moveChat: 'always',
  showRequest: 'always',
  showLog: 'always',
  showStatus: 'always',
  exportAllConversations: 'always',
  importConversations: 'always',
  openHistoryFolder: 'always',
  selectModel: '!assistant.notConnected',
  removeApiKey: '!assistant.noApiKey',
  writeCommitMessage: 'gitOpenRepositoryCount > 0',
  useInstructionFiles: 'isWorkspaceTrusted && workspaceFolderCount != 0',
  addDefinitions: 'editorHasSelection',
  stop: 'assistant.streaming',
  continueReply: 'assistant.canContinue',
  retry: 'assistant.hasTurns && !assistant.streaming',
  askAnotherModel: 'assistant.canCompare',
  editQuestion: HAS_TURNS,
  insertReply: IN_EDITOR,
  findInConversation: HAS_REPLY,
  nextCodeBlock: HAS_REPLY,
  previousCodeBlock: HAS_REPLY,
  copyLastCodeBlock: HAS_REPLY,
  insertLastCodeBlock: IN_EDITOR,
  replaceWithLastCodeBlock: IN_EDITOR,
  replaceAskedAboutWithLastCodeBlock: HAS_REPLY,
  renameConversation: HAS_TURNS,
  deleteConversation: HAS_TURNS,
  exportConversation: HAS_TURNS,
  copyConversation: HAS_TURNS,
  showSentRequest: HAS_TURNS,
  showTrash: IN_LIST,
  deleteAllConversations: IN_LIST,
  acceptReview: IN_REVIEW,
  discardReview: IN_REVIEW,
  revertChange: IN_REVIEW,
  askAgain: IN_REVIEW_OF_ASKED,
  regenerate: IN_REVIEW_OF_ASKED,
};

/** In no menu, since Add Context… offers the same: for keys of the user’s own. */
const FOR_OWN_KEYS = ['assistant.addFile', 'assistant.addProblems'];

/** Commands that the panel runs for the code block with the focus: it draws their buttons. */
const OF_A_CODE_BLOCK = /CodeBlock(?:File)?$/;

test('the Command Palette lists what a person types for, each only while it can do something', () => {
  const conditions = new Map((menus['commandPalette'] ?? []).map(({ command, when }) => [command, when]));
  const listed = commands.flatMap(({ command }) => {
    const when = conditions.get(command) ?? 'always';
    return when === 'false' ? [] : [[command.replace('assistant.', ''), when] as const];
  });
  assert.deepEqual(Object.fromEntries(listed), LISTED);
});

test('what the Command Palette lists is enabled then', () => {
  for (const { command, enablement } of commands) {
    const condition = LISTED[command.replace('assistant.', '')];
    if (enablement !== undefined && condition !== undefined) {
      const given = condition.split(' && ');
      assert.deepEqual(
        enablement.split(' && ').filter((term) => !given.includes(term)),
        [],
        command,
      );
    }
  }
});

test('what the Command Palette does not list is in the menu of a place', () => {
  const elsewhere = new Set(
    [...Object.entries(menus).filter(([menu]) => menu !== 'commandPalette'), ['keys', keybindings] as const]
      .flatMap(([, items]) => items)
      .map(({ command }) => command),
  );
  const unreachable = commands
    .map(({ command }) => command)
    .filter((command) => LISTED[command.replace('assistant.', '')] === undefined)
    .filter((command) => !elsewhere.has(command) && !OF_A_CODE_BLOCK.test(command));
  assert.deepEqual(unreachable, FOR_OWN_KEYS);
});

test('no entry of the chat’s own menus is shown disabled', () => {
  const enablements = new Map(commands.map(({ command, enablement }) => [command, enablement]));
  for (const { command, when = '' } of menus['view/title'] ?? []) {
    const given = when.split(' && ');
    const missing = (enablements.get(command)?.split(' && ') ?? []).filter((term) => !given.includes(term));
    assert.deepEqual(missing, [], command);
  }
});
