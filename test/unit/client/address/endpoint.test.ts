import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndpointError, parseBaseUrl } from '../../../../src/client/address/endpoint.ts';

const ACCEPTED: readonly (readonly [input: string, baseUrl: string])[] = [
  ['https://api.example.com/api/v1', 'https://api.example.com/api/v1'],
  ['  https://api.example.com/api/v1/\n', 'https://api.example.com/api/v1'],
  ['https://api.example.com/api/v1///', 'https://api.example.com/api/v1'],
  ['HTTPS://API.Example.COM/api/v1', 'https://api.example.com/api/v1'],
  ['https://api.example.com:443/api/v1', 'https://api.example.com/api/v1'],
  ['https://api.example.com:8443/api/v1', 'https://api.example.com:8443/api/v1'],
  ['https://api.example.com/tenant/a/api/v1', 'https://api.example.com/tenant/a/api/v1'],
  ['https://api.example.com/x/../api/v1', 'https://api.example.com/api/v1'],
  ['https://[2001:db8::1]:8443/api/v1', 'https://[2001:db8::1]:8443/api/v1'],
  // A homograph of another host is shown in Punycode.
  ['https://exаmple.com/api/v1', 'https://xn--exmple-4nf.com/api/v1'],
  // Pasted with what stands around it.
  ['https://api.example.com/api/v1\u200b', 'https://api.example.com/api/v1'],
  ['\ufeffhttps://api.exam\u00adple.com/\u2060api/v1\u202c', 'https://api.example.com/api/v1'],
  ['"https://api.example.com/api/v1",', 'https://api.example.com/api/v1'],
  ['‘https://api.example.com/api/v1’.', 'https://api.example.com/api/v1'],
  ['<https://api.example.com/api/v1>', 'https://api.example.com/api/v1'],
  ['(https://api.example.com/api/v1);', 'https://api.example.com/api/v1'],
  ['https://api.example.com/api/v1/;', 'https://api.example.com/api/v1'],
  ['https://api.example.com//api//v1//', 'https://api.example.com/api/v1'],
  // A joiner that is part of the name.
  ['https://نامه\u200cای.com/api/v1', 'https://xn--mgba3gch31f060k.com/api/v1'],
  ['http://localhost:8787/api/v1', 'http://localhost:8787/api/v1'],
  ['http://127.0.0.1:8787/api/v1', 'http://127.0.0.1:8787/api/v1'],
  ['http://127.1/api/v1', 'http://127.0.0.1/api/v1'],
  ['http://0x7f000001/api/v1', 'http://127.0.0.1/api/v1'],
  ['http://[::1]:8787/api/v1', 'http://[::1]:8787/api/v1'],
];

const REJECTED: readonly (readonly [input: string, error: EndpointError])[] = [
  ['', 'empty'],
  [' \n', 'empty'],
  ['/api/v1', 'notAnAddress'],
  ['chat', 'notAnAddress'],
  ['1', 'notAnAddress'],
  ['where is it?', 'notAnAddress'],
  ['//api.example.com/api/v1', 'notAnAddress'],
  ['mailto:chat@api.example.com', 'notAnAddress'],
  ['user@api.example.com/api/v1', 'hasUserInfo'],
  ['api.example.com/api/v1?key=1', 'hasQueryOrFragment'],
  ['api.example.com:0/api/v1', 'blockedPort'],
  ['https:api.example.com/api/v1', 'notAnAddress'],
  ['https:/api.example.com/api/v1', 'notAnAddress'],
  ['https:///api.example.com/api/v1', 'notAnAddress'],
  ['https://', 'notAnAddress'],
  ['https://api.example.com:99999/api/v1', 'notAnAddress'],
  ['https://api example.com/api/v1', 'notAnAddress'],
  ['https://api.exa\nmple.com/api/v1', 'notAnAddress'],
  ['https://api.example.com\\@evil.example/api/v1', 'notAnAddress'],
  ['https://api.example.com/api\u0000/v1', 'notAnAddress'],
  ['javascript:alert(1)//api/v1', 'notAnAddress'],
  [`https://\${host}/api/v1`, 'hasPlaceholder'],
  ['https://{base_url}/api/v1', 'hasPlaceholder'],
  [`https://api.example.com/\${tenant}/api/v1`, 'hasPlaceholder'],
  ['https://api.example.com/%7Btenant%7D/api/v1', 'hasPlaceholder'],
  ['https://<your-host>/api/v1', 'hasPlaceholder'],
  ['<your-host>', 'hasPlaceholder'],
  ['https://api.example.com/<tenant>', 'hasPlaceholder'],
  ['"', 'empty'],
  [`https://api.example.com:\${port}/api/v1`, 'hasPlaceholder'],
  ['https://api.example.com:0/api/v1', 'blockedPort'],
  ['http://localhost:00/api/v1', 'blockedPort'],
  ['https://api.example.com:6000/api/v1', 'blockedPort'],
  ['http://localhost:22/api/v1', 'blockedPort'],
  ['ftp://api.example.com/api/v1', 'notHttps'],
  ['file:///api/v1', 'notAnAddress'],
  ['http://api.example.com/api/v1', 'notHttps'],
  ['http://localhost.evil.example/api/v1', 'notHttps'],
  ['http://127.0.0.1.evil.example/api/v1', 'notHttps'],
  ['http://notlocalhost/api/v1', 'notHttps'],
  // VS Code sends these through `http.proxy`, which would read the key.
  ['http://127.0.0.2/api/v1', 'notHttps'],
  ['http://127.255.0.9/api/v1', 'notHttps'],
  ['http://dev.localhost/api/v1', 'notHttps'],
  ['http://localhost./api/v1', 'notHttps'],
  ['http://[::ffff:127.0.0.1]/api/v1', 'notHttps'],
  ['http://128.0.0.1/api/v1', 'notHttps'],
  ['http://0.0.0.0/api/v1', 'notHttps'],
  ['http://192.168.0.10/api/v1', 'notHttps'],
  ['http://[::2]/api/v1', 'notHttps'],
  ['http://[::ffff:10.0.0.1]/api/v1', 'notHttps'],
  ['https://user:word@api.example.com/api/v1', 'hasUserInfo'],
  ['https://api.example.com@evil.example/api/v1', 'hasUserInfo'],
  ['https://api.example.com%2f@evil.example/api/v1', 'hasUserInfo'],
  ['https://@api.example.com/api/v1', 'hasUserInfo'],
  ['https://:@api.example.com/api/v1', 'hasUserInfo'],
  ['http://127.0.0.1@evil.example/api/v1', 'notHttps'],
  ['https://api.example.com/api/v1?', 'hasQueryOrFragment'],
  ['https://api.example.com/api/v1?key=1', 'hasQueryOrFragment'],
  ['https://api.example.com/api/v1#', 'hasQueryOrFragment'],
  ['https://evil.example/?/api/v1', 'hasQueryOrFragment'],
  ['https://evil.example/#@api.example.com/api/v1', 'hasQueryOrFragment'],
  ['https://evil.example?@api.example.com/api/v1', 'hasQueryOrFragment'],
  ['https://api.example.com/api/v1%3Fx', 'missingVersionPath'],
  ['https://api.example.com/myapi/v1', 'missingVersionPath'],
];

const SUGGESTIONS: readonly (readonly [input: string, suggestion: string, error?: EndpointError])[] = [
  ['https://api.example.com', 'https://api.example.com/api/v1'],
  ['https://api.example.com/', 'https://api.example.com/api/v1'],
  ['https://api.example.com/api', 'https://api.example.com/api/v1'],
  ['https://api.example.com/api/v1/chat', 'https://api.example.com/api/v1'],
  ['https://api.example.com/API/V1', 'https://api.example.com/api/v1'],
  ['https://api.example.com/Api/', 'https://api.example.com/api/v1'],
  ['https://api.example.com/API/v1/Chat;', 'https://api.example.com/api/v1'],
  ['https://api.example.com/tenant/api/v1/models', 'https://api.example.com/tenant/api/v1'],
  ['“api.example.com/api//v1”', 'https://api.example.com/api/v1', 'missingScheme'],
  ['https://api.example.com/tenant/', 'https://api.example.com/tenant/api/v1'],
  ['http://localhost:8787', 'http://localhost:8787/api/v1'],
  ['api.example.com/api/v1', 'https://api.example.com/api/v1', 'missingScheme'],
  ['API.Example.com', 'https://api.example.com/api/v1', 'missingScheme'],
  ['api.example.com:8443/tenant', 'https://api.example.com:8443/tenant/api/v1', 'missingScheme'],
  ['chat:8443', 'https://chat:8443/api/v1', 'missingScheme'],
  ['127.0.0.2:8787', 'https://127.0.0.2:8787/api/v1', 'missingScheme'],
  ['localhost:8787/api/v1', 'http://localhost:8787/api/v1', 'missingScheme'],
  ['[::1]:8787', 'http://[::1]:8787/api/v1', 'missingScheme'],
];

for (const [input, baseUrl] of ACCEPTED) {
  test(`accepts ${JSON.stringify(input)} as ${baseUrl}`, () => {
    assert.deepEqual(parseBaseUrl(input), {
      ok: true,
      endpoint: { baseUrl, origin: new URL(baseUrl).origin },
    });
  });
}

for (const [input, error] of REJECTED) {
  test(`rejects ${JSON.stringify(input)} as ${error}`, () => {
    const parsed = parseBaseUrl(input);
    assert.equal(parsed.ok ? 'accepted' : parsed.error, error);
  });
}

for (const [input, suggestion, error = 'missingVersionPath'] of SUGGESTIONS) {
  test(`suggests ${suggestion} for ${input}, which is valid`, () => {
    assert.deepEqual(parseBaseUrl(input), { ok: false, error, suggestion });
    assert.equal(parseBaseUrl(suggestion).ok, true);
  });
}
