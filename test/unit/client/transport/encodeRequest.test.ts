import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeRequest } from '../../../../src/client/transport/encodeRequest.ts';

describe('the body of a request', () => {
  const content = 'a\u2028b\u2029c\nd\r\ne "f" \\u2028 \u{1f600} \ud83d';

  it('means what was asked, whatever its characters are', () => {
    const request = { model: 'm', messages: [{ role: 'user' as const, content }], stream: true };
    assert.deepEqual(JSON.parse(encodeRequest(request)), request);
  });

  it('has no ends of lines but its own, so that an editor shows it as it is', () => {
    const body = encodeRequest({ model: 'm', messages: [{ role: 'user', content }] });
    assert.doesNotMatch(body, /[\r\u0085\u2028\u2029]/);
    assert.equal(body.split('\n').length, 9);
  });

  it('is the same for the same request, in whichever order it was put together', () => {
    const [role, model] = ['user' as const, 'm'];
    assert.equal(
      encodeRequest({ messages: [{ content, role }], temperature: 0, max_tokens: 1, model }),
      encodeRequest({ model, max_tokens: 1, temperature: 0, messages: [{ role, content }] }),
    );
  });
});
