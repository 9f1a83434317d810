import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Theme, Workbench } from '../harness/vscode/workbench.ts';

/** Widths of the two chats, in px. */
export const WIDTHS = [640, 300, 200] as const;

interface Scene {
  readonly name: string;
  /** Asked in both chats. */
  readonly question?: string;
  /** Left in the composer of a new chat. */
  readonly draft?: string;
  /** The reply never ends. */
  readonly isHeld?: true;
  /** Searched for among the files. The list closes when the other chat gets the focus, so each has its picture. */
  readonly fileSearch?: string;
  /** How far up the conversation is scrolled, in px. */
  readonly scrollUp?: number;
}

const LONG_QUESTION = `question

Why does this refuse "5 s"? The documentation says that white space between the number and the unit is ignored.

\`\`\`ts
const match = /^(\\d+)(ms|s|m|h)$/.exec(text);
\`\`\`

Please answer with:
- the cause
- the smallest change
- one test for it

Do not change the names, since other modules import them.`;

export const SCENES: readonly Scene[] = [
  { name: 'empty' },
  ...[
    ...['text', 'lists', 'code', 'tables', 'quotations', 'links', 'words', 'right-to-left', 'mathematics'],
    ...['html', 'diagram', 'as-written'],
  ].map((name) => ({ name, question: name })),
  { name: 'question', question: LONG_QUESTION },
  { name: 'waiting', question: 'waiting', isHeld: true },
  { name: 'streaming', question: 'streaming', isHeld: true },
  { name: 'failure', question: '!status 403' },
  { name: 'long', question: '!long 700' },
  { name: 'scrolling', question: '!long 700', scrollUp: 900 },
  { name: 'composer', draft: 'Why does this refuse "5 s"?\nAnd what about "5s "?\n'.repeat(4) },
  { name: 'suggestions', fileSearch: 'du' },
];

interface PictureOptions {
  readonly folder: string;
  readonly scenes: readonly Scene[];
  readonly themes: readonly Theme[];
  readonly widths: readonly number[];
}

/** Space beside the two chats: the activity bar, and the editors at their minimum, in px. */
const REST_WIDTH = 320;
const HEIGHT = 1000;

const SELECT_ALL = process.platform === 'darwin' ? 'Meta+A' : 'Control+A';

/** Saves a screenshot of the window for each scene, theme and width as `<scene>-<theme>-<width>.png`. */
export async function takePictures(workbench: Workbench, options: PictureOptions): Promise<void> {
  const { page } = workbench;
  await mkdir(options.folder, { recursive: true });
  const chats = [ourChat(workbench), theirChat(workbench)];
  for (const chat of chats) {
    await chat.ready();
  }
  for (const theme of options.themes) {
    await workbench.setTheme(theme);
    for (const scene of options.scenes) {
      // VS Code hides the buttons of a narrow view.
      await resize(workbench, Math.max(...WIDTHS));
      for (const chat of chats) {
        await showScene(chat, scene);
      }
      for (const width of options.widths) {
        await resize(workbench, width);
        const picture = (name: string) =>
          page.screenshot({ path: join(options.folder, `${name}-${theme}-${width}.png`) });
        for (const chat of chats) {
          if (scene.fileSearch !== undefined) {
            await chat.write(chat.fileTrigger);
            // VS Code's list opens for typed text only.
            await page.keyboard.type(scene.fileSearch);
          }
          await scroll(workbench, chat, scene);
          await settled(workbench, chat.conversation);
          if (scene.fileSearch !== undefined) {
            await picture(`${scene.name}-${chat.name}`);
          }
        }
        if (scene.fileSearch === undefined) {
          await picture(scene.name);
        }
      }
      if (scene.isHeld) {
        for (const chat of chats) {
          await chat.stop.click();
        }
      }
    }
  }
}

/** Gives both chats this width, in px, and leaves little space between them. */
async function resize(workbench: Workbench, width: number): Promise<void> {
  const { page } = workbench;
  await page.setViewportSize({ width: 2 * Math.max(...WIDTHS) + REST_WIDTH, height: HEIGHT });
  await workbench.setPanelWidth(width);
  await workbench.setSecondarySideBarWidth(width);
  await page.setViewportSize({ width: 2 * width + REST_WIDTH, height: HEIGHT });
}

/** One of the two chats, operated as a user does. */
interface Chat {
  /** Part of the names of pictures. */
  readonly name: string;
  /** Starts the search for a file to attach. */
  readonly fileTrigger: string;
  readonly conversation: Locator;
  readonly stop: Locator;
  /** Visible once the last reply has ended. */
  readonly ended: Locator;
  /** Waits until the stub has opened it. */
  ready(): Promise<void>;
  startNew(): Promise<void>;
  /** Replaces the text of the composer. */
  write(text: string): Promise<void>;
}

function ourChat(workbench: Workbench): Chat {
  const panel = workbench.panel();
  const textbox = panel.getByRole('textbox', { name: 'Message' });
  const { keyboard } = workbench.page;
  return {
    name: 'panel',
    fileTrigger: '@',
    conversation: panel.locator('body'),
    stop: panel.getByRole('button', { name: 'Stop', exact: true }),
    ended: panel.getByRole('article', { name: /^Assistant/ }).and(panel.locator(':not([aria-busy="true"])')),
    ready: () => textbox.waitFor(),
    startNew: () => workbench.runCommandIntoPanel('Assistant: New Chat'),
    async write(text) {
      await textbox.focus();
      await keyboard.press(SELECT_ALL);
      await keyboard.press('Delete');
      await keyboard.insertText(text);
    },
  };
}

function theirChat(workbench: Workbench): Chat {
  const { page } = workbench;
  const { keyboard } = page;
  const view = page.locator('.part.auxiliarybar .interactive-session');
  const input = view.locator('.interactive-input-part .monaco-editor').first();
  const participant = input.locator('.view-line', { hasText: '@stub' });
  return {
    name: 'vscode',
    fileTrigger: '#',
    conversation: view,
    stop: view.locator('.interactive-input-part a.codicon-stop-circle'),
    ended: view.locator('.interactive-response:not(.chat-response-loading)'),
    ready: () => participant.waitFor(),
    async startNew() {
      const questions = view.locator('.interactive-request');
      if ((await questions.count()) > 0) {
        await page.locator('.part.auxiliarybar a[aria-label^="New Chat"]').first().click();
        await questions.first().waitFor({ state: 'detached' });
      }
      await participant.waitFor();
    },
    async write(text) {
      await input.click();
      await keyboard.press(SELECT_ALL);
      await keyboard.press('Delete');
      await keyboard.insertText(`@stub ${text}`);
    },
  };
}

async function showScene(chat: Chat, { question, draft = '', isHeld }: Scene): Promise<void> {
  await chat.startNew();
  await chat.write(question ?? draft);
  if (question !== undefined) {
    await chat.conversation.page().keyboard.press('Enter');
    await (isHeld ? chat.stop : chat.ended).waitFor();
  }
}

async function scroll(workbench: Workbench, { conversation }: Chat, { scrollUp = 0 }: Scene): Promise<void> {
  const box = await conversation.boundingBox();
  if (box && scrollUp > 0) {
    await workbench.page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
    await workbench.page.mouse.wheel(0, -scrollUp);
  }
}

/** Waits until the text of a chat has stayed the same for a while. */
async function settled(workbench: Workbench, conversation: Locator): Promise<void> {
  let before: string | undefined;
  await workbench.waitUntil(async () => {
    const text = await conversation.innerText();
    const isSame = text === before;
    before = text;
    await workbench.page.waitForTimeout(400);
    return isSame;
  });
}
