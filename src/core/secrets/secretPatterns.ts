import type { SecretKind } from './foundSecret.ts';

/**
 * Format of a secret. Searched for only if the text contains one of `keywords`. The secret is the group `secret`, or
 * else the whole match. Every repetition is bounded, so that time stays linear in any text.
 */
interface SecretPattern {
  kind: SecretKind;
  keywords: readonly string[];
  pattern: RegExp;
}

const AZURE_KEY = '(?:AccountKey|SharedAccessKey|sig)=(?<secret>[A-Za-z0-9+/%]{40,120}={0,2})';

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  { kind: 'Azure key', keywords: ['AccountKey=', 'AccessKey=', 'sig='], pattern: new RegExp(AZURE_KEY, 'g') },
  {
    kind: 'npm token',
    keywords: ['_authToken', '_auth'],
    pattern: /_auth(?:Token)?\s{0,3}=\s{0,3}["']?(?<secret>[\w=+/.-]{16,400})/g,
  },
  {
    kind: 'Slack token',
    keywords: ['hooks.slack.com/'],
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,100}/g,
  },
  { kind: 'Telegram token', keywords: [':AA'], pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'Discord webhook',
    keywords: ['/api/webhooks/'],
    pattern: /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/g,
  },
  {
    // The private members of a JSON Web Key (RFC 7518): in a public one, there are none of this length.
    kind: 'private key',
    keywords: ['kty'],
    pattern:
      /(?<![\w-])["']?(?:d|p|q|dp|dq|qi|k)["']?\s{0,3}:\s{0,3}["'](?<secret>[\w-]{20,1400}={0,2})(?=["'])/g,
  },
  {
    kind: 'authorization',
    keywords: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization["']?\s{0,3}[:=,]\s{0,3}["'`]?\s{0,3}(?:bearer|basic|token|digest|apikey|negotiate|key)\s{1,3}(?<secret>[\w.~+/=:-]{12,4000})/gi,
  },
  {
    kind: 'authorization',
    keywords: ['-Key:', '-key:', '-KEY:', '-Token:', '-token:', '-TOKEN:'],
    pattern: /\bX-[A-Za-z-]{2,30}(?:Key|Token):\s{0,3}(?<secret>[\w.~+/=-]{12,1000})/gi,
  },
];
