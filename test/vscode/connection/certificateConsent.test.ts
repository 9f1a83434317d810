import { parseBaseUrl } from '../../../src/client/address/endpoint.ts';
import { createCertificateConsent } from '../../../src/vscode/connection/certificateConsent.ts';
import { equal, ok } from '../assert.ts';
import { StubDialogs } from '../stubDialogs.ts';

function endpointOf(baseUrl: string) {
  const check = parseBaseUrl(baseUrl);
  ok(check.ok, baseUrl);
  return check.endpoint;
}

const HERE = endpointOf('https://here.example/api/v1');
const THERE = endpointOf('https://there.example:8443/api/v1');

describe('consent to send the API key without checking certificates', () => {
  const dialogs = new StubDialogs();
  afterEach(() => dialogs.restore());

  it('is asked for in a dialog that names host, variable and remedy, where Enter sends nothing', async () => {
    const asked: unknown[][] = [];
    dialogs.answer('showWarningMessage', (...args: unknown[]) => {
      asked.push(args);
      return args[2];
    });
    equal(await createCertificateConsent()(THERE), false);
    const [message, options, first, ...others] = asked[0] ?? [];
    const { modal, detail } = options as { modal: boolean; detail: string };
    equal(modal, true);
    equal([first, ...others], ['Don’t Send', 'Send Without Checking']);
    ok(String(message).includes('there.example:8443'), String(message));
    ok(detail.includes('NODE_TLS_REJECT_UNAUTHORIZED=0') && detail.includes('restart VS Code'), detail);
  });

  it('is kept for its origin, but a refusal or a closed dialog is not', async () => {
    const asked: string[] = [];
    const answers = [undefined, 'Don’t Send', 'Send Without Checking', 'Send Without Checking'];
    dialogs.answer('showWarningMessage', (message: string) => {
      asked.push(message);
      return answers[asked.length - 1];
    });
    const confirm = createCertificateConsent();
    equal(
      [
        await confirm(HERE),
        await confirm(HERE),
        await confirm(HERE),
        await confirm(HERE),
        await confirm(THERE),
      ],
      [false, false, true, true, true],
    );
    equal(asked.length, 4);
  });

  it('is asked for once by concurrent requests', async () => {
    let count = 0;
    const confirm = createCertificateConsent(async () => {
      count += 1;
      return false;
    });
    equal(await Promise.all([confirm(HERE), confirm(HERE)]), [false, false]);
    equal(count, 1);
  });
});
