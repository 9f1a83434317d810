/** What the client must know of where it runs to tell why a request failed. */
export interface NetworkEnvironment {
  /** `fetch` is a browser's, which keeps the reasons of a failure to itself. */
  isBrowser: boolean;
  /** The page was loaded by https, so it may ask nothing else. */
  isSecurePage: boolean;
  /** `false` where the platform knows that there is no network. */
  isOnline(): boolean;
}
