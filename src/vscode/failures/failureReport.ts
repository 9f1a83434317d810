import * as vscode from 'vscode';
import type { ReplyFact } from '../../core/asking/replyFacts.ts';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import { readTimeLimits } from '../readTimeLimits.ts';
import { readSetting } from '../settings.ts';

/** Facts about the environment for a report. */
export interface HostInfo {
  /** Version of the extension. */
  version: string;
  /** For example `linux`. `undefined` in a browser, which does not reveal it. */
  operatingSystem: string | undefined;
}

/**
 * A failure as lines of plain text, to pass on when asking for help. Contains only figures, kinds and ids: no text of
 * the conversation, no API key, no message of the service or the network, of the URL only the host, and of a response that nobody could read only the
 * shape. In English,
 * since other people read it too.
 */
export function failureReport(turn: AssistantTurn, host: HostInfo, { elapsedMs, unread }: ReplyFact): string {
  const { failure } = turn;
  const metrics = failure?.exchange;
  const status = failure?.status ?? metrics?.status;
  const limits = readTimeLimits();
  const startedAt = metrics?.startedAt ?? turn.startedAt;
  const totalMs = metrics?.totalMs ?? elapsedMs;
  const lines: readonly (readonly [name: string, value: unknown])[] = [
    ['Assistant Chat', host.version],
    ['VS Code', `${vscode.version}, ${vscode.env.appName}`],
    ['Runs', `${vscode.env.appHost}, ${uiKindText()}, remote ${vscode.env.remoteName ?? 'none'}`],
    ['System', host.operatingSystem],
    ['Language', vscode.env.language],
    ['Failure', failure?.kind ?? turn.status],
    ['Status', status],
    ['Host', failure?.host],
    ['Model', sanitizeId(turn.model)],
    ['Request', metrics && `${metrics.method} ${metrics.path}, attempt ${metrics.attempt}`],
    ['Request ID', metrics?.requestId && sanitizeId(metrics.requestId)],
    ['Content type', unread?.contentType],
    ['Framing', unread?.layout],
    ['First value', unread?.shape],
    ['Bytes', metrics && `${metrics.sentBytes} sent, ${metrics.receivedBytes} received`],
    ['Started', new Date(startedAt).toISOString()],
    ['Headers after', metrics?.headMs !== undefined ? `${metrics.headMs} ms` : undefined],
    ['Ended after', `${totalMs} ms`],
    ['Retry-After', formatSeconds(failure?.retryAfterSeconds)],
    ['Timeout', formatSeconds(failure?.limitSeconds)],
    ['Timeouts', `response ${limits.responseTimeoutMs / 1000} s, idle ${limits.idleTimeoutMs / 1000} s`],
    ['Streaming', readSetting('streaming')],
  ];
  return lines
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function uiKindText(): string {
  return vscode.env.uiKind === vscode.UIKind.Web ? 'web UI' : 'desktop UI';
}

function formatSeconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : `${seconds} s`;
}

/** Makes an id of the service safe for a log or a report: replaces unusual characters and limits the length. */
export function sanitizeId(id: string): string {
  return id.replace(/[^\w.:/@-]/g, '?').slice(0, 100);
}
