import type { PanelRequest, ToHost } from '../protocol/toHost.ts';
import { type ToPanel, toPanelSchema } from '../protocol/toPanel.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

type WithoutRequestId<Message> = Message extends unknown ? Omit<Message, 'requestId'> : never;
type HostNotification = Exclude<ToHost, PanelRequest>;
/** How a request ended: `undefined` for well, else the sentence to show. */
export type RequestError = string | undefined;

const RESPONSE_TIMEOUT_MS = 15_000;

/** Whether nobody is asked anything first. Before anything else VS Code may, and a person takes any time. */
function canTimeOut(message: WithoutRequestId<PanelRequest>): boolean {
  return 'action' in message
    ? message.action === 'copy' || message.action === 'copyDetails'
    : message.type === 'renameConversation';
}

/** The panel's only way out. VS Code's object stays in here: nothing else in the page can post. */
export interface Host {
  post(message: HostNotification): void;
  /** Never rejects: a host that keeps silent for 15 s is an answer too, unless it may be waiting for a person. */
  request(message: WithoutRequestId<PanelRequest>): Promise<RequestError>;
  /** Hands over each message that is one of the protocol's; the answers to requests stay in here. */
  listen(listener: (message: ToPanel) => void): void;
  /** What outlives the page while VS Code runs; unknown, since an older panel may have written it. */
  getState(): unknown;
  setState(state: unknown): void;
}

/** @param timeoutMessage the sentence for a request that the host left unanswered */
export function createHost(timeoutMessage: string): Host {
  const api = acquireVsCodeApi();
  const waiting = new Map<number, (answer: RequestError) => void>();
  let nextRequestId = 0;
  return {
    post: (message) => api.postMessage(message),
    request(message) {
      const requestId = nextRequestId++;
      return new Promise((resolve) => {
        const timer = canTimeOut(message)
          ? setTimeout(() => settle(timeoutMessage), RESPONSE_TIMEOUT_MS)
          : undefined;
        const settle = (answer: RequestError): void => {
          clearTimeout(timer);
          waiting.delete(requestId);
          resolve(answer);
        };
        waiting.set(requestId, settle);
        api.postMessage({ ...message, requestId } satisfies PanelRequest);
      });
    },
    listen(listener) {
      window.addEventListener('message', (event) => {
        const parsed = toPanelSchema.safeParse(event.data);
        if (event.origin !== window.origin || !parsed.success) {
          return;
        }
        if (parsed.data.type === 'response') {
          waiting.get(parsed.data.requestId)?.(parsed.data.error);
        } else {
          listener(parsed.data);
        }
      });
    },
    getState: () => api.getState(),
    setState: (state) => api.setState(state),
  };
}
