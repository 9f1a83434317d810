import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { ReplyPart } from '../../src/localService/chat/reply.ts';
import { countTokens, splitByTokens } from '../../src/localService/chat/tokens.ts';
import type { Interceptor } from '../../src/localService/interceptor.ts';
import { REPOSITORY } from '../harness/paths.ts';

const SAMPLES = join(REPOSITORY, 'test/beside/samples');

/** The reply to this question never begins. */
const WAITING = 'waiting';

/** The reply to this question stops halfway and never ends. */
const STREAMING = 'streaming';

/** Reads the Markdown samples by name. */
export async function readSamples(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(SAMPLES)).sort();
  return new Map(
    await Promise.all(
      files.map(async (file) => [parse(file).name, await readFile(join(SAMPLES, file), 'utf8')] as const),
    ),
  );
}

/** Replies to a question that starts with the name of a sample with that sample. */
export function replyWithSamples(samples: ReadonlyMap<string, string>): Interceptor {
  return (request, operation, next) => {
    const name = operation === 'chat' ? firstWord(lastQuestion(request.body)) : '';
    const markdown = name === WAITING ? '' : samples.get(name);
    if (markdown === undefined) {
      return next();
    }
    return next({
      parts: async function* () {
        const texts = [...splitByTokens(markdown)];
        const isHeld = name === WAITING || name === STREAMING;
        for (const text of isHeld ? texts.slice(0, texts.length / 2) : texts) {
          yield { type: 'text', text } satisfies ReplyPart;
        }
        if (isHeld) {
          await once(request.signal, 'abort');
        }
        const end = {
          stopReason: 'end_turn',
          inputTokens: 412,
          outputTokens: countTokens(markdown),
        } as const;
        yield { type: 'end', end };
      },
    });
  };
}

function lastQuestion(body: unknown): string {
  const { messages = [] } = body as { messages?: readonly { role: string; content: string }[] };
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function firstWord(text: string): string {
  return /^[\w-]+/.exec(text)?.[0] ?? '';
}
