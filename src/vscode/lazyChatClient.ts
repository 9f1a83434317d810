import type { ChatClient, ChatClientDependencies } from '../client/chatClient.ts';

/**
 * The client, loaded with the first request: building the schemas of the wire takes a good part of the time
 * that activation may take, and no panel needs them to open.
 */
export function lazyChatClient(dependencies: ChatClientDependencies): ChatClient {
  let loading: Promise<ChatClient> | undefined;
  const load = (): Promise<ChatClient> => {
    loading ??= import('../client/chatClient.ts').then(({ createChatClient }) =>
      createChatClient(dependencies),
    );
    return loading;
  };
  return {
    listModels: async (...request) => (await load()).listModels(...request),
    requestBody: async (...request) => (await load()).requestBody(...request),
    async *streamChat(...request) {
      yield* (await load()).streamChat(...request);
    },
  };
}
