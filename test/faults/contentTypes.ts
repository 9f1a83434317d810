import type { Answer } from '../../src/localService/http/answer.ts';
import { changeHead } from './bodies.ts';
import { type Faults, fault, type Treatment } from './fault.ts';

const JSON_TYPE = 'application/json';
const EVENT_STREAM = 'text/event-stream';

function as(type: string, stream?: 'off' | 'ndjson'): Treatment {
  return async (_, next) =>
    changeHead(await next(stream && { stream }), { headers: { 'Content-Type': type } });
}

function withoutType(answer: Answer): Answer {
  if (answer.type !== 'http') {
    return answer;
  }
  const { 'Content-Type': _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Right bodies under a type that is not theirs. */
export const CONTENT_TYPE_FAULTS: Faults = {
  'F25.sseAsJson': fault('The right answer, called application/json', as(JSON_TYPE)),
  'F25.sseAsPlain': fault('The right answer, called text/plain', as('text/plain')),
  'F25.sseAsHtml': fault('The right answer, called text/html', as('text/html')),
  'F25.sseAsBinary': fault(
    'The right answer, called application/octet-stream',
    as('application/octet-stream'),
  ),
  'F25.jsonAsSse': fault('A whole reply in JSON, called text/event-stream', as(EVENT_STREAM, 'off')),
  'F25.ndjsonAsSse': fault('Lines of JSON, called text/event-stream', as(EVENT_STREAM, 'ndjson')),
  'F25.ndjsonAsJson': fault('Lines of JSON, called application/json', as(JSON_TYPE, 'ndjson')),
  'F25.none': fault('The right answer without a type', async (_, next) => withoutType(await next())),
};
