import type { TestContext } from 'node:test';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../../src/localService/server.ts';

/** Starts a service for one test. Closes it when the test ends. */
export async function serviceFor(t: TestContext, options?: LocalServiceOptions): Promise<LocalService> {
  const service = await startLocalService(options);
  t.after(() => service.close());
  return service;
}

interface ReceivedResponse {
  status: number;
  headers: Headers;
  text: string;
}

async function read(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Creates a valid body with some fields changed or removed (`undefined`). */
export function chatBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: 'assistant-haiku', messages: [{ role: 'user', content: 'Hello' }], ...changes };
}

export function chatRequest(service: LocalService, body: unknown, key = service.keys.active): RequestInit {
  return {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

export async function chat(service: LocalService, body: unknown, key?: string): Promise<ReceivedResponse> {
  return read(await fetch(`${service.baseUrl}/chat`, chatRequest(service, body, key)));
}

export async function models(service: LocalService, key = service.keys.active): Promise<ReceivedResponse> {
  return read(await fetch(`${service.baseUrl}/models`, { headers: { Authorization: `Bearer ${key}` } }));
}

interface PlainReply {
  id: string;
  type: string;
  role: string;
  model: string;
  content: { type: string; text: string }[];
  stop_reason: string;
  usage: { input_tokens: number; output_tokens: number };
}

/** Sends a valid request and returns the reply, which is not streamed. */
export async function plainReply(
  service: LocalService,
  changes?: Record<string, unknown>,
): Promise<PlainReply> {
  const { text } = await chat(service, chatBody(changes));
  return JSON.parse(text);
}

/** Resolves when the condition is true. Checks it once per turn of the event loop. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
