import type * as vscode from 'vscode';
import type { CapabilityStore } from '../../client/chatClient.ts';
import { serviceId } from '../../core/conversation/sentTo.ts';
import { onSettingsChanged } from '../settings.ts';

const FOLDS_FROM_KEY = 'foldsFrom';
const STREAMING_OFF_KEY = 'streamingOff';

/** What was learned about services, by base URL. Stored for all windows. */
export class ServiceMemory implements CapabilityStore, vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #listener: vscode.Disposable;

  constructor(state: vscode.Memento) {
    this.#state = state;
    // Who changes the setting has decided anew, also for services whose reply that turned it off is gone.
    this.#listener = onSettingsChanged(() => this.turnOnStreaming(), ['assistant.streaming']);
  }

  foldsFrom(baseUrl: string): number | undefined {
    return this.#foldsFrom[baseUrl];
  }

  rememberFoldsFrom(baseUrl: string, messages: number): void {
    void this.#state.update(FOLDS_FROM_KEY, { ...this.#foldsFrom, [baseUrl]: messages });
  }

  isStreamingOff(baseUrl: string): boolean {
    return this.#streamingOff.includes(baseUrl);
  }

  turnOffStreaming(baseUrl: string): void {
    this.#setStreamingOff([...new Set([...this.#streamingOff, baseUrl])]);
  }

  /** @param services ids of services (`serviceId`); all if absent */
  turnOnStreaming(services?: readonly string[]): void {
    this.#setStreamingOff(
      this.#streamingOff.filter((baseUrl) => services?.includes(serviceId(baseUrl)) === false),
    );
  }

  dispose(): void {
    this.#listener.dispose();
  }

  get #foldsFrom(): Readonly<Record<string, number>> {
    return this.#state.get(FOLDS_FROM_KEY, {});
  }

  get #streamingOff(): readonly string[] {
    return this.#state.get(STREAMING_OFF_KEY, []);
  }

  #setStreamingOff(baseUrls: readonly string[]): void {
    if (baseUrls.length !== this.#streamingOff.length) {
      void this.#state.update(STREAMING_OFF_KEY, baseUrls);
    }
  }
}
