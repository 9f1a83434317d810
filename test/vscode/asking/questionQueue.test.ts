import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import { isCaptured } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import type { QueuedQuestion } from '../../../src/vscode/composer/queuedQuestions.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { connect, removeKey, replyText, sendQuestion, storeKey } from '../extensionAccess.ts';
import { readable } from '../readable.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { testService } from '../testService.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

describe('a queued question', () => {
  let services: TestAccess;
  const dialogs = new StubDialogs();
  const files = new WorkspaceFiles();

  /** Starts a reply in the current conversation. */
  async function ask(text: string): Promise<void> {
    equal(await sendQuestion(services.pipeline, { text, attachments: [] }), undefined);
  }

  function add(text: string, attachments: QueuedQuestion['attachments'] = []) {
    const { questionQueue, conversations } = services;
    return questionQueue.add(conversations.current, { text, attachments }, {});
  }

  function queued(): QueuedQuestion | undefined {
    const { composer, conversations } = services;
    return composer.queue.of(conversations.current.conversation.id);
  }

  async function untilHeld(): Promise<string> {
    return (await until(() => queued()?.reason, Boolean)) ?? '';
  }

  function run(action: 'send' | 'edit' | 'remove') {
    return services.questionQueue.run(queued()?.id ?? '', action);
  }

  function questions(): string[] {
    const { turns } = services.conversations.current.conversation;
    return turns.filter(({ kind }) => kind === 'user').map(({ text }) => text);
  }

  /** Waits until the queue is empty and no reply is running. */
  async function untilSent(): Promise<void> {
    await until(queued, (question) => question === undefined);
    await replyText(services);
  }

  beforeEach(async () => {
    services = await connect();
  });

  afterEach(async () => {
    services.conversations.stopAll();
    services.composer.queue.remove([services.conversations.current.conversation.id]);
    dialogs.restore();
    await files.remove();
    await removeKey();
  });

  it('is sent when the reply has finished, and only one can be queued', async () => {
    await ask('One?\n\n!long 300');
    equal((await add('Two?')).error, undefined);
    ok(said((await add('Three?')).error)?.includes('already in the queue'), 'Two questions are queued');
    await untilSent();
    equal(questions(), ['One?\n\n!long 300', 'Two?']);
  });

  it('stays if the reply was stopped, and is sent after the retried reply has finished', async () => {
    await ask('One?\n\n!long 5000');
    await add('Two?');
    services.conversations.current.stop();
    equal(await untilHeld(), 'Not sent because the reply was stopped.');
    const turnId = services.conversations.current.conversation.turns.at(-1)?.id ?? '';
    equal(await services.pipeline.retry(turnId), undefined);
    equal(queued()?.reason, undefined);
    await untilSent();
    equal(questions(), ['One?\n\n!long 5000', 'Two?']);
  });

  it('stays if the reply failed, until the user sends it', async () => {
    await ask('One?\n\n!cut');
    await add('Two?');
    equal(await untilHeld(), 'Not sent because the reply failed.');
    // A later question doesn't send it either.
    await ask('Later?');
    await replyText(services);
    equal(await untilHeld(), 'Not sent because the reply failed.');
    equal(await run('send'), undefined);
    await untilSent();
    equal(questions().slice(1), ['Later?', 'Two?']);
  });

  it('waits for the reply that is running when the user sends it', async () => {
    await ask('One?\n\n!long 5000');
    await add('Two?');
    services.conversations.current.stop();
    await untilHeld();
    await ask('Later?\n\n!long 5000');
    equal(await run('send'), undefined);
    equal(queued()?.reason, undefined);
    await untilSent();
    equal(questions().slice(1), ['Later?\n\n!long 5000', 'Two?']);
  });

  it('is sent in its own conversation while another is shown', async () => {
    const { conversations, composer } = services;
    await ask('One?\n\n!long 300');
    await add('Two?');
    const { id } = conversations.current.conversation;
    conversations.startNew();
    equal(queued(), undefined);
    await until(
      () => composer.queue.of(id),
      (question) => question === undefined,
    );
    equal(conversations.current.conversation.turns, []);
    await conversations.show(id);
    await replyText(services);
    equal(questions(), ['One?\n\n!long 300', 'Two?']);
  });

  it('stays with its conversation when that is deleted while its reply is running', async () => {
    const { conversations } = services;
    await ask('One?\n\n!long 300');
    await add('Two?');
    const undo = conversations.remove(conversations.current.conversation.id);
    undo();
    await until(
      () => conversations.current.conversation.turns.length,
      (count) => count > 0,
    );
    ok(await untilHeld(), 'It is not held');
    equal(questions(), ['One?\n\n!long 300']);
  });

  it('can be sent after everything before it was deleted', async () => {
    await ask('One?\n\n!long 5000');
    await add('Two?');
    const { current } = services.conversations;
    current.stop();
    await untilHeld();
    current.remove(current.conversation.turns.at(-1)?.id ?? '');
    equal(questions(), []);
    equal(await run('send'), undefined);
    await untilSent();
    equal(questions(), ['Two?']);
  });

  it('is asked about secrets when it is queued, and sent as confirmed, with its files as they were', async () => {
    const [secret, later] = [0, 1].map(() => `ghp_${crypto.randomUUID().replaceAll('-', '')}A1b2`);
    let asked = 0;
    let choice: string | undefined;
    dialogs.answer('showWarningMessage', () => {
      asked += 1;
      return choice;
    });
    const uri = await files.write('queued/deploy.ts', 'const a = 1;');
    const file = await captureFile(await readable(uri));
    ok(isCaptured(file), 'The file can’t be read');
    await ask('One?\n\n!long 300');
    equal((await add(`Why ${secret}?`, [file])).error, 'Nothing was sent.');
    equal(queued(), undefined);
    choice = 'Redact and Send';
    equal((await add(`Why ${secret}?`, [file])).error, undefined);
    await files.write('queued/deploy.ts', `const a = '${later}';`);
    await untilSent();
    equal(asked, 2);
    equal(questions()[1], 'Why [redacted: GitHub token]?');
    const sent = services.conversations.current.conversation.turns.findLast(({ kind }) => kind === 'user');
    equal(sent?.kind === 'user' && sent.attachments.map(({ text }) => text), ['const a = 1;']);
  });

  it('stays if the API key that it contains was stored since, so that the user is asked', async () => {
    await ask('One?\n\n!long 300');
    await add(`Is ${testService.keys.expired} expired?`);
    // The key of a request is read right before it is sent.
    await until(
      () => services.conversations.current.conversation.turns.at(-1)?.text,
      (text) => text !== '',
    );
    await storeKey(testService.keys.expired);
    equal(await untilHeld(), 'Not sent because it may contain a secret.');
    equal(questions().length, 1);
  });

  it('stays if it does not fit, even if it would fit after another model was chosen', async () => {
    const { conversations, questionQueue } = services;
    conversations.current.chooseModel('assistant-haiku');
    await ask('One?\n\n!long 300');
    await add('word '.repeat(400_000));
    ok((await untilHeld()).includes('context window'), 'It is not held');
    equal(questions().length, 1);
    conversations.chooseModel('assistant-fable-5');
    equal(questionQueue.isNeeded(conversations.current), false, 'It is sent unasked');
  });

  it('is put before a newer draft to be edited, and is gone once it is removed', async () => {
    const { composer } = services;
    await ask('One?\n\n!long 300');
    await add('Two?', [
      {
        id: 'chip',
        kind: 'selection',
        path: 'a.ts',
        languageId: 'typescript',
        text: 'a',
        isCurrentFile: true,
      },
    ]);
    composer.draft = 'Newer';
    equal(await run('edit'), undefined);
    equal([composer.draft, composer.attachments.map(({ id }) => id)], ['Two?\nNewer', ['chip']]);
    ok(!composer.attachments.some(({ isCurrentFile }) => isCurrentFile), 'The chip is the toggle');
    equal(queued(), undefined);
    equal(await run('remove'), 'This question is no longer in the queue.');
    await add('Three?');
    equal(await run('remove'), undefined);
    await replyText(services);
    equal(questions(), ['One?\n\n!long 300']);
  });
});
