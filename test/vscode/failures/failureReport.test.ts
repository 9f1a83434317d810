import * as vscode from 'vscode';
import type { RequestMetrics } from '../../../src/contract/requestMetrics.ts';
import type { AssistantTurn } from '../../../src/core/conversation/conversation.ts';
import { failureReport } from '../../../src/vscode/failures/failureReport.ts';
import { formatRequestMetrics } from '../../../src/vscode/requests/requestLog.ts';
import { equal, ok } from '../assert.ts';

const CANARY = 'canary-7f3e';

const metrics: RequestMetrics = {
  method: 'POST',
  path: '/chat',
  attempt: 2,
  status: 503,
  requestId: 'req_1',
  sentBytes: 1234,
  receivedBytes: 5678,
  startedAt: Date.UTC(2026, 10, 21, 12, 30, 1, 5),
  headMs: 120,
  totalMs: 2310,
};

const turn: AssistantTurn = {
  kind: 'assistant',
  id: 'r',
  model: 'assistant-haiku',
  text: `The code says ${CANARY}`,
  status: 'failed',
  failure: {
    kind: 'serverError',
    status: 503,
    host: 'chat.example.com:8443',
    detail: `Not for the key ${CANARY}`,
    retryAfterSeconds: 90,
    exchange: metrics,
  },
  startedAt: metrics.startedAt,
  endedAt: metrics.startedAt + 2310,
};

const host = { version: '1.2.3', operatingSystem: 'linux' };

describe('failure report', () => {
  it('contains all known figures', () => {
    const lines = failureReport(turn, host, { elapsedMs: 2310 }).split('\n');
    equal(
      lines.filter((line) => !/^(VS Code|Runs|Language):/.test(line)),
      [
        'Assistant Chat: 1.2.3',
        'System: linux',
        'Failure: serverError',
        'Status: 503',
        'Host: chat.example.com:8443',
        'Model: assistant-haiku',
        'Request: POST /chat, attempt 2',
        'Request ID: req_1',
        'Bytes: 1234 sent, 5678 received',
        'Started: 2026-11-21T12:30:01.005Z',
        'Headers after: 120 ms',
        'Ended after: 2310 ms',
        'Retry-After: 90 s',
        'Timeouts: response 180 s, idle 60 s',
        'Streaming: auto',
      ],
    );
    ok(lines.includes(`VS Code: ${vscode.version}, ${vscode.env.appName}`), lines.join('\n'));
    ok(
      lines.some((line) => /^Runs: \S+, (web|desktop) UI, remote \S+$/.test(line)),
      lines[2] ?? '',
    );
    ok(lines.includes(`Language: ${vscode.env.language}`), lines.join('\n'));
  });

  it('omits unknown values', () => {
    const bare: AssistantTurn = { ...turn, failure: { kind: 'notConnected' } };
    const report = failureReport(bare, { version: '1.2.3', operatingSystem: undefined }, { elapsedMs: 2310 });
    ok(!/undefined|null|NaN|System|Request|Bytes|Retry-After/.test(report), report);
  });

  it('contains nothing of the question, the reply, the API key or the service’s message', () => {
    const report = failureReport(turn, host, { elapsedMs: 2310 });
    ok(!report.includes(CANARY), report);
  });

  it('contains no text that a service hides in an id', () => {
    const hidden = `id\n${CANARY.replaceAll('-', '\n')} <b>\u202e`;
    const exchange = { ...metrics, requestId: hidden };
    const failure = { ...turn.failure, kind: 'serverError' as const, exchange };
    const report = failureReport({ ...turn, model: `${hidden}${'x'.repeat(200)}`, failure }, host, {
      elapsedMs: 2310,
    });
    const visible = 'id?canary?7f3e??b??';
    equal(
      report.split('\n').filter((line) => /^(?:Model|Request ID|canary)/.test(line)),
      [`Model: ${visible.padEnd(100, 'x')}`, `Request ID: ${visible}`],
    );
  });
});

describe('log entry', () => {
  it('describes a request in figures', () => {
    equal(
      formatRequestMetrics(metrics, 'serverError'),
      'POST /chat 503 in 2,310 ms, headers after 120 ms, 1,234 bytes sent, 5,678 received, request req_1, attempt 2, serverError',
    );
  });

  it('omits unknown values', () => {
    const { method, path, sentBytes, startedAt, totalMs } = metrics;
    equal(
      formatRequestMetrics(
        { method, path, sentBytes, startedAt, totalMs, attempt: 1, receivedBytes: 0 },
        'stopped',
      ),
      'POST /chat no response in 2,310 ms, 1,234 bytes sent, 0 received, stopped',
    );
  });
});
