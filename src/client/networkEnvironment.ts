/** What the client must know about the platform it runs on to explain a failed request. */
export interface NetworkEnvironment {
  /** Whether `fetch` is a browser's, which does not tell why a request failed. */
  isBrowser: boolean;
  /** Whether the page was loaded over https, so that it may send requests only over https. */
  isSecurePage: boolean;
  /** Returns `false` if `fetch` accepts any certificate. */
  checksCertificates(): boolean;
  /** The proxy, as it is set, without user name and password; `undefined` if none is. */
  proxy(): string | undefined;
  /** Returns `false` only if the platform knows that there is no network. */
  isOnline(): boolean;
}
