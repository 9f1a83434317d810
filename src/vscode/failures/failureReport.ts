import * as vscode from 'vscode';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import { readTimeLimits } from '../readTimeLimits.ts';
import { readChatSettings } from '../settings.ts';

/** What a report says of the place where the extension runs. */
export interface HostInfo {
  /** Of the extension. */
  version: string;
  /** Such as `linux`; `undefined` in a browser, which keeps it to itself. */
  operatingSystem: string | undefined;
}

/**
 * A failure as lines of plain text, for whoever is asked for help: figures, kinds and ids alone. Nothing that was
 * asked or answered is in it, neither the key nor what the service or the network said, and of the address only
 * the host. It is in English, since it is read by others than the user.
 */
export function failureReport(turn: AssistantTurn, host: HostInfo): string {
  const { failure } = turn;
  const exchange = failure?.exchange;
  const status = failure?.status ?? exchange?.status;
  const limits = readTimeLimits();
  const startedAt = exchange?.startedAt ?? turn.startedAt;
  const totalMs = exchange?.totalMs ?? (turn.endedAt ?? turn.startedAt) - turn.startedAt;
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
    ['Request', exchange && `${exchange.method} ${exchange.path}, attempt ${exchange.attempt}`],
    ['Request ID', exchange?.requestId && sanitizeId(exchange.requestId)],
    ['Bytes', exchange && `${exchange.sentBytes} sent, ${exchange.receivedBytes} received`],
    ['Started', new Date(startedAt).toISOString()],
    ['Headers after', exchange?.headMs !== undefined ? `${exchange.headMs} ms` : undefined],
    ['Ended after', `${totalMs} ms`],
    ['Retry-After', formatSeconds(failure?.retryAfterSeconds)],
    ['Timeout', formatSeconds(failure?.limitSeconds)],
    ['Timeouts', `response ${limits.responseTimeoutMs / 1000} s, idle ${limits.idleTimeoutMs / 1000} s`],
    ['Streaming', readChatSettings().stream ? 'auto' : 'off'],
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

/** An id that a service gave, without anything that is no part of one, for a log or a report. */
export function sanitizeId(id: string): string {
  return id.replace(/[^\w.:/@-]/g, '?').slice(0, 100);
}
