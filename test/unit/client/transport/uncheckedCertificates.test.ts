import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '../../../../src/client/address/endpoint.ts';
import { client, collectReply, connectionTo, neverAborted, QUESTION } from '../connect.ts';

const CONNECTION = connectionTo('https://chat.example.com/api/v1');

/** A client on a machine that accepts any certificate. Records the URLs it fetched and the origins it asked about. */
function uncheckedClient(confirm: () => Promise<boolean>) {
  const fetched: string[] = [];
  const asked: string[] = [];
  const chatClient = client({
    fetch: async (url) => {
      fetched.push(String(url));
      return Response.json({ data: [], content: [{ type: 'text', text: 'Hello' }] });
    },
    network: {
      isBrowser: false,
      proxy: () => undefined,
      isSecurePage: false,
      checksCertificates: () => false,
      isOnline: () => true,
    },
    confirmUncheckedCertificates: ({ origin }: Endpoint) => {
      asked.push(origin);
      return confirm();
    },
  });
  return { chatClient, fetched, asked };
}

test('nothing is sent if certificates are not checked and the user does not agree', async () => {
  const { chatClient, fetched, asked } = uncheckedClient(async () => false);
  const { end } = await collectReply(chatClient.streamChat(CONNECTION, QUESTION, neverAborted));
  const list = await chatClient.listModels(CONNECTION, neverAborted);
  assert.ok(end?.type === 'failed' && !list.ok);
  for (const failure of [end.failure, list.failure]) {
    assert.deepEqual(failure, { kind: 'certificatesUnchecked', host: 'chat.example.com' });
  }
  assert.deepEqual(asked, [CONNECTION.endpoint.origin, CONNECTION.endpoint.origin]);
  assert.deepEqual(fetched, []);
});

test('the question is sent if the user agrees', async () => {
  const { chatClient, fetched } = uncheckedClient(async () => true);
  const { text } = await collectReply(chatClient.streamChat(CONNECTION, QUESTION, neverAborted));
  assert.equal(text, 'Hello');
  assert.deepEqual(fetched, ['https://chat.example.com/api/v1/chat']);
});

test('the user is not asked about http, which has no certificates', async () => {
  const { chatClient, fetched, asked } = uncheckedClient(async () => false);
  await chatClient.listModels(connectionTo('http://127.0.0.1:8787/api/v1'), neverAborted);
  assert.equal(fetched.length, 1);
  assert.deepEqual(asked, []);
});

test('a reply can be stopped while the user is asked', async () => {
  const controller = new AbortController();
  const { chatClient, fetched } = uncheckedClient(() => {
    controller.abort();
    return new Promise(() => undefined);
  });
  const { end } = await collectReply(chatClient.streamChat(CONNECTION, QUESTION, controller.signal));
  assert.deepEqual(end, { type: 'stopped' });
  assert.deepEqual(fetched, []);
});
