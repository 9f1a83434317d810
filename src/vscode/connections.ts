import * as vscode from 'vscode';
import type { Connection } from '../client/chatClient.ts';
import { checkBaseUrl, type Endpoint } from '../client/endpoint.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import { onSettingsChanged, readBaseUrl } from './settings.ts';

/** Whether a request can be sent, and if not, what is missing. */
export type ConnectionState =
  | { status: 'connected'; connection: Connection }
  /** There is no address, or it is not one of the service. */
  | { status: 'noAddress' }
  /** There is no key for this address. */
  | { status: 'noKey'; endpoint: Endpoint };

/** Address and key as they are now. The key is read for each request and kept nowhere between. */
export class Connections implements vscode.Disposable {
  readonly #keys: ApiKeyStore;
  readonly #fallback: Connection | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #sources: vscode.Disposable;

  /** Fires when the address or the key may have changed, in this window or in another. */
  readonly onChanged = this.#changed.event;

  /** @param fallback is used as long as the user has set no address: the development connection. */
  constructor(keys: ApiKeyStore, fallback: Connection | undefined) {
    this.#keys = keys;
    this.#fallback = fallback;
    const fire = (): void => this.#changed.fire();
    this.#sources = vscode.Disposable.from(keys.onChanged(fire), onSettingsChanged(fire));
  }

  async current(): Promise<ConnectionState> {
    const baseUrl = readBaseUrl();
    if (baseUrl === '' && this.#fallback !== undefined) {
      return { status: 'connected', connection: this.#fallback };
    }
    const check = checkBaseUrl(baseUrl);
    if (!check.ok) {
      return { status: 'noAddress' };
    }
    const { endpoint } = check;
    const stored = await this.#keys.read();
    return stored?.origin === endpoint.origin
      ? { status: 'connected', connection: { endpoint, apiKey: stored.apiKey } }
      : { status: 'noKey', endpoint };
  }

  /** Has everybody look again: when the panel opens, since nothing is looked up before. */
  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#sources.dispose();
    this.#changed.dispose();
  }
}
