import type { FaultOptions } from '../faults/faultControl.ts';

/**
 * The servers that tests of the client use. All results are plain data, so that the same tests run in Node.js, next
 * to the servers, and in a browser's worker, which reaches them over HTTP.
 */

export interface ServiceOptions {
  stream?: 'sse' | 'choices' | 'off';
  latencyMs?: number;
  requestsPerMinute?: number;
  /** Reject any role but `user` with 422. */
  rejectRoles?: boolean;
  /** Reject `stream: true` with 422. */
  rejectStream?: boolean;
}

/** A request that the local service received. Preflights are not recorded. */
export interface ServiceRecord {
  method: string;
  path: string;
  /** The `Host` header. */
  host: string;
  /** Time of arrival, in ms since 1970. */
  at: number;
  authorization?: string;
  body?: unknown;
  status?: number;
  /** Whether the client disconnected before the response was complete. */
  aborted: boolean;
}

/** A running local service. */
export interface TestService {
  baseUrl: string;
  keys: { active: string; notActivated: string; expired: string };
  requests(): Promise<ServiceRecord[]>;
  failNext(status: number, body?: string, headers?: Record<string, string>): Promise<void>;
  /** Starts a fault. `npm run service -- --faults` lists them. */
  fault(id: string, options?: FaultOptions): Promise<void>;
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

/** A step of a scripted response. A response ends after its last step. */
export type Step =
  | { head: number; headers?: Record<string, string> }
  /** A chunk of the body, sent separately. */
  | { send: string }
  | { sendBase64: string }
  /** Waits until the test releases this gate. */
  | { waitFor: string }
  | { destroy: true }
  | { hang: true };

/** The responses to the first, second, … request. The last one is repeated for all further requests. */
export type Script = readonly (readonly Step[])[];

export interface ScriptedRecord {
  method: string;
  path: string;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** A server that responds as scripted and records its requests. */
export interface ScriptedServer {
  origin: string;
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Without preflights. */
  requests(): Promise<ScriptedRecord[]>;
  /** Number of TCP connections made to it. */
  connections(): Promise<number>;
  release(gate: string): Promise<void>;
  /** Resolves when `count` requests have been received. */
  whenRequests(count: number): Promise<void>;
  /** Resolves when the client has closed the connection of this request (from 0) before the response was complete. */
  whenClosedEarly(request: number): Promise<void>;
  close(): Promise<void>;
}

export interface Servers {
  startService(options?: ServiceOptions): Promise<TestService>;
  startScriptedServer(script: Script): Promise<ScriptedServer>;
  /** Returns a local URL where nothing listens. */
  closedBaseUrl(): Promise<string>;
}
