import * as vscode from 'vscode';
import type { ClientLog } from '../../client/clientLog.ts';
import type { RequestMetrics } from '../../contract/requestMetrics.ts';
import { sanitizeId } from '../failures/failureReport.ts';

/**
 * What the client does, in VS Code's output view: figures and kinds, by the types of what it is given. It is in
 * English, since it is read by others than the user. There is no channel before there is something to write.
 */
export class RequestLog implements ClientLog, vscode.Disposable {
  #channel: vscode.LogOutputChannel | undefined;

  request(exchange: RequestMetrics, end: Parameters<ClientLog['request']>[1]): void {
    const line = formatRequestMetrics(exchange, end);
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

  /** Shows the log in the output view. */
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

/** `POST /chat 200 in 2,310 ms, headers after 120 ms, 1,234 bytes sent, 5,678 received, request req_1, attempt 2` */
export function formatRequestMetrics(
  exchange: RequestMetrics,
  end: Parameters<ClientLog['request']>[1],
): string {
  const { method, path, status, totalMs, headMs, sentBytes, receivedBytes, requestId, attempt } = exchange;
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
