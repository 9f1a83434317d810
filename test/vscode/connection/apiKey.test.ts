import * as vscode from 'vscode';
import { equal, until } from '../assert.ts';
import { access, connect, removeKey, replyText, setBaseUrl, storeKey } from '../extensionAccess.ts';
import { testService } from '../testService.ts';

describe('the API key', () => {
  beforeEach(() => setBaseUrl(testService.baseUrl));
  afterEach(removeKey);

  it('connects once it lies in the secret storage, and no longer after its removal', async () => {
    const { connections } = await access();
    equal((await connections.current()).status, 'noKey');
    await storeKey(testService.keys.active);
    equal((await connections.current()).status, 'connected');
    await vscode.commands.executeCommand('assistant.removeApiKey');
    equal((await connections.current()).status, 'noKey');
  });

  it('is not used for another origin than the one it was entered for', async () => {
    const { connections } = await access();
    await storeKey(testService.keys.active, 'https://chat.example.com/api/v1');
    equal((await connections.current()).status, 'otherAddress');
  });

  it('counts as none where the stored value cannot be read', async () => {
    const { connections, secrets } = await access();
    await secrets.store('assistant.apiKey', 'not what the extension writes');
    equal((await connections.current()).status, 'noKey');
  });

  it('stays where it is when the service does not accept it (401)', async () => {
    const found = await connect();
    const { pipeline, conversations, secrets } = found;
    await pipeline.send({ text: 'Is it there?', attachments: [] });
    await replyText(found);
    await storeKey('not-the-key');
    const stored = await secrets.get('assistant.apiKey');
    await pipeline.send({ text: 'And now?', attachments: [] });
    await replyText(found);
    const turns = conversations.current.conversation.turns;
    equal(
      turns.map((turn) => turn.kind === 'assistant' && (turn.failure?.kind ?? turn.status)),
      [false, 'finished', false, 'unauthorized'],
    );
    equal(await secrets.get('assistant.apiKey'), stored);
  });

  it('announces its change, so that every part looks again', async () => {
    const { connections } = await access();
    let announced = 0;
    const listener = connections.onChanged(() => {
      announced += 1;
    });
    await storeKey(testService.keys.active);
    await until(
      () => announced,
      (times) => times > 0,
    );
    listener.dispose();
  });
});
