import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectHandlers, type Feature } from '../../../../src/vscode/panel/feature.ts';

describe('features', () => {
  const stops: Feature = { messages: { stop: () => undefined, connect: () => undefined } };

  test('handle each message of the panel in the feature that owns it', () => {
    const links: Feature = { messages: { openLink: () => undefined } };
    const handlers = collectHandlers([stops, {}, links]);
    assert.deepEqual([...handlers.keys()], ['stop', 'connect', 'openLink']);
    assert.equal(handlers.get('openLink'), links.messages?.openLink);
  });

  test('are rejected if two of them handle the same message', () => {
    assert.throws(() => collectHandlers([stops, { messages: { stop: () => undefined } }]), /stop/);
  });
});
