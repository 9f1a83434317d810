import type { Turn } from '../../core/conversation/conversation.ts';
import { isNewTo, serviceId } from '../../core/conversation/sentTo.ts';

/** The turns in a request that its service doesn't have yet, and which of them the guard has seen. */
export class UnsentTurns {
  readonly #service: string;
  #seen: ReadonlySet<string> = new Set();
  /** Returns the turns that the request would contain now, besides a new question. */
  sentTurns: () => readonly Turn[];

  constructor(baseUrl: string, sentTurns: () => readonly Turn[]) {
    this.#service = serviceId(baseUrl);
    this.sentTurns = sentTurns;
  }

  get turns(): readonly Turn[] {
    return this.sentTurns().filter((turn) => isNewTo(turn, this.#service));
  }

  /** @returns the turns to check */
  see(): readonly Turn[] {
    const { turns } = this;
    this.#seen = new Set(turns.map(versionOf));
    return turns;
  }

  /** Whether none was added or has grown since, as by another window. */
  get areSeen(): boolean {
    return this.turns.every((turn) => this.#seen.has(versionOf(turn)));
  }
}

function versionOf({ id, text }: Turn): string {
  return `${id} ${text.length}`;
}
