/**
 * A chat participant for VS Code's own chat view that passes questions on to the local service and streams its
 * replies. `BESIDE_BASE_URL` and `BESIDE_API_KEY` locate the service.
 */
const vscode = require('vscode');

const MODEL = 'assistant-sonnet-4';

exports.activate = async (context) => {
  context.subscriptions.push(
    // The chat view accepts no question without a language model, even if the participant doesn't use it.
    vscode.lm.registerLanguageModelChatProvider('stub', {
      provideLanguageModelChatInformation: () => [
        {
          id: MODEL,
          name: MODEL,
          family: 'stub',
          version: '1',
          maxInputTokens: 128_000,
          maxOutputTokens: 8_000,
          capabilities: { toolCalling: true },
        },
      ],
      provideLanguageModelChatResponse: () => Promise.reject(new Error('Only the participant replies')),
      provideTokenCount: (_model, text) => Promise.resolve(String(text).length),
    }),
    vscode.chat.createChatParticipant('tests.stub', reply),
  );
  // The chat view offers models only after something has requested them.
  await vscode.lm.selectChatModels({ vendor: 'stub' });
  await vscode.commands.executeCommand('assistant.openChat');
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: '@stub ',
    isPartialQuery: true,
  });
};

async function reply({ prompt }, _context, stream, token) {
  const stop = new AbortController();
  token.onCancellationRequested(() => stop.abort());
  try {
    const response = await fetch(`${process.env.BESIDE_BASE_URL}/chat`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${process.env.BESIDE_API_KEY}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: prompt }], stream: true }),
      signal: stop.signal,
    });
    if (!response.ok) {
      const { error } = await response.json();
      return { errorDetails: { message: error.message } };
    }
    for await (const line of lines(response.body)) {
      const text = line.startsWith('data: ') && JSON.parse(line.slice('data: '.length)).delta?.text;
      if (text) {
        stream.markdown(text);
      }
    }
    return {};
  } catch (error) {
    return stop.signal.aborted ? {} : { errorDetails: { message: String(error) } };
  }
}

async function* lines(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const all = (rest + text).split('\n');
    rest = all.pop();
    yield* all;
  }
}
