import * as vscode from 'vscode';
import type { ClientLog } from '../../client/clientLog.ts';
import type { RequestMetrics } from '../../contract/requestMetrics.ts';
import { sanitizeId } from '../failures/failureReport.ts';

/**
 * Logs the client's requests in VS Code's output view: only figures and kinds, which the types of its parameters
 * ensure. In English, since other people read it too. The channel is created with the first entry.
 */
export class RequestLog implements ClientLog, vscode.Disposable {
  #channel: vscode.LogOutputChannel | undefined;

  request(metrics: RequestMetrics, end: Parameters<ClientLog['request']>[1]): void {
    const line = formatRequestMetrics(metrics, end);
    if (end === 'ok' || end === 'stopped') {
      this.#open().info(line);
    } else {
      this.#open().warn(line);
    }
  }

  wait(reason: Parameters<ClientLog['wait']>[0], ms: number): void {
    this.#open().info(`waiting ${formatNumber(ms)} ms (${reason})`);
  }

  note(text: string): void {
    this.#open().info(text);
  }

  show(): void {
    this.#open().show();
  }

  dispose(): void {
    this.#channel?.dispose();
  }

  #open(): vscode.LogOutputChannel {
    this.#channel ??= vscode.window.createOutputChannel('Assistant Chat', { log: true });
    return this.#channel;
  }
}

/**
 * For example: `POST /chat 200 in 2,310 ms, headers after 120 ms, 1,234 bytes sent, 5,678 received, request req_1,
 * attempt 2`
 */
export function formatRequestMetrics(
  metrics: RequestMetrics,
  end: Parameters<ClientLog['request']>[1],
): string {
  const { method, path, status, totalMs, headMs, sentBytes, receivedBytes, requestId, attempt } = metrics;
  return [
    `${method} ${path} ${status ?? 'no response'} in ${formatNumber(totalMs)} ms`,
    ...(headMs === undefined ? [] : [`headers after ${formatNumber(headMs)} ms`]),
    `${formatNumber(sentBytes)} bytes sent`,
    `${formatNumber(receivedBytes)} received`,
    ...(requestId === undefined ? [] : [`request ${sanitizeId(requestId)}`]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(end === 'ok' ? [] : [end]),
  ].join(', ');
}

function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en');
}
