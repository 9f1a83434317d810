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

/** A name may precede a value, as in `key_ghp_…`. */
const VALUE_START = '(?<![A-Za-z0-9-])';
const VALUE_END = '(?![A-Za-z0-9_-])';

/** @param rest source of the regular expression for what follows the keyword */
function prefixPattern(kind: SecretKind, keywords: readonly string[], rest: string): SecretPattern {
  const escaped = keywords.map((keyword) => keyword.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return {
    kind,
    keywords,
    pattern: new RegExp(`${VALUE_START}(?:${escaped.join('|')})${rest}${VALUE_END}`, 'g'),
  };
}

const AZURE_KEY = '(?:AccountKey|SharedAccessKey|sig)=(?<secret>[A-Za-z0-9+/%]{40,120}={0,2})';

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  prefixPattern('AWS key', ['AKIA', 'ASIA'], '[A-Z2-7]{16}'),
  prefixPattern('Google key', ['AIza'], '[\\w-]{35}'),
  prefixPattern('Google key', ['GOCSPX-'], '[\\w-]{28}'),
  prefixPattern('Google key', ['ya29.'], '[\\w-]{20,500}'),
  { kind: 'Azure key', keywords: ['AccountKey=', 'AccessKey=', 'sig='], pattern: new RegExp(AZURE_KEY, 'g') },
  { kind: 'Azure key', keywords: ['8Q~'], pattern: /(?<![\w~.-])[\w~.-]{3}8Q~[\w~.-]{31,34}(?![\w~.-])/g },
  prefixPattern('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'),
  prefixPattern('Databricks token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?'),
  prefixPattern('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36,255}'),
  prefixPattern('GitHub token', ['github_pat_'], '\\w{36,255}'),
  prefixPattern(
    'GitLab token',
    ['glpat-', 'glrt-', 'glptt-', 'gldt-', 'glft-', 'glsoat-'],
    '[\\w.-]{20,200}',
  ),
  prefixPattern('Bitbucket token', ['ATBB'], '[A-Za-z0-9]{32,40}'),
  prefixPattern('Atlassian token', ['ATATT3', 'ATCTT3'], '[\\w=-]{40,400}'),
  prefixPattern('npm token', ['npm_'], '[A-Za-z0-9]{36}'),
  {
    kind: 'npm token',
    keywords: ['_authToken', '_auth'],
    pattern: /_auth(?:Token)?\s{0,3}=\s{0,3}["']?(?<secret>[\w=+/.-]{16,400})/g,
  },
  prefixPattern('PyPI token', ['pypi-AgE'], '[\\w-]{50,500}'),
  prefixPattern('RubyGems key', ['rubygems_'], '[a-f0-9]{48}'),
  prefixPattern('Docker token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{20,60}'),
  prefixPattern(
    'Slack token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    '[A-Za-z0-9-]{20,250}',
  ),
  {
    kind: 'Slack token',
    keywords: ['hooks.slack.com/'],
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,100}/g,
  },
  prefixPattern('Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,250}'),
  prefixPattern('Stripe key', ['whsec_'], '[A-Za-z0-9+/=]{24,100}'),
  prefixPattern('Twilio key', ['SK'], '[a-f0-9]{32}'),
  prefixPattern('SendGrid key', ['SG.'], '[\\w-]{16,32}\\.[\\w-]{32,64}'),
  prefixPattern('Mailgun key', ['key-'], '[a-f0-9]{32}'),
  { kind: 'Mailchimp key', keywords: ['-us'], pattern: /(?<![\w-])[a-f0-9]{32}-us\d{1,2}(?![\w-])/g },
  { kind: 'Telegram token', keywords: [':AA'], pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'Discord token',
    keywords: ['.'],
    pattern: /(?<![\w.-])[MNO][A-Za-z\d][\w-]{22,26}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
  },
  {
    kind: 'Discord webhook',
    keywords: ['/api/webhooks/'],
    pattern: /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/g,
  },
  prefixPattern('Shopify token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}'),
  prefixPattern('Anthropic key', ['sk-ant-'], '[\\w-]{24,200}'),
  prefixPattern('OpenAI key', ['sk-'], '(?!ant-)(?:[a-z]{2,12}-)?[\\w-]{20,250}'),
  prefixPattern('Hugging Face token', ['hf_'], '[A-Za-z0-9]{30,40}'),
  prefixPattern('Linear key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,64}'),
  prefixPattern('Notion token', ['ntn_'], '[A-Za-z0-9]{40,60}'),
  prefixPattern('Figma token', ['figd_'], '[\\w-]{36,80}'),
  prefixPattern('Postman key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}'),
  prefixPattern('Vault token', ['hvs.', 'hvb.'], '[\\w-]{24,200}'),
  prefixPattern('Sentry token', ['sntrys_', 'sntryu_'], '[\\w+/=-]{40,300}'),
  prefixPattern('Grafana token', ['glsa_', 'glc_'], '\\w{32,200}'),
  prefixPattern('New Relic key', ['NRAK-'], '[A-Z0-9]{27}'),
  prefixPattern('Groq key', ['gsk_'], '[A-Za-z0-9]{48,60}'),
  prefixPattern('Replicate token', ['r8_'], '[A-Za-z0-9]{36,40}'),
  {
    kind: 'Terraform token',
    keywords: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}(?![\w-])/g,
  },
  {
    // The private members of a JSON Web Key (RFC 7518): in a public one, there are none of this length.
    kind: 'private key',
    keywords: ['kty'],
    pattern:
      /(?<![\w-])["']?(?:d|p|q|dp|dq|qi|k)["']?\s{0,3}:\s{0,3}["'](?<secret>[\w-]{20,1400}={0,2})(?=["'])/g,
  },
  prefixPattern('JWT', ['eyJ'], '[\\w-]{8,600}\\.eyJ[\\w-]{8,4000}\\.[\\w-]{16,1000}'),
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
