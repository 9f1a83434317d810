import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import type { AssistantTurn, Turn } from '../../../src/core/conversation/conversation.ts';
import type { ReplyTarget, ToPanel } from '../../../src/protocol/toPanel.ts';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { DocumentWriter, type Proposal } from '../../../src/vscode/editing/documentWriter.ts';
import { proposeEdit } from '../../../src/vscode/editing/proposeEdit.ts';
import { meantBlocks } from '../../../src/vscode/editing/replaceAskedAbout.ts';
import { ReplyTargets } from '../../../src/vscode/editing/replyTargets.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, editorOn } from '../extensionAccess.ts';

const OLD = 'function half(n: number): number {\n  return n / 2;\n}';
const NEW = 'function half(n: number): number {\n  return n >> 1;\n}';
const REST = '\n\nexport default half;\n';
const USAGE = "import half from './half.ts';\n\nconsole.log(half(4));";

const fence = (code: string, info = 'ts') => `\`\`\`${info}\n${code}\n\`\`\``;
const INSTALL = fence('npm install half', 'bash');

describe('choosing among the code blocks of a reply', () => {
  let anchors: Anchors;
  let targetEditor: TargetEditor;
  let reviewed: Proposal[];

  beforeEach(() => {
    anchors = new Anchors();
    targetEditor = new TargetEditor();
    reviewed = [];
  });
  afterEach(async () => {
    anchors.dispose();
    targetEditor.dispose();
    await closeEditors();
  });

  /** A conversation with one question, about the function of a new document, and its reply. */
  async function ask(text: string): Promise<{ turns: readonly Turn[]; reply: AssistantTurn }> {
    const asked = captureSelection(await editorOn(OLD + REST, [0, 0, 2, 1], 'typescript'), '1');
    ok(asked, 'Nothing is selected');
    anchors.track([asked]);
    const reply: AssistantTurn = {
      kind: 'assistant',
      id: 'reply',
      model: 'a',
      text,
      status: 'finished',
      startedAt: 0,
    };
    return { turns: [{ kind: 'user', id: 'question', text: '', attachments: [asked], at: 0 }, reply], reply };
  }

  async function propose(text: string): Promise<ActionResult> {
    const { turns, reply } = await ask(text);
    const writer = new DocumentWriter({
      onWritten: () => undefined,
      targetEditor,
      // Stands for the diff editor, which has tests of its own.
      reviews: {
        open: async (proposal) => {
          reviewed.push(proposal);
          return {};
        },
      },
    });
    return proposeEdit({ anchors, writer }, { conversation: { id: '1', turns } }, reply, {});
  }

  for (const [shape, text, blockIndex] of [
    ['a command first', `Install it:\n\n${INSTALL}\n\nThen:\n\n${fence(NEW)}`, 1],
    ['the old code first', `Here is your code:\n\n${fence(OLD)}\n\nChange it to:\n\n${fence(NEW)}`, 1],
    ['an example first', `So that this works:\n\n${fence(USAGE)}\n\n${fence(NEW)}`, 1],
    ['an example at the end', `${fence(NEW)}\n\nUse it:\n\n${fence(USAGE)}`, 0],
  ] as const) {
    it(`reviews the one that is least in doubt: ${shape}`, async () => {
      equal(await propose(text), undefined);
      equal(
        reviewed.map(({ lines, source }) => [lines.join('\n'), source?.blockIndex]),
        [[NEW + REST, blockIndex]],
      );
    });
  }

  it('says that code may be incomplete if its fence is open, and takes another one that is complete', async () => {
    const open = fence(NEW).replace('\n}\n```', '\n}');
    const result = await propose(open);
    ok(result?.kind === 'info' && said(result)?.includes('incomplete'), `Said: ${said(result)}`);
    equal(await propose(`${fence(NEW)}\n\nOr:\n\n${open.replace('>> 1', '* 0.5')}`), undefined);
    equal(reviewed.at(-1)?.lines.join('\n'), NEW + REST);
  });

  it('says of the one that is most likely meant why it is refused', async () => {
    const patch = fence(' function double(n) {\n-  return n * 2;\n+  return n + n;', 'diff');
    const result = await propose(`${INSTALL}\n\n${patch}`);
    ok(result?.kind === 'error' && said(result)?.includes('does not match'), `Said: ${said(result)}`);
    equal(reviewed, []);
  });

  it('tells the panel once which blocks are meant, also when one of them was applied', async () => {
    const { turns, reply } = await ask(`${INSTALL}\n\n${fence(OLD)}\n\n${fence(NEW)}\n\n${fence(USAGE)}`);
    const posted: (ReplyTarget | undefined)[] = [];
    let runs = 0;
    const targets = new ReplyTargets({
      conversations: {
        current: { conversation: { id: '1', turns }, findReply: () => reply } as never,
      },
      anchors: lazy(async () => anchors),
      ui: {
        post: (message: ToPanel) => {
          posted.push(message.type === 'replyTarget' ? message.target : undefined);
        },
      },
      findMeantBlocks: async (...asked) => {
        runs++;
        return meantBlocks(anchors, ...asked);
      },
    });
    try {
      reply.status = 'streaming';
      await targets.post(reply.id);
      const [target] = posted;
      await targets.compare(reply.id);
      equal(posted, [target]);
      reply.status = 'finished';
      await targets.compare(reply.id);
      await targets.compare(reply.id);
      equal(posted, [target, { ...target, blocks: [2] }]);
      const edit = new vscode.WorkspaceEdit();
      const { document } = vscode.window.activeTextEditor ?? {};
      ok(document, 'No document is open');
      edit.replace(document.uri, new vscode.Range(0, 0, 2, 1), `// Applied\n${NEW}`);
      await vscode.workspace.applyEdit(edit);
      await until(
        () => posted.length,
        (count) => count > 2,
      );
      equal(posted.at(-1)?.blocks, [2]);
      equal(runs, 1);
    } finally {
      targets.dispose();
    }
  });
});
