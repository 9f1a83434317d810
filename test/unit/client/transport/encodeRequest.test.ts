import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeRequest } from '../../../../src/client/transport/encodeRequest.ts';

describe('encodeRequest', () => {
  const content = 'a\u2028b\u2029c\nd\r\ne "f" \\u2028 \u{1f600}';

  it('encodes any characters without loss', () => {
    const request = { model: 'm', messages: [{ role: 'user' as const, content }], stream: true };
    assert.deepEqual(JSON.parse(encodeRequest(request)), request);
  });

  it('has no half of a surrogate pair, which strict services refuse', () => {
    const halves = { model: 'm\udc00', messages: [{ role: 'user' as const, content: 'a\ud83d \ude00' }] };
    assert.deepEqual(JSON.parse(encodeRequest(halves)), {
      model: 'm\ufffd',
      messages: [{ role: 'user', content: 'a\ufffd \ufffd' }],
    });
  });

  it('escapes unusual line terminators in strings', () => {
    const body = encodeRequest({ model: 'm', messages: [{ role: 'user', content }] });
    assert.doesNotMatch(body, /[\r\u0085\u2028\u2029]/);
    assert.equal(body.split('\n').length, 9);
  });

  it('does not depend on the order of the properties', () => {
    const [role, model] = ['user' as const, 'm'];
    assert.equal(
      encodeRequest({ messages: [{ content, role }], temperature: 0, max_tokens: 1, model }),
      encodeRequest({ model, max_tokens: 1, temperature: 0, messages: [{ role, content }] }),
    );
  });
});
