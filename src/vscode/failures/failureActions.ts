import * as vscode from 'vscode';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { openableLink } from '../../core/openableLink.ts';
import type { NoticeView, TurnAction } from '../../protocol/conversation.ts';

/** The action that helps most with each failure. */
const PRIMARY_ACTIONS: Readonly<Record<FailureKind, TurnAction>> = {
  notConnected: 'setApiKey',
  unauthorized: 'setApiKey',
  forbidden: 'openDashboard',
  notFound: 'openSettings',
  modelNotFound: 'selectModel',
  // It lists the models anew: the window of one may have become smaller since.
  windowExceeded: 'selectModel',
  invalidRequest: 'editMessage',
  tooLarge: 'editMessage',
  rateLimited: 'waitAndRetry',
  serverError: 'retry',
  unexpectedStatus: 'retry',
  redirected: 'openSettings',
  hostNotFound: 'openSettings',
  offline: 'retry',
  refused: 'retry',
  certificate: 'openSettings',
  notSecure: 'retry',
  proxy: 'openSettings',
  corsRefused: 'openSettings',
  mixedContent: 'openSettings',
  unreachable: 'retry',
  timedOut: 'retry',
  webPage: 'retry',
  notAReply: 'openSettings',
  damaged: 'retry',
  emptyReply: 'retry',
  tooLong: 'editMessage',
  stalled: 'retry',
  connectionLost: 'retry',
  serviceError: 'retry',
};

/** The setting that `openSettings` opens, where it is not the address of the service. */
const SETTING_IDS: Readonly<Partial<Record<FailureKind, string>>> = {
  certificate: 'http.systemCertificates',
  proxy: 'http.proxy',
};

/** What is no fault of anybody's is said calmly: it ends by itself, or is only a step that is left to do. */
const SEVERITIES: Readonly<Partial<Record<FailureKind, NoticeView['severity']>>> = {
  notConnected: 'info',
  offline: 'info',
  rateLimited: 'warning',
  hostNotFound: 'warning',
};

/** What is offered with a failure: the way out, then to ask again, then the report. Each once. */
export function failureActions(failure: Failure): TurnAction[] {
  return [
    ...new Set<TurnAction>([availableAction(PRIMARY_ACTIONS[failure.kind], failure), 'retry', 'copyDetails']),
  ];
}

/** The action itself, or the next best where something for it is missing. */
function availableAction(action: TurnAction, failure: Failure): TurnAction {
  if (action === 'openDashboard' && readDashboardUrl() === undefined) {
    return 'setApiKey';
  }
  return action === 'waitAndRetry' && failure.retryAfterSeconds === undefined ? 'retry' : action;
}

/** The id of the setting that may put things right. */
export function settingIdFor(kind: FailureKind): string {
  return SETTING_IDS[kind] ?? 'assistant.baseUrl';
}

export function severityOf(kind: FailureKind): NoticeView['severity'] {
  return SEVERITIES[kind] ?? 'error';
}

/**
 * The address of the account's dashboard, or `undefined` where the user has set none. Only https is taken, and
 * only the user's own value: nobody else may say where people go to look up their keys.
 */
function readDashboardUrl(): string | undefined {
  const value: unknown = vscode.workspace.getConfiguration('assistant').inspect('dashboardUrl')?.globalValue;
  const address = typeof value === 'string' ? openableLink(value.trim()) : undefined;
  return address?.startsWith('https://') ? address : undefined;
}

/** Opens the dashboard in the browser, where its address is set. */
export async function openDashboard(): Promise<void> {
  const address = readDashboardUrl();
  if (address !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}
