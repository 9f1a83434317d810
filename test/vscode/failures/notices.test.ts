import * as vscode from 'vscode';
import type { Failure } from '../../../src/contract/failure.ts';
import type { AssistantTurn, UserTurn } from '../../../src/core/conversation/conversation.ts';
import { settingIdFor } from '../../../src/vscode/failures/failureActions.ts';
import { failureSentence, failureText } from '../../../src/vscode/failures/failureText.ts';
import { toNoticeView } from '../../../src/vscode/failures/noticeViews.ts';
import { equal, ok } from '../assert.ts';
import { FAILURES } from './everyFailure.ts';

const MODEL = 'assistant-haiku';

function failedTurn(failure: Failure): AssistantTurn {
  return { kind: 'assistant', id: 'r', model: MODEL, text: '', status: 'failed', failure, startedAt: 0 };
}

function problem(failure: Failure, before: readonly UserTurn[] = []) {
  const found = toNoticeView(failedTurn(failure), before);
  ok(found, `Nothing is said about ${failure.kind}`);
  return { ...found, actions: found.actions.map(({ action }) => action) };
}

async function setDashboardUrl(value: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('assistant')
    .update('dashboardUrl', value, vscode.ConfigurationTarget.Global);
}

describe('what is said of a failure', () => {
  afterEach(() => setDashboardUrl(undefined));

  it('is exactly one sentence, whatever the failure brings along', () => {
    for (const failure of FAILURES) {
      for (const model of [MODEL, '']) {
        const text = failureSentence(failure, model);
        const about = `${JSON.stringify(failure)}: ${text}`;
        ok(/^[\p{Lu}\p{Ll}][^\n]*[^.\s]\.$/u.test(text), `Not a sentence: ${about}`);
        ok(!/[.!?]\s/.test(text), `More than one sentence: ${about}`);
        ok(!/undefined|NaN|null|\{|\(\)| {2}| [.,;]/.test(text), `Something is missing: ${about}`);
      }
    }
  });

  it('begins with a capital, where it does not begin with the name of a host', () => {
    for (const failure of FAILURES.filter(({ host }) => host === undefined)) {
      const text = failureSentence(failure, MODEL);
      ok(/^\p{Lu}/u.test(text), text);
    }
  });

  it('is followed by the advice of the interface, where it has some', () => {
    equal(
      failureText({ kind: 'serverError', status: 500 }, MODEL),
      'The service failed (500). Retry after a few seconds.',
    );
    equal(failureText({ kind: 'serverError', status: 503 }, MODEL), 'The service failed (503).');
  });

  it('names the host that cannot be reached', () => {
    const host = 'chat.example.com:8443';
    for (const kind of [
      ...['hostNotFound', 'offline', 'refused', 'certificate', 'notSecure', 'proxy', 'corsRefused'],
      ...['mixedContent', 'unreachable', 'timedOut', 'notAReply', 'notFound'],
    ] as const) {
      const text = failureSentence({ kind: kind as Failure['kind'], host }, MODEL);
      ok(text.includes(host), text);
    }
  });

  it('names the problem of a certificate and the settings, and no way around it', () => {
    for (const [detail, what] of [
      ['CERT_HAS_EXPIRED: until 2020-01-01', 'expired'],
      ['ERR_TLS_CERT_ALTNAME_INVALID: for other.example', 'another host'],
      ['SELF_SIGNED_CERT_IN_CHAIN', 'issuer'],
      ['ERR_OTHER', 'not trusted'],
    ] as const) {
      const text = failureText({ kind: 'certificate', host: 'chat.example.com', detail }, MODEL);
      ok(text.includes(what), text);
      ok(text.includes('http.systemCertificates') && text.includes('http.proxy'), text);
      ok(!/ignore|anyway|strictSSL/i.test(text), text);
    }
  });

  it('says aloud when the service asks to wait longer than is waited without asking', () => {
    const text = (retryAfterSeconds: number) =>
      failureSentence({ kind: 'rateLimited', status: 429, retryAfterSeconds }, MODEL);
    ok(!text(60).includes('longer'), text(60));
    ok(text(61).includes('61 s, longer than the maximum automatic wait of 60 s'), text(61));
  });

  it('names the limit of time that ran out and its setting', () => {
    const text = failureSentence({ kind: 'timedOut', host: 'a.example', limitSeconds: 180 }, MODEL);
    equal(text, 'a.example did not respond within 180 s (setting assistant.responseTimeout).');
  });

  it('offers one way out, then Retry, then Copy Details, each once', () => {
    for (const failure of FAILURES) {
      const { actions } = problem(failure);
      equal(actions.slice(-2), ['retry', 'copyDetails'], JSON.stringify(failure));
      ok(actions.length <= 3 && new Set(actions).size === actions.length, actions.join());
    }
  });

  it('offers the dashboard only when an address for it is set, and only by https', async () => {
    const failure: Failure = { kind: 'forbidden', status: 403 };
    equal(problem(failure).actions[0], 'setApiKey');
    await setDashboardUrl('http://dashboard.example.com');
    equal(problem(failure).actions[0], 'setApiKey');
    await setDashboardUrl('https://dashboard.example.com');
    equal(problem(failure).actions[0], 'openDashboard');
  });

  it('offers to wait only when the service said for how long', () => {
    equal(problem({ kind: 'rateLimited', status: 429 }).actions[0], 'retry');
    equal(problem({ kind: 'rateLimited', status: 429, retryAfterSeconds: 90 }).actions[0], 'waitAndRetry');
  });

  it('opens the setting that may help', () => {
    equal(settingIdFor('certificate'), 'http.systemCertificates');
    equal(settingIdFor('proxy'), 'http.proxy');
    equal(settingIdFor('notFound'), 'assistant.baseUrl');
  });

  it('is calm when there is no network, or when too much was asked', () => {
    equal(problem({ kind: 'offline' }).severity, 'info');
    equal(problem({ kind: 'rateLimited', status: 429 }).severity, 'warning');
    equal(problem({ kind: 'serverError', status: 500 }).severity, 'error');
  });

  it('lists what was sent with its sizes, when that was too much', () => {
    const attachment = { id: 'a', kind: 'selection' as const, path: 'a.ts', languageId: 'typescript' };
    const question: UserTurn = {
      kind: 'user',
      id: 'q',
      text: 'é'.repeat(600),
      attachments: [{ ...attachment, startLine: 1, endLine: 9000, text: 'x'.repeat(310_000) }],
      at: 0,
    };
    const { message } = problem({ kind: 'tooLarge', status: 413 }, [question]);
    equal(
      message,
      'The request is too large for the service (413). Sent: a.ts (lines 1–9000): 310 KB, the question: 1.2 KB.',
    );
    const { message: ofWindow, actions } = problem({ kind: 'windowExceeded', status: 400 }, [question]);
    equal(
      ofWindow,
      `The conversation exceeds the context window of ${MODEL} (400). Sent: a.ts (lines 1–9000): 310 KB, the question: 1.2 KB. Select Model reloads the available models and the size of their context windows.`,
    );
    equal(actions[0], 'selectModel');
  });
});
