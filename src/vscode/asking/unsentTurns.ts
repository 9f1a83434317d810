import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { isNewTo, serviceId } from '../../core/conversation/sentTo.ts';
import type { NewTurns } from '../secrets/secretGuard.ts';

/** The turns in a request that its service doesn't have yet, and which of them the guard has seen. */
export class UnsentTurns {
  readonly #baseUrl: string;
  #seen: ReadonlySet<string> = new Set();
  /** Returns the turns that the request would contain now, besides a new question. */
  sentTurns: () => readonly Turn[];

  constructor(baseUrl: string, sentTurns: () => readonly Turn[]) {
    this.#baseUrl = baseUrl;
    this.sentTurns = sentTurns;
  }

  get turns(): readonly Turn[] {
    return this.#newOf(this.sentTurns());
  }

  /** @returns the turns to check, which are of this conversation */
  see(session: Pick<ChatSession, 'conversation' | 'mask'>): NewTurns {
    const { turns } = this;
    this.#seen = new Set(turns.map(versionOf));
    return {
      turns,
      all: this.#newOf(session.conversation.turns),
      mask: (toMask) => session.mask(toMask),
      baseUrl: this.#baseUrl,
    };
  }

  #newOf(turns: readonly Turn[]): readonly Turn[] {
    const service = serviceId(this.#baseUrl);
    return turns.filter((turn) => isNewTo(turn, service));
  }

  /** Whether none was added or has grown since, as by another window. */
  get areSeen(): boolean {
    return this.turns.every((turn) => this.#seen.has(versionOf(turn)));
  }
}

function versionOf({ id, text }: Turn): string {
  return `${id} ${text.length}`;
}
