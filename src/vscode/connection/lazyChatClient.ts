import { lazy } from '../../base/lazy.ts';
import type { ChatClient, ChatClientDependencies } from '../../client/chatClient.ts';

/**
 * The client, loaded with the first request: building the schemas of the wire takes a good part of the time
 * that activation may take, and no panel needs them to open.
 */
export function lazyChatClient(dependencies: ChatClientDependencies): ChatClient {
  const load = lazy(async () => {
    const { createChatClient } = await import('../../client/chatClient.ts');
    return createChatClient(dependencies);
  });
  return {
    listModels: async (...request) => (await load()).listModels(...request),
    requestBody: async (...request) => (await load()).requestBody(...request),
    async *streamChat(...request) {
      yield* (await load()).streamChat(...request);
    },
  };
}
