import { ADDRESSED_MESSAGES } from '../protocol/addressedMessages.ts';
import { MAX_SENT_ATTACHMENTS, MAX_TEXT_CHARS, MAX_URI_CHARS } from '../protocol/limits.ts';
import type { PAGE_SHOWN } from '../protocol/panelPage.ts';
import type { PanelRequest, ToHost } from '../protocol/toHost.ts';
import type { PanelResponse, RequestResult, ToPanel } from '../protocol/toPanel.ts';
import { formatCount } from './format.ts';
import { t } from './l10n.ts';

/** What `acquireVsCodeApi` of VS Code's webviews returns, once in each page. */
export interface WebviewApi {
  postMessage(message: ToHost | typeof PAGE_SHOWN): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Without the fields that `Host` adds. */
type Unaddressed<Message> = Message extends unknown ? Omit<Message, 'requestId' | 'conversationId'> : never;
type HostNotification = Unaddressed<Exclude<ToHost, PanelRequest>>;
type HostRequest = Unaddressed<PanelRequest>;

/** Whether what was requested was done. */
export function isDone(result: RequestResult | undefined): boolean {
  return result === undefined || result.kind === 'info';
}

/** The sentence to show; empty if there is none. */
export function textOf(result: RequestResult | undefined): string {
  return result === undefined || result.kind === 'canceled' ? '' : result.text;
}

const RESPONSE_TIMEOUT_MS = 15_000;

/** Whether a late response means an error. All other requests may wait for a dialog of VS Code. */
function canTimeOut(message: HostRequest): boolean {
  return 'action' in message
    ? message.action === 'copy' || message.action === 'copyDetails'
    : message.type === 'renameConversation';
}

/** Why a text can't be sent, `undefined` if it can. */
export function textError({ length }: string): string | undefined {
  return length > MAX_TEXT_CHARS
    ? t(
        'This text is longer than {0} characters. Shorten it, or attach it as a file.',
        formatCount(MAX_TEXT_CHARS),
      )
    : undefined;
}

/** Why the host would not read a request, `undefined` if it would. */
function limitError(message: HostRequest): string | undefined {
  if ('text' in message) {
    const error = textError(message.text);
    if (error !== undefined) {
      return error;
    }
  }
  if ('attachmentIds' in message && message.attachmentIds.length > MAX_SENT_ATTACHMENTS) {
    return t('A question can have at most {0} attachments. Remove some of them.', MAX_SENT_ATTACHMENTS);
  }
  if ('uris' in message && message.uris.some(({ length }) => length > MAX_URI_CHARS)) {
    return t('The address of a file is longer than {0} characters.', formatCount(MAX_URI_CHARS));
  }
  return undefined;
}

/**
 * The panel's only connection to the host. VS Code's API object stays private: nothing else in the page can post. Adds
 * the id of the conversation that is shown to the messages about it; without one, they are not sent.
 */
export interface Host {
  /** Id of the conversation that is shown. Empty until there is one. */
  shownId: string;
  post(message: HostNotification): void;
  /** Never rejects. Resolves to an error after `RESPONSE_TIMEOUT_MS`, unless the host may be waiting for the user. */
  request(message: HostRequest): Promise<RequestResult | undefined>;
  /** Calls the listener for each message, except responses to requests. */
  listen(listener: (message: Exclude<ToPanel, PanelResponse>) => void): void;
  /** State that outlives the page while VS Code runs. Unknown, since an older version may have written it. */
  getState(): unknown;
  setState(state: unknown): void;
}

export function createHost(api: WebviewApi): Host {
  const pending = new Map<number, (result: RequestResult | undefined) => void>();
  let nextRequestId = 0;
  /** @returns false if it is about the conversation that is shown, and none is */
  const send = (message: HostNotification | (HostRequest & { requestId: number })): boolean => {
    const isAddressed = message.type in ADDRESSED_MESSAGES;
    const address = isAddressed ? { conversationId: host.shownId } : {};
    if (isAddressed && host.shownId === '') {
      return false;
    }
    // The compiler can't see which messages have an address.
    api.postMessage({ ...message, ...address } as ToHost);
    return true;
  };
  const host: Host = {
    shownId: '',
    post: (message) => void send(message),
    request: (message) => {
      const error = limitError(message);
      if (error !== undefined) {
        return Promise.resolve({ kind: 'error', text: error });
      }
      const requestId = nextRequestId++;
      return new Promise((resolve) => {
        const timer = canTimeOut(message)
          ? setTimeout(
              () => settle({ kind: 'error', text: t('VS Code did not respond. Try again.') }),
              RESPONSE_TIMEOUT_MS,
            )
          : undefined;
        const settle = (result: RequestResult | undefined): void => {
          clearTimeout(timer);
          pending.delete(requestId);
          resolve(result);
        };
        pending.set(requestId, settle);
        if (!send({ ...message, requestId })) {
          settle({
            kind: 'error',
            text: t('The conversation is still being loaded. Try again in a moment.'),
          });
        }
      });
    },
    listen(listener) {
      window.addEventListener('message', ({ origin, data }: MessageEvent<ToPanel>) => {
        if (origin !== window.origin) {
          return;
        }
        if (data.type === 'response') {
          pending.get(data.requestId)?.(data.result);
        } else {
          listener(data);
        }
      });
    },
    getState: () => api.getState(),
    setState: (state) => api.setState(state),
  };
  return host;
}
