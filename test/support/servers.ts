import type { FaultOptions } from '../faults/faultControl.ts';

/**
 * The servers that tests of the client talk to, as interfaces whose every answer is plain data: the same tests
 * run in Node, next to the servers, and in a browser's worker, which reaches them over HTTP.
 */

export interface ServiceOptions {
  stream?: 'sse' | 'choices' | 'ndjson' | 'off';
  latencyMs?: number;
  requestsPerMinute?: number;
  /** How long a request counts towards the limit, in ms; a minute when not given. */
  windowMs?: number;
  /** 422 for any role but `user`. */
  rejectRoles?: boolean;
  /** 422 for `stream: true`. */
  rejectStream?: boolean;
}

/** A request that the local service got. Preflights are not counted. */
export interface ServiceRecord {
  method: string;
  path: string;
  /** The host and the port that the client asked for. */
  host: string;
  /** When it arrived, in ms since 1970. */
  at: number;
  authorization?: string;
  body?: unknown;
  status?: number;
  /** The client went away before the reply was complete. */
  aborted: boolean;
}

/** A running local service. */
export interface TestService {
  baseUrl: string;
  keys: { active: string; notActivated: string; expired: string };
  requests(): Promise<ServiceRecord[]>;
  failNext(status: number, body?: string, headers?: Record<string, string>): Promise<void>;
  /** Lets a fault hold from now on; `npm run service -- --faults` lists them. */
  fault(id: string, options?: FaultOptions): Promise<void>;
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

/** One thing that a scripted server does in its answer. An answer ends after its last step. */
export type Step =
  | { head: number; headers?: Record<string, string> }
  /** One piece of the body, sent by itself. */
  | { send: string }
  | { sendBase64: string }
  /** Goes on when the test releases this gate. */
  | { waitFor: string }
  | { destroy: true }
  | { hang: true };

/** The answers to the first, second, … request; the last one is that to all further requests. */
export type Script = readonly (readonly Step[])[];

export interface ScriptedRecord {
  method: string;
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** A server that does what a script says, and tells what it got. */
export interface ScriptedServer {
  origin: string;
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Without preflights. */
  requests(): Promise<ScriptedRecord[]>;
  /** How many TCP connections anybody made to it. */
  connections(): Promise<number>;
  release(gate: string): Promise<void>;
  /** Resolves when so many requests have come. */
  whenRequests(count: number): Promise<void>;
  /** Resolves when the client has closed the connection of this request (from 0) before its answer was complete. */
  whenClosedEarly(request: number): Promise<void>;
  close(): Promise<void>;
}

export interface Servers {
  startService(options?: ServiceOptions): Promise<TestService>;
  startScriptedServer(script: Script): Promise<ScriptedServer>;
  /** An address on this machine where nothing listens. */
  closedBaseUrl(): Promise<string>;
}
