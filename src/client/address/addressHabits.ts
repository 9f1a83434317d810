import type { Habits } from '../transport/negotiation.ts';

/** What is known about addresses for good; the host keeps it. */
export interface AddressMemory {
  usesFoldedRoles(baseUrl: string): boolean;
  rememberFoldedRoles(baseUrl: string): void;
}

/**
 * The habits of the services that one client speaks with. That a service refuses the role `assistant` is
 * remembered for good, since every follow-up would pay for it; that it does not stream, only here: a service
 * learns to stream sooner than a client forgets.
 */
export function addressHabits(memory: AddressMemory): (baseUrl: string) => Habits {
  const withoutStream = new Set<string>();
  return (baseUrl) => ({
    first: (shape) => ({
      stream: shape.stream && !withoutStream.has(baseUrl),
      folded: shape.folded || memory.usesFoldedRoles(baseUrl),
    }),
    learn(refused, taken) {
      if (refused.stream && !taken.stream) {
        withoutStream.add(baseUrl);
      }
      if (taken.folded && !memory.usesFoldedRoles(baseUrl)) {
        memory.rememberFoldedRoles(baseUrl);
      }
    },
  });
}
