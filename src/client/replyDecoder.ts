import type { ReplyEvent } from '../contract/replyEvent.ts';
import type { Framing } from './frame.ts';
import { framingFor } from './framing.ts';
import { ReplyAssembler } from './replyAssembler.ts';

/** Bytes of a body, decompressed, after which it is given up: no reply of any catalogue model is near it. */
export const LONGEST_BODY = 64 * 1024 * 1024;

/**
 * Bytes of a body in, events of one reply out, whatever the format and however the bytes are cut:
 * bytes, text, lines, frames, values, events. Its cost is linear in the bytes.
 */
export class ReplyDecoder {
  /** Drops a byte order mark and puts U+FFFD for what is not UTF-8. */
  readonly #text = new TextDecoder();
  readonly #assembler: ReplyAssembler;
  readonly #longest: number;
  #framing: Framing | undefined;
  #bytes = 0;

  constructor(apiKey: string, longest: number = LONGEST_BODY) {
    this.#assembler = new ReplyAssembler(apiKey);
    this.#longest = longest;
  }

  /** Whether the reply has had its end: nothing more needs to be read. */
  get ended(): boolean {
    return this.#assembler.ended;
  }

  push(bytes: Uint8Array): ReplyEvent[] {
    if (this.ended) {
      return [];
    }
    this.#bytes += bytes.length;
    if (this.#bytes > this.#longest) {
      const megabytes = Math.round(this.#longest / 1024 / 1024);
      return this.#assembler.push({
        type: 'unreadable',
        detail: `The answer is longer than ${megabytes} MiB`,
      });
    }
    return this.#pushText(this.#text.decode(bytes, { stream: true }));
  }

  /** The body ended by itself. Gives the end of the reply, unless it has had it. */
  end(): ReplyEvent[] {
    const events = this.#pushText(this.#text.decode());
    for (const frame of this.#framing?.end() ?? []) {
      events.push(...this.#assembler.push(frame));
    }
    return [...events, ...this.#assembler.end(this.#framing !== undefined)];
  }

  /** The connection broke; `detail` says how. */
  lose(detail: string): ReplyEvent[] {
    return this.#assembler.lose(detail);
  }

  #pushText(text: string): ReplyEvent[] {
    const first = this.#framing ? '' : text.trimStart().slice(0, 1);
    if (first !== '') {
      this.#framing = framingFor(first);
    }
    return (this.#framing?.push(text) ?? []).flatMap((frame) => this.#assembler.push(frame));
  }
}
