import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import { toAssistantTurnView } from '../../../src/vscode/conversation/turnViews.ts';
import { settingIdFor } from '../../../src/vscode/failures/failureActions.ts';
import { equal, ok } from '../assert.ts';
import {
  connect,
  isWebWorker,
  removeKey,
  replyText,
  sendQuestion,
  setBaseUrl,
  setSetting,
  storeKey,
} from '../extensionAccess.ts';
import { testService } from '../testService.ts';
import { firewall, stubLookup } from './causeServers.ts';
import { CAUSES, type Cause } from './causes.ts';

/** `firewall` needs Linux. */
const CAUSES_HERE = isWebWorker
  ? []
  : CAUSES.filter(({ start }) => start !== firewall || process.platform === 'linux');

describe('a question that meets', () => {
  let endStub: () => void = () => undefined;

  before(() => {
    if (!isWebWorker) {
      endStub = stubLookup();
    }
  });

  afterEach(async () => {
    const { limits } = await connect();
    for (const name of Object.keys(limits) as (keyof TimeLimits)[]) {
      delete limits[name];
    }
  });

  after(async () => {
    endStub();
    await removeKey();
    await setBaseUrl(undefined);
    await setSetting('http.proxy', undefined);
    await setSetting('http.systemCertificates', undefined);
  });

  for (const testCase of CAUSES_HERE) {
    it(testCase.cause, () => check(testCase));
  }

  it('a port that fetch does not connect to', async () => {
    const { pipeline } = await connect();
    await setBaseUrl('https://chat.example.test:6000/api/v1');
    equal(
      await sendQuestion(pipeline, { text: 'What is this?', attachments: [] }),
      'The base URL has a port on which VS Code can’t reach any service. Enter the port of the service.',
    );
  });
});

async function check({
  cause,
  start,
  limits,
  answered = 0,
  kind,
  says,
  offers,
  connections,
}: Cause): Promise<void> {
  const obstacle = await start();
  try {
    const services = await connect();
    await storeKey(testService.keys.active, obstacle.baseUrl);
    await setBaseUrl(obstacle.baseUrl);
    await setSetting('http.proxy', obstacle.proxy);
    await setSetting('http.systemCertificates', obstacle.systemCertificates ?? false);
    services.conversations.current.chooseModel('assistant-sonnet-4');
    Object.assign(services.limits, { initialBackoffMs: 1, ...limits });
    for (let count = 0; count <= answered; count++) {
      equal(await sendQuestion(services.pipeline, { text: 'What is this?', attachments: [] }), undefined);
      await replyText(services);
    }
    const { turns } = services.conversations.current.conversation;
    const turn = turns.at(-1);
    ok(turn?.kind === 'assistant', 'There is no reply');
    const { notice } = toAssistantTurnView(turn, turns, () => undefined);
    const [action] = notice?.actions ?? [];
    const setting = action?.action === 'openSettings' && turn.failure ? ` ${settingIdFor(turn.failure)}` : '';
    const { host } = new URL(obstacle.baseUrl);
    const names = (text = ''): string =>
      text.replaceAll('{host}', host).replaceAll('{proxy}', obstacle.proxy ?? '');
    equal(
      {
        kind: turn.failure?.kind ?? turn.status,
        says: notice?.message ?? '',
        offers: action && `${action.action}${setting}`,
        connections: connections && obstacle.connections?.(),
      },
      { kind, says: names(says), offers, connections },
      cause,
    );
    const { active } = testService.keys;
    ok(!says?.includes('nothing was sent') || !obstacle.heard?.().includes(active), 'The key was sent');
  } finally {
    await obstacle.close?.();
  }
}
