/** The local service that the harness started for this run. */
interface TestService {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly keys: { readonly active: string; readonly notActivated: string; readonly expired: string };
}

/** Put in by the bundler, since a web worker has no environment variables. */
declare const TEST_SERVICE: TestService;

export const testService: TestService = TEST_SERVICE;
