import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import type { Turn } from '../../../../src/core/conversation/conversation.ts';
import type { ActionResult } from '../../../../src/vscode/actionResult.ts';
import type { WrittenQuestion } from '../../../../src/vscode/composer/question.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { OverflowGuard } = await import('../../../../src/vscode/contextWindow/overflowGuard.ts');

const MODEL = 'model-a';

/** A guard for a model with a small context window, where each character of a question is a token. */
function guardOf(turns: readonly Turn[], draft: string) {
  const session = { conversation: { id: 'one', turns } } as ChatSession;
  const guard = new OverflowGuard({
    conversations: { current: session },
    composer: { draft, attachments: [], owner: { conversation: 'one' } },
    models: { current: MODEL, known: [{ id: MODEL, contextWindow: 100 }], contextWindow: () => 100 },
    meter: {
      estimate: ({ length }: string) => ({ total: length }),
      tokensOf: () => 0,
    },
    connections: {},
    ui: { post: () => undefined },
  } as unknown as ConstructorParameters<typeof OverflowGuard>[0]);
  const ask = (text: string, precedingTurns?: readonly Turn[]): ActionResult => {
    const question: WrittenQuestion = { text, attachments: [] };
    return guard.check(question, { model: MODEL }, session, precedingTurns)?.error;
  };
  const retry = (): ActionResult =>
    guard.checkRetry({ session, replyOptions: { model: MODEL }, run: async () => undefined });
  return { guard, ask, retry };
}

function isNoticed(result: ActionResult): boolean {
  assert.equal(result?.kind, 'error');
  return result.kind === 'error' && result.isOverflow === true;
}

test('a refusal says that the notice says it too only if the notice is about it', () => {
  const long = 'Why? '.repeat(40);
  const asked: Turn[] = [{ kind: 'user', id: 'a', text: 'How? '.repeat(60), attachments: [], at: 1 }];
  const { guard, ask, retry } = guardOf(asked, long);
  assert.equal(isNoticed(ask(long)), true);
  assert.equal(isNoticed(ask(long, [])), false, 'an edited question');
  assert.equal(isNoticed(retry()), true);
  assert.ok(guard.view);
  assert.equal(isNoticed(ask(long)), false, 'while the notice is about the retry');
});
