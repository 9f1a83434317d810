import * as vscode from 'vscode';
import { type Endpoint, type EndpointError, parseBaseUrl } from '../../client/address/endpoint.ts';
import type { Connection } from '../../client/chatClient.ts';
import type { Failure } from '../../contract/failure.ts';
import { type ActionError, connectButton, failed } from '../actionResult.ts';
import { onSettingsChanged, readSetting } from '../settings.ts';
import { t, type UiText } from '../uiText.ts';
import { withTimeout } from '../withTimeout.ts';
import { addressErrorText } from './addressErrorText.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import { type KeyConsent, type KeyOriginMismatch, noConsentText } from './keyConsent.ts';

/** Maximum time to wait for the secret storage, in ms. A keyring that is locked may ask the user first. */
const KEYRING_TIMEOUT_MS = 10_000;

/** Whether a request can be sent, or what is missing. */
export type ConnectionState =
  | { status: 'connected'; connection: Connection }
  /** The base URL is missing (`empty`) or not accepted. */
  | { status: 'noAddress'; error: EndpointError }
  | { status: 'noKey'; endpoint: Endpoint }
  /** VS Code's secret storage, or the system's keyring behind it, did not respond. */
  | { status: 'noAnswer' }
  /** The key was entered for another origin: the user must agree before it is sent. */
  | ({ status: 'otherAddress' } & KeyOriginMismatch);

/** How a request ended that got no answer, or an answer that leaves nothing to ask: an account without models. */
export type RequestProblem = Failure | 'noModels';

interface ConnectionsDeps {
  keyStore: ApiKeyStore;
  /** Asks whether the key may be sent to an origin that it was not entered for. */
  askForConsent(mismatch: KeyOriginMismatch): Promise<KeyConsent>;
  /** Asks for the base URL, if none is set, and for a key. @returns whether there is a connection now */
  enterKey(): Promise<boolean>;
  /** The development connection, used while no base URL is set. */
  fallback: Connection | undefined;
}

/** The current base URL and key. The key is read for each request and not cached. */
export class Connections implements vscode.Disposable {
  readonly #deps: ConnectionsDeps;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  #pendingConsent: Promise<ConnectionState> | undefined;
  /** The connections that were returned since the key changed: a request with another one says nothing about this key. */
  #present = new WeakSet<Connection>();
  #lastProblem: { baseUrl: string; problem: RequestProblem } | undefined;

  /**
   * Fires when the base URL or the key may have changed, in this or another window, and when the last request ended
   * otherwise than the one before.
   */
  readonly onChanged = this.#changed.event;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    const fire = (): void => this.#changed.fire();
    this.#listeners = vscode.Disposable.from(
      deps.keyStore.onChanged(() => {
        this.#present = new WeakSet();
        this.#lastProblem = undefined;
        fire();
      }),
      onSettingsChanged(fire),
      // In a browser, changes in another window fire no event.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          fire();
        }
      }),
    );
  }

  /** The canonical base URL in the settings; empty if there is none that is accepted. */
  get baseUrl(): string {
    const { fallback } = this.#deps;
    const baseUrl = readSetting('baseUrl');
    const check = parseBaseUrl(baseUrl);
    return baseUrl === '' && fallback !== undefined
      ? fallback.endpoint.baseUrl
      : check.ok
        ? check.endpoint.baseUrl
        : '';
  }

  /** Why the last request of this window with the present connection failed; `undefined` if it did not, or there is none. */
  get lastProblem(): RequestProblem | undefined {
    return this.#lastProblem?.baseUrl === this.baseUrl ? this.#lastProblem.problem : undefined;
  }

  /** Remembers how a request ended. One with another key or base URL than the present ones says nothing. */
  noteOutcome(connection: Connection, problem: RequestProblem | undefined): void {
    const isNews = problem !== undefined || this.#lastProblem !== undefined;
    if (isNews && this.#present.has(connection)) {
      this.#lastProblem = problem && { baseUrl: connection.endpoint.baseUrl, problem };
      this.#changed.fire();
    }
  }

  async current(): Promise<ConnectionState> {
    const present = this.#present;
    const state = await this.#read();
    if (state.status === 'connected') {
      present.add(state.connection);
    }
    return state;
  }

  /**
   * Like `current`, but for `otherAddress` asks the user first. Must be called before anything is sent. If the user
   * doesn't agree, the state stays `otherAddress`.
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

  /** Asks for the base URL, if none is set, and for a key. @returns whether there is a connection now */
  enterKey(): Promise<boolean> {
    return this.#deps.enterKey();
  }

  /** The key, whatever its origin. Only for comparison with what is about to be sent; must not be stored. */
  async apiKey(): Promise<string | undefined> {
    const { keyStore, fallback } = this.#deps;
    return (await keyStore.read())?.apiKey ?? fallback?.apiKey;
  }

  /** Makes listeners look up the connection. Called when a page has loaded, since activation reads nothing. */
  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  async #read(): Promise<ConnectionState> {
    const { keyStore, fallback } = this.#deps;
    const baseUrl = readSetting('baseUrl');
    if (baseUrl === '' && fallback !== undefined) {
      return { status: 'connected', connection: fallback };
    }
    const check = parseBaseUrl(baseUrl);
    if (!check.ok) {
      return { status: 'noAddress', error: check.error };
    }
    const { endpoint } = check;
    const stored = await withTimeout<Awaited<ReturnType<ApiKeyStore['read']>> | 'noAnswer'>(
      KEYRING_TIMEOUT_MS,
      keyStore.read(),
      'noAnswer',
    );
    if (stored === undefined) {
      return { status: 'noKey', endpoint };
    }
    if (stored === 'noAnswer') {
      return { status: stored };
    }
    return stored.origin === endpoint.origin
      ? { status: 'connected', connection: { endpoint, apiKey: stored.apiKey } }
      : { status: 'otherAddress', endpoint, keyOrigin: stored.origin };
  }

  async #resolveConsent(mismatch: KeyOriginMismatch): Promise<ConnectionState> {
    const { keyStore, askForConsent, enterKey } = this.#deps;
    const consent = await askForConsent(mismatch);
    if (consent === 'enterAnother') {
      await enterKey();
    }
    if (consent === 'sendKey') {
      // The consent covers only the two origins shown, even if the settings changed while the dialog was open.
      const stored = await keyStore.read();
      if (stored?.origin === mismatch.keyOrigin) {
        await keyStore.write({ ...stored, origin: mismatch.endpoint.origin });
      }
    }
    return this.current();
  }
}

/** Also true if the user still has to agree to send the key to another origin. */
export function canAsk({ status }: ConnectionState): boolean {
  return status === 'connected' || status === 'otherAddress';
}

export function notConnected(state: Exclude<ConnectionState, { status: 'connected' }>): ActionError {
  if (state.status === 'otherAddress') {
    return failed(noConsentText(state));
  }
  const text =
    state.status === 'noAnswer'
      ? noAnswerText()
      : state.status === 'noAddress' && state.error !== 'empty'
        ? addressErrorText(state.error)
        : t('Set the base URL and the API key first.');
  return failed(text, { button: connectButton() });
}

export function noAnswerText(): UiText {
  return t(
    'VS Code’s secret storage did not respond. Unlock the keyring of your system, or restart VS Code.',
  );
}
