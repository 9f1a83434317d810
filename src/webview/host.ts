import type { PanelRequest, ToHost } from '../protocol/toHost.ts';
import type { ToPanel } from '../protocol/toPanel.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

type WithoutRequestId<Message> = Message extends unknown ? Omit<Message, 'requestId'> : never;
type HostNotification = Exclude<ToHost, PanelRequest>;
/** Message to show if a request failed; `undefined` if it succeeded. */
export type RequestError = string | undefined;
/** How a request ended: `error` if it failed, `info` if the host has something to say about its success. */
export type RequestResult = Pick<Extract<ToPanel, { type: 'response' }>, 'error' | 'info'>;

const RESPONSE_TIMEOUT_MS = 15_000;

/** Whether a late response means an error. All other requests may wait for a dialog of VS Code. */
function canTimeOut(message: WithoutRequestId<PanelRequest>): boolean {
  return 'action' in message
    ? message.action === 'copy' || message.action === 'copyDetails'
    : message.type === 'renameConversation';
}

/** The panel's only connection to the host. VS Code's API object stays private: nothing else in the page can post. */
export interface Host {
  post(message: HostNotification): void;
  /** Never rejects. Resolves to an error after `RESPONSE_TIMEOUT_MS`, unless the host may be waiting for the user. */
  request(message: WithoutRequestId<PanelRequest>): Promise<RequestError>;
  /** Like `request`, for requests about whose success the host may say something too. */
  requestResult(message: WithoutRequestId<PanelRequest>): Promise<RequestResult>;
  /** Calls the listener for each message, except responses to requests. */
  listen(listener: (message: ToPanel) => void): void;
  /** State that outlives the page while VS Code runs. Unknown, since an older version may have written it. */
  getState(): unknown;
  setState(state: unknown): void;
}

/** @param timeoutMessage error for requests without a response */
export function createHost(timeoutMessage: string): Host {
  const api = acquireVsCodeApi();
  const pending = new Map<number, (result: RequestResult) => void>();
  let nextRequestId = 0;
  const requestResult: Host['requestResult'] = (message) => {
    const requestId = nextRequestId++;
    return new Promise((resolve) => {
      const timer = canTimeOut(message)
        ? setTimeout(() => settle({ error: timeoutMessage }), RESPONSE_TIMEOUT_MS)
        : undefined;
      const settle = (result: RequestResult): void => {
        clearTimeout(timer);
        pending.delete(requestId);
        resolve(result);
      };
      pending.set(requestId, settle);
      api.postMessage({ ...message, requestId } satisfies PanelRequest);
    });
  };
  return {
    post: (message) => api.postMessage(message),
    request: async (message) => (await requestResult(message)).error,
    requestResult,
    listen(listener) {
      window.addEventListener('message', ({ origin, data }: MessageEvent<ToPanel>) => {
        if (origin !== window.origin) {
          return;
        }
        if (data.type === 'response') {
          pending.get(data.requestId)?.(data);
        } else {
          listener(data);
        }
      });
    },
    getState: () => api.getState(),
    setState: (state) => api.setState(state),
  };
}
