import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { access, closeEditors, connect, removeKey } from '../extensionAccess.ts';
import { expand, isFile, prompts, removePrompts, write } from './promptWorkspace.ts';

describe('prompts that name a model', () => {
  beforeEach(async () => {
    await connect();
  });

  afterEach(async () => {
    await closeEditors();
    await removePrompts();
    await removeKey();
  });

  it('are asked with the first model that they name and the service offers, which becomes that of the conversation', async () => {
    const services = await access();
    const { conversations, models, pipeline, composer } = services;
    models.chooseForConversation('assistant-haiku');
    await write(
      'user/prompts/deep.prompt.md',
      '---\nmodel: [GPT-4 (copilot), assistant-opus-5]\n---\nThink.',
    );
    await write('user/prompts/other.prompt.md', '---\nmodel: GPT-4 (copilot)\n---\nThink.');
    await write('.github/prompts/team.prompt.md', '---\nmodel: assistant-fable-5\n---\nThink.');
    const expander = await prompts();
    equal(
      (await expander.matching('')).filter(isFile).map(({ name, detail }) => [name, detail]),
      [
        ['deep', 'assistant-opus-5 · user/prompts/deep.prompt.md'],
        ['other', 'user/prompts/other.prompt.md'],
        ['team', 'assistant-fable-5 · .github/prompts/team.prompt.md'],
      ],
    );
    const keyOf = async (name: string): Promise<string> =>
      (await expander.matching(name)).find((prompt) => prompt.name === name)?.key ?? '';
    await expander.expandByKey(await keyOf('other'), composer.owner);
    equal(models.current, 'assistant-haiku');
    await expander.expandByKey(await keyOf('deep'), composer.owner);
    equal(models.current, 'assistant-opus-5');
    models.chooseForConversation('assistant-haiku');
    equal((await expand('/deep')).text, 'Think.');
    equal(models.current, 'assistant-haiku');
    const shown = await pipeline.ask({ text: '/team', attachments: [] });
    ok(said(shown.error)?.startsWith('/team is a prompt of this workspace') === true, `${shown.error}`);
    equal([models.current, conversations.current.conversation.turns], ['assistant-fable-5', []]);
  });
});
