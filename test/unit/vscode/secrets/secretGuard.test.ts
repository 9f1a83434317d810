import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Connection } from '../../../../src/client/chatClient.ts';
import { serviceId } from '../../../../src/core/conversation/sentTo.ts';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { window } = await import('../../../support/stubVsCode.ts');
const { fetchReply } = await import('../../../../src/vscode/asking/fetchReply.ts');
const { SecretGuard } = await import('../../../../src/vscode/secrets/secretGuard.ts');

/** A password that is found only by its name. */
const VALUE = 'Zq7+81f0c2d9-4ab3/Wx';
const PASSWORD = `password = "${VALUE}"`;

function chip(text: string): ComposerAttachment {
  return { id: text, kind: 'selection', path: 'a.ts', languageId: 'typescript', text };
}

describe('what was redacted before', () => {
  /** A guard that reads no key, and what the checked texts are. Fails if the user is asked otherwise than expected. */
  function guard(context: TestContext) {
    const secretGuard = new SecretGuard({ apiKey: async () => undefined, baseUrl: 'https://one.example' });
    const check = async (texts: readonly [string, ...string[]], answer?: string): Promise<string[]> => {
      const answers = answer === undefined ? [] : [answer];
      const press = async (_: string, __: unknown, ...buttons: string[]) => {
        const pressed = answers.pop();
        assert.ok(pressed !== undefined && buttons.includes(pressed), `${pressed} of ${buttons}`);
        return pressed;
      };
      context.mock.method(window, 'showWarningMessage', press);
      const [text, ...attached] = texts;
      const checked = await secretGuard.check({ text, attachments: attached.map(chip) });
      assert.ok('text' in checked);
      assert.deepEqual(answers, []);
      return [checked.text, ...checked.attachments.map((attachment) => attachment.text)];
    };
    return { check, secretGuard };
  }

  test('is redacted at once in all other texts of the question, where no rule finds it', async (context) => {
    const { check } = guard(context);
    assert.deepEqual(await check([`Is ${VALUE} right?`, PASSWORD, `// ${VALUE}`], 'Redact and Send'), [
      'Is [redacted: password] right?',
      'password = "[redacted: password]"',
      '// [redacted: password]',
    ]);
  });

  test('is redacted where hidden characters inside of it were removed, each time', async (context) => {
    const { check } = guard(context);
    await check(['Why?', PASSWORD], 'Redact and Send');
    const text = `Is ${VALUE.slice(0, 9)}\u200b${VALUE.slice(9)} right?`;
    assert.deepEqual(await check([text], 'Remove and Send'), ['Is [redacted: password] right?']);
    assert.deepEqual(await check([text]), ['Is [redacted: password] right?']);
  });

  test('is redacted as a word in its question and all that is stored of that, if it is short', async (context) => {
    const { check, secretGuard } = guard(context);
    const attached = `password: 'Tr7yLq2'`;
    const text = 'Is Tr7yLq2 right, or Tr7yLq23, my-Tr7yLq2 or "Tr7yLq2"?';
    const redacted = text.replace(/Tr7yLq2(?!3)/g, '[redacted: password]');
    assert.deepEqual(await check([text, attached], 'Redact and Send'), [
      redacted,
      `password: '[redacted: password]'`,
    ]);
    // As when only the attachment was redacted before.
    assert.deepEqual(await check([text, attached]), [redacted, `password: '[redacted: password]'`]);
    const redactStored = await secretGuard.questionRedactor();
    assert.equal(redactStored(text), redacted);
    // Elsewhere it may be something else.
    assert.deepEqual(await check([text]), [text]);
    const redact = await secretGuard.redactor();
    assert.equal(redact(text), text);
  });

  for (const value of ['0x1f4', '1.5e3']) {
    test(`is not redacted elsewhere in its question if it is a number: ${value}`, async (context) => {
      const { check } = guard(context);
      const text = `Is ${value} right?`;
      const [question] = await check([text, `${PASSWORD}\npassword = "${value}"`], 'Redact and Send');
      assert.equal(question, text);
    });
  }

  test('is not sent to another service than the turn says', async () => {
    const connection = {
      apiKey: 'key',
      endpoint: { baseUrl: 'https://two.example/api/v1', origin: 'https://two.example' },
    };
    const secretGuard = new SecretGuard({ apiKey: async () => 'key', baseUrl: 'https://two.example/api/v1' });
    const services = {
      client: { streamChat: () => assert.fail('it was sent') },
      connections: { current: async () => ({ status: 'connected', connection }) as never },
      secretGuard,
    };
    const request = { model: 'm', messages: [], service: serviceId('https://one.example/api/v1') };
    const events: string[] = [];
    for await (const event of fetchReply(services, request, new AbortController().signal)) {
      events.push(event.type === 'failed' ? event.failure.kind : event.type);
    }
    assert.deepEqual(events, ['connectionChanged']);
  });

  const [start, middle, end] = [VALUE.slice(0, 5), VALUE.slice(5, 9), VALUE.slice(9)];
  for (const [how, textSoFar, pieces, expected] of [
    [
      'wherever its pieces are split',
      undefined,
      [`It is "${start}`, middle, `${end}".`],
      'It is "[redacted: password]".',
    ],
    ['if it is continued within it', `It is "${start}`, [middle, `${end}".`], '[redacted: password]".'],
    [
      'if it is continued at its last character',
      `It is "${VALUE.slice(0, -1)}`,
      [VALUE.slice(-1)],
      '[redacted: password]',
    ],
    ['if it is all that there was', start, [middle, end], '[redacted: password]'],
    [
      'if the rest repeats the line',
      `Now:\nAll of it is "${start}`,
      [`All of it is "${start}${middle}`, `${end}".`],
      '[redacted: password]".',
    ],
    [
      'if the rest opens the block again',
      `\`\`\`ts\n"${start}`,
      ['```ts\n', `${middle}${end}`],
      '[redacted: password]',
    ],
    ['if it is something else', `It is "${start}`, [middle, '0".'], `${middle}0".`],
  ] as const) {
    test(`is redacted in a reply as it is shown and stored, ${how}`, async (context) => {
      const { check, secretGuard } = guard(context);
      await check(['Why?', PASSWORD], 'Redact and Send');
      async function* streamChat() {
        for (const text of pieces) {
          yield { type: 'text', text } as const;
          // Between two parts of a reply.
          yield { type: 'leftOut', what: 'image' } as const;
        }
        yield { type: 'finished' } as const;
      }
      const connection = { apiKey: 'key', endpoint: {} } as unknown as Connection;
      const current = async () => ({ status: 'connected', connection }) as const;
      let shown = '';
      for await (const event of fetchReply(
        { client: { streamChat }, connections: { current }, secretGuard },
        { model: 'm', messages: [], ...(textSoFar !== undefined && { textSoFar }) },
        new AbortController().signal,
      )) {
        shown += event.type === 'text' ? event.text : event.type === 'finished' ? '(finished)' : '';
      }
      assert.equal(shown, `${expected}(finished)`);
    });
  }
});

test('an attachment that is edited keeps its warning until its new text was searched', async () => {
  const guard = new SecretGuard({ apiKey: async () => undefined, baseUrl: 'https://one.example' });
  const searched = (): Promise<void> => new Promise((resolve) => guard.onFound(resolve));
  const edited = (text: string) => ({ ...chip(text), id: 'edited' });
  const whenFound = searched();
  assert.deepEqual(guard.secretsIn(edited(PASSWORD)).lines, []);
  await whenFound;
  assert.deepEqual(guard.secretsIn(edited(PASSWORD)).lines, [1]);
  for (const [text, lines] of [
    [`one\ntwo\n${PASSWORD}`, [3]],
    ['one\ntwo', []],
  ] as const) {
    const whenSearched = searched();
    const before = guard.secretsIn(edited(text)).lines;
    assert.equal(before.length, 1, 'the warning is gone meanwhile');
    await whenSearched;
    assert.deepEqual(guard.secretsIn(edited(text)).lines, lines);
  }
});
