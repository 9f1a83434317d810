import type { Failure, FailureKind } from '../../contract/failure.ts';
import { openableLink } from '../../core/openableLink.ts';
import type { NoticeView, TurnAction } from '../../protocol/conversation.ts';
import { readSetting, type SettingId } from '../settings.ts';
import { openExternal } from '../vscodeUi.ts';

/** The most helpful action for each failure. */
const PRIMARY_ACTIONS: Readonly<Record<FailureKind, TurnAction>> = {
  notConnected: 'connect',
  connectionChanged: 'retry',
  unauthorized: 'changeApiKey',
  forbidden: 'openDashboard',
  notFound: 'openSettings',
  modelNotFound: 'selectModel',
  // Selecting a model reloads the list, and with it the size of the context window, which may have become smaller.
  windowExceeded: 'selectModel',
  invalidRequest: 'editMessage',
  tooLarge: 'editMessage',
  rateLimited: 'waitAndRetry',
  serverError: 'waitAndRetry',
  unexpectedStatus: 'retry',
  redirected: 'openSettings',
  hostNotFound: 'openSettings',
  offline: 'retry',
  refused: 'retry',
  certificate: 'openSettings',
  certificatesUnchecked: 'retry',
  notSecure: 'retry',
  proxy: 'openSettings',
  corsRefused: 'openSettings',
  mixedContent: 'openSettings',
  unreachable: 'retry',
  connectTimedOut: 'retry',
  timedOut: 'retry',
  webPage: 'retry',
  notAReply: 'openSettings',
  unreadableStream: 'retryWithoutStreaming',
  damaged: 'retry',
  emptyReply: 'retry',
  tooLong: 'editMessage',
  listTooLong: 'retry',
  stalled: 'retry',
  connectionLost: 'retry',
  serviceError: 'retry',
};

/** The setting that `openSettings` opens if it is not the base URL. */
const SETTING_IDS: Readonly<Partial<Record<FailureKind, SettingId>>> = {
  certificate: 'http.systemCertificates',
  proxy: 'http.proxy',
};

/** Failures that are not shown as errors: they may pass without changes, or setup is not complete. */
const SEVERITIES: Readonly<Partial<Record<FailureKind, NoticeView['severity']>>> = {
  notConnected: 'info',
  offline: 'info',
  rateLimited: 'warning',
  hostNotFound: 'warning',
};

/**
 * Actions for a failure: the most helpful one, then retry, then the report, without duplicates. No retry with streaming
 * if that can't be read: it would cost another reply and fail again.
 */
export function failureActions(failure: Failure): TurnAction[] {
  const primary = availableAction(PRIMARY_ACTIONS[failure.kind], failure);
  const others: TurnAction[] = primary === 'retryWithoutStreaming' ? [] : ['retry'];
  return [...new Set<TurnAction>([primary, ...others, 'copyDetails'])];
}

/** The action, or Retry if the dashboard URL or the time to wait that it needs is unknown. */
function availableAction(action: TurnAction, failure: Failure): TurnAction {
  const isAvailable =
    action === 'openDashboard'
      ? readDashboardUrl() !== undefined
      : action !== 'waitAndRetry' || (failure.retryAfterSeconds ?? 0) > 0;
  return isAvailable ? action : 'retry';
}

/** Id of the setting that may fix the failure. */
export function settingIdFor({ kind, proxy }: Failure): SettingId {
  return SETTING_IDS[kind] ?? (proxy === undefined ? 'assistant.baseUrl' : 'http.proxy');
}

export function severityOf(kind: FailureKind): NoticeView['severity'] {
  return SEVERITIES[kind] ?? 'error';
}

/**
 * The URL of the account's dashboard, or `undefined` if it is not set. Accepts only https and only user settings:
 * nobody else may decide where users look up their API keys.
 */
export function readDashboardUrl(): string | undefined {
  const url = openableLink(readSetting('dashboardUrl'));
  return url?.startsWith('https://') ? url : undefined;
}

/** Opens the dashboard in the browser if its URL is set. */
export async function openDashboard(): Promise<void> {
  const url = readDashboardUrl();
  if (url !== undefined) {
    await openExternal(url);
  }
}
