import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { UnseenConversation, UnseenReplies } from '../../../../src/core/asking/unseenReplies.ts';
import type { RequestsLeft } from '../../../../src/vscode/connection/requestsLeft.ts';
import type { Models } from '../../../../src/vscode/models/models.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { registerStatusBar } = await import('../../../../src/vscode/models/statusBar.ts');
const { statusBarItem } = await import('../../../support/stubVsCode.ts');

const CALM = 'Assistant Chat: haiku. Select for the model, tokens, and the log.';

/** The item, which unseen replies, time and other things change. */
function show(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let states: readonly UnseenConversation['state'][] = [];
  const [unseenChanged, others] = [new Emitter<void>(), new Emitter<void>()];
  const registration = registerStatusBar(
    { current: 'haiku', onChanged: others.event } as unknown as Models,
    {
      get conversations() {
        return states.map((state) => ({ state }));
      },
      onChanged: unseenChanged.event,
    } as unknown as UnseenReplies,
    { current: undefined, onChanged: others.event } as unknown as RequestsLeft,
  );
  t.after(() => registration.dispose());
  return {
    become(...now: readonly UnseenConversation['state'][]): void {
      states = now;
      unseenChanged.fire();
    },
    pass: (ms: number) => t.mock.timers.tick(ms),
    changeOthers: () => others.fire(),
    dispose: () => registration.dispose(),
  };
}

function assertShown(text: string, tooltip: string): void {
  assert.deepEqual([statusBarItem.text, statusBarItem.tooltip], [text, tooltip]);
}

describe('the status bar item', () => {
  it('spins once a reply has run unseen for a second, with the number of several, until the last has ended', (t) => {
    const { become, pass } = show(t);
    become('running');
    pass(999);
    assertShown('$(comment-discussion) haiku', CALM);
    pass(1);
    assertShown('$(loading~spin) haiku', 'Assistant Chat: a reply is being written. Select to go to it.');
    become('running', 'ended', 'waiting');
    assertShown(
      '$(loading~spin) 2 · haiku',
      'Assistant Chat: 2 replies are being written. Select to go to them.',
    );
    become('ended', 'ended', 'ended');
    assertShown('$(comment-discussion) haiku', CALM);
  });

  it('does not flicker for short replies, nor for anything else that changes meanwhile', (t) => {
    const { become, pass, changeOthers, dispose } = show(t);
    become('running');
    pass(600);
    become('ended');
    become('ended', 'running');
    pass(600);
    changeOthers();
    assertShown('$(comment-discussion) haiku', CALM);
    pass(400);
    assertShown('$(loading~spin) haiku', 'Assistant Chat: a reply is being written. Select to go to it.');
    become('ended', 'ended');
    become('running');
    dispose();
    pass(1000);
    assertShown('$(comment-discussion) haiku', CALM);
  });
});
