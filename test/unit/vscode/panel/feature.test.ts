import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Feature } from '../../../../src/vscode/panel/feature.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { collectHandlers } = await import('../../../../src/vscode/panel/feature.ts');

describe('features', () => {
  const stops: Feature = { messages: { stop: () => undefined, connect: () => undefined } };

  test('handle each message of the panel in the feature that owns it', () => {
    const links: Feature = { messages: { openLink: () => undefined } };
    const handlers = collectHandlers([stops, {}, links]);
    assert.deepEqual([...handlers.keys()], ['stop', 'connect', 'openLink']);
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
    const handlers = collectHandlers([fails]);
    const page = {
      post: () => undefined,
      setHistoryShown: () => undefined,
      restoreFocus: async () => undefined,
    };
    for (const message of [
      { type: 'stop', conversationId: 'c' },
      { type: 'searchHistory', searchId: 1, query: 'a' },
    ] as const) {
      assert.equal(await handlers.get(message.type)?.(message, page), 'The disk is gone');
    }
  });

  test('are rejected if two of them handle the same message', () => {
    assert.throws(() => collectHandlers([stops, { messages: { stop: () => undefined } }]), /stop/);
  });
});
