import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ToHost } from '../../../../src/protocol/toHost.ts';
import type { Feature } from '../../../../src/vscode/panel/feature.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { collectHandlers } = await import('../../../../src/vscode/panel/feature.ts');
const { said } = await import('../../../support/said.ts');
const { collectCommands } = await import('../../../../src/vscode/features.ts');

const page = {
  post: () => undefined,
  setHistoryShown: () => undefined,
  restoreFocus: async () => undefined,
};

describe('features', () => {
  const stops: Feature = { messages: { stop: () => undefined, selectModel: () => undefined } };

  test('handle each message of the panel in the feature that owns it', () => {
    const links: Feature = { messages: { openLink: () => undefined } };
    const handlers = collectHandlers([stops, {}, links], () => 'c');
    assert.deepEqual([...handlers.keys()], ['stop', 'selectModel', 'openLink']);
  });

  test('have each command once, and tell the panel when it is run from its menu', async () => {
    const told: string[] = [];
    const ui = { focus: { onMenuCommand: () => void told.push('menu') } };
    const chats: Feature = { commands: { newChat: async (...args) => void told.push(`run ${args.length}`) } };
    assert.throws(
      () => collectCommands([chats, chats], ui),
      /Two features have the command assistant.newChat/,
    );
    const run = collectCommands([chats], ui).get('assistant.newChat');
    await run?.();
    await run?.({ webview: 'assistant.chat' });
    assert.deepEqual(told, ['run 0', 'menu', 'run 1']);
  });

  test('that fail return why, so that nothing rejects unheard', async () => {
    const fails: Feature = {
      messages: {
        stop: () => {
          throw new Error('The disk is gone');
        },
        searchHistory: async () => {
          throw new Error('The disk is gone');
        },
      },
    };
    const handlers = collectHandlers([fails], () => 'c');
    for (const message of [
      { type: 'stop', conversationId: 'c' },
      { type: 'searchHistory', searchId: 1, query: 'a' },
    ] as const) {
      assert.equal(said(await handlers.get(message.type)?.(message, page)), 'The disk is gone');
    }
  });

  test('do nothing in another conversation than the one that a message names, and say so', async () => {
    const called: string[] = [];
    const feature: Feature = {
      messages: {
        stop: () => void called.push('stop'),
        turnAction: () => void called.push('turnAction'),
        draftChanged: () => void called.push('draftChanged'),
      },
    };
    let shown = 'a';
    const handlers = collectHandlers([feature], () => shown);
    const send = (message: ToHost) => handlers.get(message.type)?.(message, page);
    const stop = { type: 'stop', conversationId: 'a' } as const;
    const retry = {
      type: 'turnAction',
      requestId: 1,
      conversationId: 'a',
      turnId: 't',
      action: 'retry',
    } as const;
    assert.deepEqual([await send(stop), await send(retry)], [undefined, undefined]);
    assert.deepEqual(called.splice(0), ['stop', 'turnAction']);
    shown = 'b';
    assert.equal(await send(stop), undefined);
    assert.equal(said(await send(retry)), 'Another conversation is shown now, so nothing was done.');
    await send({ type: 'draftChanged', draftOf: 'a', text: 'Why?' });
    assert.deepEqual(called, ['draftChanged'], 'what was typed is kept in any conversation');
  });

  test('are rejected if two of them handle the same message', () => {
    assert.throws(() => collectHandlers([stops, { messages: { stop: () => undefined } }], () => 'c'), /stop/);
  });
});
