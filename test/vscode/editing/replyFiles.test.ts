import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import type { AssistantTurn } from '../../../src/core/conversation/conversation.ts';
import type { CodeBlockPlace } from '../../../src/core/markdown/codeBlockPlace.ts';
import { ReplyFiles } from '../../../src/vscode/editing/replyFiles.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { equal } from '../assert.ts';
import { closeEditors, isWebWorker } from '../extensionAccess.ts';
import { StubFolder } from '../stubFolder.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const LINES = 'one\ntwo\nthree\nfour';

describe('a file that a reply names in its text', () => {
  const files = new WorkspaceFiles();
  const targetEditor = new TargetEditor();
  let turn: AssistantTurn = {
    kind: 'assistant',
    id: 'reply',
    model: 'm',
    text: '',
    status: 'finished',
    startedAt: 0,
  };
  const replies = new ReplyFiles({
    conversations: {
      current: { findReply: () => turn, conversation: { turns: [turn] } } as unknown as ChatSession,
    },
    targetEditor,
    anchors: lazy(async () => ({ pathOf: ({ path }: Attachment) => path })),
  });

  before(async () => {
    for (const path of ['only.ts', 'deep/two.ts', 'deeper/two.ts', 'node_modules/ignored.ts', 'a b.md']) {
      await files.write(`prose/${path}`, LINES);
    }
    await files.write('prose-top.ts', LINES);
    await files.write('prose/prose-top.ts', LINES);
  });

  after(async () => {
    targetEditor.dispose();
    await files.remove();
    await closeEditors();
  });

  /** The references in a reply that lead to a file, each with the path that it leads to. */
  async function linksIn(text: string): Promise<string[]> {
    turn = { ...turn, text };
    return (await replies.linksOf('reply')).map(({ index, text, path }) => `${index} ${text} ${path}`);
  }

  async function blocksWithFile(): Promise<CodeBlockPlace[]> {
    const places = await replies.placesOfBlocks('reply');
    return places.filter(({ files: { length } }) => length > 0).map(({ block }) => block);
  }

  /** Opens the first reference of a reply. Returns what is selected then, as line and column from 0. */
  async function selectedBy(text: string): Promise<number[] | undefined> {
    turn = { ...turn, text };
    equal(await replies.openLink('reply', 0), undefined);
    const { selection, document } = vscode.window.activeTextEditor ?? {};
    equal(document?.getText(), LINES);
    return selection && [selection.start, selection.end].flatMap(({ line, character }) => [line, character]);
  }

  it('is found by its path or, if there is only one, by the end of it', async () => {
    const text =
      '`prose/only.ts:2`, `prose/only.ts`, `only.ts`, `deep/two.ts`, [a](prose/a%20b.md), `prose/only.ts`';
    equal(await linksIn(text), [
      '0 prose/only.ts:2 prose/only.ts',
      '1 prose/only.ts prose/only.ts',
      '2 only.ts prose/only.ts',
      '3 deep/two.ts prose/deep/two.ts',
      '4 prose/a b.md prose/a b.md',
    ]);
  });

  it('is found in a Markdown block too, as the panel can show that rendered, and in its code blocks', async () => {
    const fenced = '`prose/only.ts`\n\n```ts title="prose/only.ts"\na\n```';
    equal(await linksIn(`\`\`\`\`md\n${fenced}\n\`\`\`\`\n\n\`deep/two.ts\``), [
      '0 deep/two.ts prose/deep/two.ts',
      '1 prose/only.ts prose/only.ts',
    ]);
    equal(await blocksWithFile(), [{ blockIndex: 0, innerIndex: 0 }]);
    equal(await linksIn(`\`\`\`\`text\n${fenced}\n\`\`\`\``), []);
    equal(await blocksWithFile(), []);
  });

  it('is found in an info string, as frameworks, other scripts and Windows write it, with or without lines', async () => {
    await files.write('prose/app/[slug]/+page.svelte', LINES);
    await files.write('prose/日本語.md', LINES);
    const infos = [
      'tsx prose/app/[slug]/+page.svelte',
      'prose/日本語.md',
      'ts prose\\only.ts:2',
      '1:3:prose/only.ts',
    ];
    const others = ['ts ../prose/only.ts', 'ts title="prose/gone.ts"', 'ts file=/prose/only.ts'];
    const text = [...infos, ...others].map((info) => `\`\`\`${info}\na\n\`\`\`\n`).join('\n');
    turn = { ...turn, text };
    equal(
      await blocksWithFile(),
      infos.map((_, blockIndex) => ({ blockIndex })),
    );
  });

  it('is no link if there are several, none, or only one in an excluded folder, or it is outside', async () => {
    equal(
      await linksIn(
        '`two.ts` `prose-top.ts` `gone.ts` `ignored.ts` `and/or` `../outside.ts` `/etc/hosts.txt` `prose`',
      ),
      [],
    );
    equal(
      await linksIn('[a](../outside.ts) [b](file:///etc/hosts) [c](command:a.ts) `prose/../only.ts`'),
      [],
    );
  });

  it('is looked for when the reply has ended', async () => {
    turn = { ...turn, status: 'streaming' } as AssistantTurn;
    equal(await linksIn('`prose/only.ts`'), []);
    equal(await replies.openLink('reply', 0), 'The file was not found in the workspace.');
    turn = { ...turn, status: 'finished' } as AssistantTurn;
    equal((await linksIn('`prose/only.ts`')).length, 1);
  });

  it('is opened at its lines, which end with the file', async () => {
    equal(await selectedBy('`only.ts:3`'), [2, 0, 2, 0]);
    equal(await selectedBy('`only.ts:2:3`'), [1, 2, 1, 2]);
    equal(await selectedBy('`prose/only.ts#L2-L3`'), [1, 0, 2, 5]);
    equal(await selectedBy('`only.ts:900`'), [3, 4, 3, 4]);
    equal(await replies.openLink('reply', 7), 'The file was not found in the workspace.');
  });

  it('is found by its exact path where VS Code can not search', async () => {
    const folder = new StubFolder();
    folder.write('only.ts', LINES);
    folder.write('deep/two.ts', LINES);
    const { uri } = folder;
    const workspaceFolder = { uri, name: 'folder', index: 0 };
    const { workspaceFolders, getWorkspaceFolder, findFiles } = Object.getOwnPropertyDescriptors(
      vscode.workspace,
    );
    let searches = 0;
    Object.defineProperties(vscode.workspace, {
      workspaceFolders: { configurable: true, value: [workspaceFolder] },
      getWorkspaceFolder: {
        configurable: true,
        value: ({ scheme }: vscode.Uri) => (scheme === uri.scheme ? workspaceFolder : undefined),
      },
      // It would never answer.
      findFiles: {
        configurable: true,
        value: async () => {
          searches += 1;
          return [];
        },
      },
    });
    try {
      equal(await linksIn('`two.ts` `only.ts` `deep/two.ts` `gone/two.ts` `deep/two.ts/only.ts`'), [
        '1 only.ts /folder/only.ts',
        '2 deep/two.ts /folder/deep/two.ts',
      ]);
      equal(await selectedBy('`deep/two.ts:3`'), [2, 0, 2, 0]);
      equal(vscode.window.activeTextEditor?.document.uri.toString(), folder.file('deep/two.ts').toString());
      equal(searches, 0);
    } finally {
      Object.defineProperties(vscode.workspace, { workspaceFolders, getWorkspaceFolder, findFiles });
      await closeEditors();
      folder.dispose();
    }
  });

  // In a web worker, there is nothing that makes a link.
  (isWebWorker ? it.skip : it)(
    'is not found behind a symbolic link that leads out of the workspace',
    async () => {
      const { mkdtempSync, rmSync, symlinkSync, writeFileSync } = process.getBuiltinModule('node:fs');
      const outside = mkdtempSync(`${process.getBuiltinModule('node:os').tmpdir()}/prose-`);
      try {
        writeFileSync(`${outside}/secret.ts`, LINES);
        const link = await files.write('prose/linked/inside.ts', LINES);
        symlinkSync(`${outside}/secret.ts`, vscode.Uri.joinPath(link, '../secret.ts').fsPath);
        symlinkSync(outside, vscode.Uri.joinPath(link, '../folder').fsPath);
        const text = '`inside.ts` `secret.ts` `prose/linked/secret.ts` `folder/secret.ts`';
        equal(await linksIn(text), ['0 inside.ts prose/linked/inside.ts']);
      } finally {
        rmSync(outside, { recursive: true });
      }
    },
  );
});
