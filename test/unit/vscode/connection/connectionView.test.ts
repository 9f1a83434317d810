import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURE_KINDS, type Failure } from '../../../../src/contract/failure.ts';
import type { ConnectionFacts } from '../../../../src/vscode/connection/connectionView.ts';
import { CONNECTION_VIEWS } from '../../../panel/connection/connectionSamples.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { toConnectionView } = await import('../../../../src/vscode/connection/connectionView.ts');

const endpoint = { baseUrl: 'https://chat.example.com/api/v1', origin: 'https://chat.example.com' };
const other = { baseUrl: 'https://other.example.com:8443/api/v1', origin: 'https://other.example.com:8443' };
const host = 'chat.example.com';
const CONNECTED = {
  state: { status: 'connected', connection: { endpoint, apiKey: 'sk' } },
  hasModel: true,
  hasDashboard: false,
  isTrusted: true,
} as const satisfies ConnectionFacts;

function after(failure: Failure, hasDashboard = false): ConnectionFacts {
  return { ...CONNECTED, lastProblem: failure, hasDashboard };
}

/** What leads to each of the views that the panel's tests and pictures show. */
const FACTS: Readonly<Record<keyof typeof CONNECTION_VIEWS, ConnectionFacts>> = {
  ready: CONNECTED,
  restricted: { ...CONNECTED, isTrusted: false },
  notSetUp: { ...CONNECTED, state: { status: 'noAddress', error: 'empty' }, hasModel: false },
  noKey: { ...CONNECTED, state: { status: 'noKey', endpoint }, isTrusted: false },
  addressNotAccepted: { ...CONNECTED, state: { status: 'noAddress', error: 'notHttps' } },
  otherAddress: {
    ...CONNECTED,
    state: { status: 'otherAddress', endpoint: other, keyOrigin: endpoint.origin },
  },
  noAnswer: { ...CONNECTED, state: { status: 'noAnswer' } },
  keyRefused: after({ kind: 'unauthorized', status: 401, host }),
  keyRefusedWithDashboard: after({ kind: 'unauthorized', status: 401, host }, true),
  notActivated: after({ kind: 'forbidden', status: 403, host }),
  notActivatedWithDashboard: after({ kind: 'forbidden', status: 403, host }, true),
  unpaid: after({ kind: 'forbidden', status: 402, host }),
  offline: after({ kind: 'offline', host }),
  wrongAddress: after({ kind: 'notFound', status: 404, host }),
  noModels: { ...CONNECTED, lastProblem: 'noModels' },
  noModelsWithDashboard: { ...CONNECTED, lastProblem: 'noModels', hasDashboard: true },
  noModel: { ...CONNECTED, hasModel: false },
};

for (const [name, facts] of Object.entries(FACTS)) {
  test(`an empty conversation shows what is so and one step that helps: ${name}`, () => {
    assert.deepEqual(toConnectionView(facts), CONNECTION_VIEWS[name as keyof typeof CONNECTION_VIEWS]);
  });
}

test('an account without access is never asked for another key', () => {
  for (const hasDashboard of [true, false]) {
    const view = toConnectionView(after({ kind: 'forbidden', status: 403 }, hasDashboard));
    assert.ok(!JSON.stringify(view).includes('"connect"'));
  }
});

test('a failure of one question alone leaves the suggestions where they are', () => {
  const shown = FAILURE_KINDS.filter((kind) => toConnectionView(after({ kind })).state === 'ready');
  assert.deepEqual(shown, [
    'notConnected',
    'connectionChanged',
    'modelNotFound',
    'windowExceeded',
    'invalidRequest',
    'tooLarge',
    'rateLimited',
    'serverError',
    'unexpectedStatus',
    'unreadableStream',
    'damaged',
    'emptyReply',
    'tooLong',
    'listTooLong',
    'stalled',
    'connectionLost',
    'serviceError',
  ]);
});
