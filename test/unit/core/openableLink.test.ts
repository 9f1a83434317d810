import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_LINK_CHARS, openableLink } from '../../../src/core/openableLink.ts';
import { toHostSchema } from '../../../src/protocol/toHost.ts';

const OPENABLE = [
  'https://example.com/a?b#c',
  'HTTPS://EXAMPLE.COM',
  'mailto:a@example.com',
  '  https://example.com',
  'https://example.com/@user',
  'http://localhost:3000',
  'http://127.0.0.1:8080/a?b#c',
  'http://127.1/',
  'http://[::1]:3000/',
];

const NOT_OPENABLE = [
  'http://example.com',
  'http://localhost.example.com',
  'http://localhost@example.com',
  'http://127.0.0.1.example.com',
  'http://128.0.0.1',
  'http://0.0.0.0',
  'http://192.168.0.10',
  'http://[::2]',
  'https://bank.example@evil.example/',
  'https://bank.example:443@evil.example/',
  'https://:word@evil.example/',
  'https://bank.example%2f@evil.example/',
  'http://user@localhost:3000',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'command:workbench.action.quit',
  'vscode://file/etc/passwd',
  'file:///etc/passwd',
  'data:text/html,x',
  'vbscript:x',
  '//example.com',
  '/etc/passwd',
  'example.com',
  '',
  `https://example.com/${'x'.repeat(MAX_LINK_CHARS)}`,
];

describe('openableLink', () => {
  for (const href of OPENABLE) {
    it(`opens ${JSON.stringify(href)}`, () => assert.ok(openableLink(href)));
  }

  for (const href of NOT_OPENABLE) {
    it(`does not open ${JSON.stringify(href.slice(0, 40))}`, () => {
      assert.equal(openableLink(href), undefined);
    });
  }

  it('returns nothing that is too long for the message to the host', () => {
    const start = 'https://example.com/';
    const longest = openableLink(start + 'x'.repeat(MAX_LINK_CHARS - start.length));
    assert.equal(longest?.length, MAX_LINK_CHARS);
    assert.ok(toHostSchema.safeParse({ type: 'openLink', requestId: 1, href: longest }).success);
  });
});
