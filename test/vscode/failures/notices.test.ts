import type { Failure } from '../../../src/contract/failure.ts';
import type { AssistantTurn, UserTurn } from '../../../src/core/conversation/conversation.ts';
import { showMessage } from '../../../src/vscode/actionResult.ts';
import { failureMessage } from '../../../src/vscode/failures/failureMessage.ts';
import { failureSentence, failureText } from '../../../src/vscode/failures/failureText.ts';
import { toNoticeView } from '../../../src/vscode/failures/noticeViews.ts';
import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { setSetting } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { FAILURES } from './everyFailure.ts';

const MODEL = 'assistant-haiku';

function failedTurn(failure: Failure): AssistantTurn {
  return { kind: 'assistant', id: 'r', model: MODEL, text: '', status: 'failed', failure, startedAt: 0 };
}

function noticeOf(failure: Failure, before: readonly UserTurn[] = []) {
  const notice = toNoticeView(failedTurn(failure), () => before);
  ok(notice, `No notice for ${failure.kind}`);
  return { ...notice, actions: notice.actions.map(({ action }) => action) };
}

function setDashboardUrl(value: string | undefined): Promise<void> {
  return setSetting('assistant.dashboardUrl', value);
}

describe('failure notice', () => {
  afterEach(() => setDashboardUrl(undefined));

  it('is exactly one sentence, whatever fields the failure has', () => {
    for (const failure of FAILURES) {
      for (const model of [MODEL, '']) {
        const text = said(failureSentence(failure, model)) ?? '';
        const context = `${JSON.stringify(failure)}: ${text}`;
        ok(/^[\p{Lu}\p{Ll}][^\n]*[^.\s]\.$/u.test(text), `Not a sentence: ${context}`);
        ok(!/[.!?]\s/.test(text), `More than one sentence: ${context}`);
        ok(!/undefined|NaN|null|\{|\(\)| {2}| [.,;]/.test(text), `Something is missing: ${context}`);
      }
    }
  });

  it('starts with a capital letter unless it starts with a host name', () => {
    for (const failure of FAILURES.filter(({ host }) => host === undefined)) {
      const text = said(failureSentence(failure, MODEL)) ?? '';
      ok(/^\p{Lu}/u.test(text), text);
    }
  });

  it('is followed by the advice of the service interface, if any', () => {
    equal(
      said(failureText({ kind: 'serverError', status: 500 }, MODEL)),
      'The service failed (500). Retry after a few seconds.',
    );
    equal(said(failureText({ kind: 'serverError', status: 503 }, MODEL)), 'The service failed (503).');
  });

  it('names the host that could not be reached', () => {
    const host = 'chat.example.com:8443';
    for (const kind of [
      ...[
        'hostNotFound',
        'offline',
        'refused',
        'certificate',
        'certificatesUnchecked',
        'notSecure',
        'proxy',
        'corsRefused',
      ],
      ...['mixedContent', 'unreachable', 'timedOut', 'notAReply', 'notFound'],
    ] as const) {
      const text = said(failureSentence({ kind: kind as Failure['kind'], host }, MODEL));
      ok(text?.includes(host), `${text}`);
    }
  });

  it('mentions a wait that is longer than the automatic maximum', () => {
    const text = (retryAfterSeconds: number) =>
      said(failureSentence({ kind: 'rateLimited', status: 429, retryAfterSeconds }, MODEL));
    ok(!text(60)?.includes('longer'), `${text(60)}`);
    ok(text(61)?.includes('61 s, longer than the maximum automatic wait of 60 s'), `${text(61)}`);
  });

  it('offers one specific action, then Retry, then Copy Details, without duplicates', () => {
    for (const failure of FAILURES) {
      const { actions } = noticeOf(failure);
      const retry = failure.kind === 'unreadableStream' ? 'retryWithoutStreaming' : 'retry';
      equal(actions.slice(-2), [retry, 'copyDetails'], JSON.stringify(failure));
      ok(actions.length <= 3 && new Set(actions).size === actions.length, actions.join());
    }
  });

  it('offers Continue before Retry if the reply has text, whatever ended it, and each once', () => {
    const ends = [
      { status: 'stopped' },
      { status: 'interrupted' },
      { status: 'cutAtLimit' },
      { status: 'cutAtLimit', stopReason: 'refusal' },
      { status: 'failed', failure: { kind: 'connectionLost' } },
      { status: 'failed', failure: { kind: 'serverError', status: 503, retryAfterSeconds: 9 } },
      { status: 'failed', failure: { kind: 'unauthorized', status: 401 } },
      { status: 'failed', failure: undefined },
    ] as const;
    for (const end of ends) {
      for (const [text, expected] of [
        ['Half', ['continue', 'retry']],
        ['', ['retry']],
      ] as const) {
        const { failure, ...turn } = { ...failedTurn({ kind: 'offline' }), ...end, text };
        const notice = toNoticeView({ ...turn, ...(failure && { failure }) }, () => []);
        const asking = notice?.actions
          .map(({ action }) => action)
          .filter((action) => /^(?:continue|retry)$/.test(action));
        equal(asking, expected, JSON.stringify(end));
      }
    }
  });

  it('offers Retry before Continue if a part of the text may be missing', () => {
    const turn = { ...failedTurn({ kind: 'damaged' }), text: 'Half' };
    equal(
      toNoticeView(turn, () => [])?.actions.map(({ action }) => action),
      ['retry', 'continue', 'copyDetails'],
    );
  });

  it('offers the dashboard for 403, only if its URL is set and uses https, and never another key', async () => {
    const failure: Failure = { kind: 'forbidden', status: 403 };
    equal(noticeOf(failure).actions, ['retry', 'copyDetails']);
    await setDashboardUrl('http://dashboard.example.com');
    equal(noticeOf(failure).actions, ['retry', 'copyDetails']);
    await setDashboardUrl('https://dashboard.example.com');
    equal(noticeOf(failure).actions, ['openDashboard', 'retry', 'copyDetails']);
  });

  it('of a list of models, which no turn shows, is a notification with the button that helps', () => {
    const dialogs = new StubDialogs();
    const offered: string[][] = [];
    dialogs.answer('showErrorMessage', (_: string, ...buttons: string[]) => {
      offered.push(buttons);
    });
    try {
      for (const kind of ['unauthorized', 'notFound', 'forbidden'] as const) {
        showMessage(failureMessage({ kind }), { severity: 'Error' });
      }
    } finally {
      dialogs.restore();
    }
    equal(offered, [['Change API Key…'], ['Open Settings'], []]);
  });

  it('offers to wait only if the service said how long', () => {
    equal(noticeOf({ kind: 'rateLimited', status: 429 }).actions[0], 'retry');
    equal(noticeOf({ kind: 'rateLimited', status: 429, retryAfterSeconds: 90 }).actions[0], 'waitAndRetry');
  });

  it('is not an error if there is no network or the rate limit is exceeded', () => {
    equal(noticeOf({ kind: 'offline' }).severity, 'info');
    equal(noticeOf({ kind: 'rateLimited', status: 429 }).severity, 'warning');
    equal(noticeOf({ kind: 'serverError', status: 500 }).severity, 'error');
  });

  it('lists the parts of the request with their sizes if it is too large', () => {
    const attachment = { id: 'a', kind: 'selection' as const, path: 'a.ts', languageId: 'typescript' };
    const question: UserTurn = {
      kind: 'user',
      id: 'q',
      text: 'é'.repeat(600),
      attachments: [{ ...attachment, startLine: 1, endLine: 9000, text: 'x'.repeat(310_000) }],
      at: 0,
    };
    const { message } = noticeOf({ kind: 'tooLarge', status: 413 }, [question]);
    equal(
      message,
      'The request is too large for the service (413). Sent: a.ts (lines 1–9000): 310 KB, the question: 1.2 KB.',
    );
    const { message: windowMessage, actions } = noticeOf({ kind: 'windowExceeded', status: 400 }, [question]);
    equal(
      windowMessage,
      `The conversation exceeds the context window of ${MODEL} (400). Sent: a.ts (lines 1–9000): 310 KB, the question: 1.2 KB. Select Model reloads the available models and the size of their context windows.`,
    );
    equal(actions[0], 'selectModel');
  });
});
