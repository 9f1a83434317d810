import * as vscode from 'vscode';
import { checkBaseUrl } from '../../client/address/endpoint.ts';
import type { Connection } from '../../client/chatClient.ts';
import { onSettingsChanged, readBaseUrl } from '../settings.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import { type KeyConsent, type OtherAddress, refusalText } from './keyConsent.ts';

/** Whether a request can be sent, and if not, what is missing. */
type ConnectionState =
  | { status: 'connected'; connection: Connection }
  /** There is no address, or it is not one of the service. */
  | { status: 'noAddress' }
  /** There is no key. */
  | { status: 'noKey' }
  /** There is a key, and it was entered for another origin: the user is asked before the first byte. */
  | ({ status: 'otherAddress' } & OtherAddress);

interface ConnectionsDependencies {
  keys: ApiKeyStore;
  /** Asks whether the key may go to an address that it was not entered for. */
  askForConsent(other: OtherAddress): Promise<KeyConsent>;
  /** Asks for the address, where there is none, and for a key. @returns whether there is a connection now */
  enterKey(): Promise<boolean>;
  /** Used as long as the user has set no address: the development connection. */
  fallback: Connection | undefined;
}

/** Address and key as they are now. The key is read for each request and kept nowhere between. */
export class Connections implements vscode.Disposable {
  readonly #dependencies: ConnectionsDependencies;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #sources: vscode.Disposable;
  #asking: Promise<ConnectionState> | undefined;

  /** Fires when the address or the key may have changed, in this window or in another. */
  readonly onChanged = this.#changed.event;

  constructor(dependencies: ConnectionsDependencies) {
    this.#dependencies = dependencies;
    const fire = (): void => this.#changed.fire();
    this.#sources = vscode.Disposable.from(
      dependencies.keys.onChanged(fire),
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
    const { keys, fallback } = this.#dependencies;
    const baseUrl = readBaseUrl();
    if (baseUrl === '' && fallback !== undefined) {
      return { status: 'connected', connection: fallback };
    }
    const check = checkBaseUrl(baseUrl);
    if (!check.ok) {
      return { status: 'noAddress' };
    }
    const { endpoint } = check;
    const stored = await keys.read();
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
  async confirmed(): Promise<ConnectionState> {
    const state = await this.current();
    if (state.status !== 'otherAddress') {
      return state;
    }
    this.#asking ??= this.#decide(state).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Asks for the address, where there is none, and for a key. @returns whether there is a connection now */
  enterKey(): Promise<boolean> {
    return this.#dependencies.enterKey();
  }

  /** The key, wherever it may be sent: to be compared with, and kept nowhere. */
  async apiKey(): Promise<string | undefined> {
    const { keys, fallback } = this.#dependencies;
    return (await keys.read())?.apiKey ?? fallback?.apiKey;
  }

  /** Has everybody look again: when the panel opens, since nothing is looked up before. */
  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#sources.dispose();
    this.#changed.dispose();
  }

  async #decide(other: OtherAddress): Promise<ConnectionState> {
    const { keys, askForConsent, enterKey } = this.#dependencies;
    const consent = await askForConsent(other);
    if (consent === 'enterAnother') {
      await enterKey();
    }
    if (consent === 'sendKey') {
      // The answer holds for the two origins that were named, whatever was changed while the question stood.
      const stored = await keys.read();
      if (stored?.origin === other.keyOrigin) {
        await keys.write({ ...stored, origin: other.endpoint.origin });
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
    ? refusalText(state)
    : vscode.l10n.t('Set the address and the API key first.');
}
