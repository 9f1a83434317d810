import * as vscode from 'vscode';
import { parseBaseUrl } from '../../client/address/endpoint.ts';
import type { Connection } from '../../client/chatClient.ts';
import { onSettingsChanged, readBaseUrl } from '../settings.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import { type KeyConsent, type KeyOriginMismatch, noConsentText } from './keyConsent.ts';

/** Whether a request can be sent, and if not, what is missing. */
type ConnectionState =
  | { status: 'connected'; connection: Connection }
  /** There is no address, or it is not one of the service. */
  | { status: 'noAddress' }
  /** There is no key. */
  | { status: 'noKey' }
  /** There is a key, and it was entered for another origin: the user is asked before the first byte. */
  | ({ status: 'otherAddress' } & KeyOriginMismatch);

interface ConnectionsDeps {
  keyStore: ApiKeyStore;
  /** Asks whether the key may go to an address that it was not entered for. */
  askForConsent(mismatch: KeyOriginMismatch): Promise<KeyConsent>;
  /** Asks for the address, where there is none, and for a key. @returns whether there is a connection now */
  enterKey(): Promise<boolean>;
  /** Used as long as the user has set no address: the development connection. */
  fallback: Connection | undefined;
}

/** Address and key as they are now. The key is read for each request and kept nowhere between. */
export class Connections implements vscode.Disposable {
  readonly #deps: ConnectionsDeps;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  #pendingConsent: Promise<ConnectionState> | undefined;

  /** Fires when the address or the key may have changed, in this window or in another. */
  readonly onChanged = this.#changed.event;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    const fire = (): void => this.#changed.fire();
    this.#listeners = vscode.Disposable.from(
      deps.keyStore.onChanged(fire),
      onSettingsChanged(fire),
      // In a browser, a change in another window is announced to nobody.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          fire();
        }
      }),
    );
  }

  async current(): Promise<ConnectionState> {
    const { keyStore, fallback } = this.#deps;
    const baseUrl = readBaseUrl();
    if (baseUrl === '' && fallback !== undefined) {
      return { status: 'connected', connection: fallback };
    }
    const check = parseBaseUrl(baseUrl);
    if (!check.ok) {
      return { status: 'noAddress' };
    }
    const { endpoint } = check;
    const stored = await keyStore.read();
    if (stored === undefined) {
      return { status: 'noKey' };
    }
    return stored.origin === endpoint.origin
      ? { status: 'connected', connection: { endpoint, apiKey: stored.apiKey } }
      : { status: 'otherAddress', endpoint, keyOrigin: stored.origin };
  }

  /**
   * As `current`, after the user has decided where the key may go. Whatever is about to send asks this; before
   * the answer nothing leaves, and without a yes the state stays `otherAddress`.
   */
  async whenConfirmed(): Promise<ConnectionState> {
    const state = await this.current();
    if (state.status !== 'otherAddress') {
      return state;
    }
    this.#pendingConsent ??= this.#resolveConsent(state).finally(() => {
      this.#pendingConsent = undefined;
    });
    return this.#pendingConsent;
  }

  /** Asks for the address, where there is none, and for a key. @returns whether there is a connection now */
  enterKey(): Promise<boolean> {
    return this.#deps.enterKey();
  }

  /** The key, wherever it may be sent: to be compared with, and kept nowhere. */
  async apiKey(): Promise<string | undefined> {
    const { keyStore, fallback } = this.#deps;
    return (await keyStore.read())?.apiKey ?? fallback?.apiKey;
  }

  /** Has everybody look again: when the panel opens, since nothing is looked up before. */
  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  async #resolveConsent(mismatch: KeyOriginMismatch): Promise<ConnectionState> {
    const { keyStore, askForConsent, enterKey } = this.#deps;
    const consent = await askForConsent(mismatch);
    if (consent === 'enterAnother') {
      await enterKey();
    }
    if (consent === 'sendKey') {
      // The answer holds for the two origins that were named, whatever was changed while the question stood.
      const stored = await keyStore.read();
      if (stored?.origin === mismatch.keyOrigin) {
        await keyStore.write({ ...stored, origin: mismatch.endpoint.origin });
      }
    }
    return this.current();
  }
}

/** Whether a question can be asked: the user may still have to say where the key may go. */
export function canAsk({ status }: ConnectionState): boolean {
  return status === 'connected' || status === 'otherAddress';
}

/** Why nothing was sent. */
export function notConnectedText(state: Exclude<ConnectionState, { status: 'connected' }>): string {
  return state.status === 'otherAddress'
    ? noConsentText(state)
    : vscode.l10n.t('Set the base URL and the API key first.');
}
