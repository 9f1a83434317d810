import type { SecretKind } from './foundSecret.ts';

/**
 * A secret that is known by its form. `signs`: it is looked for only where one of these is in the text. What stands in
 * the group `secret`, or else all that matches, is the secret. Every repetition has a limit, so that no text takes more
 * than a time that grows with its length.
 */
interface TokenPattern {
  kind: SecretKind;
  signs: readonly string[];
  pattern: RegExp;
}

const START = '(?<![A-Za-z0-9_-])';
const END = '(?![A-Za-z0-9_-])';

/** @param rest what follows the sign, as the source of a regular expression */
function token(kind: SecretKind, signs: readonly string[], rest: string): TokenPattern {
  const escaped = signs.map((sign) => sign.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return { kind, signs, pattern: new RegExp(`${START}(?:${escaped.join('|')})${rest}${END}`, 'g') };
}

const AZURE = '(?:AccountKey|SharedAccessKey|sig)=(?<secret>[A-Za-z0-9+/%]{40,120}={0,2})';

export const TOKEN_PATTERNS: readonly TokenPattern[] = [
  token('AWS key', ['AKIA', 'ASIA'], '[A-Z2-7]{16}'),
  token('Google key', ['AIza'], '[\\w-]{35}'),
  token('Google key', ['GOCSPX-'], '[\\w-]{28}'),
  token('Google key', ['ya29.'], '[\\w-]{20,500}'),
  { kind: 'Azure key', signs: ['AccountKey=', 'AccessKey=', 'sig='], pattern: new RegExp(AZURE, 'g') },
  { kind: 'Azure key', signs: ['8Q~'], pattern: /(?<![\w~.-])[\w~.-]{3}8Q~[\w~.-]{31,34}(?![\w~.-])/g },
  token('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'),
  token('Databricks token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?'),
  token('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36,255}'),
  token('GitHub token', ['github_pat_'], '\\w{36,255}'),
  token('GitLab token', ['glpat-', 'glrt-', 'glptt-', 'gldt-', 'glft-', 'glsoat-'], '[\\w.-]{20,200}'),
  token('Bitbucket token', ['ATBB'], '[A-Za-z0-9]{32,40}'),
  token('Atlassian token', ['ATATT3', 'ATCTT3'], '[\\w=-]{40,400}'),
  token('npm token', ['npm_'], '[A-Za-z0-9]{36}'),
  {
    kind: 'npm token',
    signs: ['_authToken', '_auth'],
    pattern: /_auth(?:Token)?\s{0,3}=\s{0,3}["']?(?<secret>[\w=+/.-]{16,400})/g,
  },
  token('PyPI token', ['pypi-AgE'], '[\\w-]{50,500}'),
  token('RubyGems key', ['rubygems_'], '[a-f0-9]{48}'),
  token('Docker token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{20,60}'),
  token(
    'Slack token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    '[A-Za-z0-9-]{20,250}',
  ),
  {
    kind: 'Slack token',
    signs: ['hooks.slack.com/'],
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,100}/g,
  },
  token('Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,250}'),
  token('Stripe key', ['whsec_'], '[A-Za-z0-9+/=]{24,100}'),
  token('Twilio key', ['SK'], '[a-f0-9]{32}'),
  token('SendGrid key', ['SG.'], '[\\w-]{16,32}\\.[\\w-]{32,64}'),
  token('Mailgun key', ['key-'], '[a-f0-9]{32}'),
  { kind: 'Mailchimp key', signs: ['-us'], pattern: /(?<![\w-])[a-f0-9]{32}-us\d{1,2}(?![\w-])/g },
  { kind: 'Telegram token', signs: [':AA'], pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'Discord token',
    signs: ['.'],
    pattern: /(?<![\w.-])[MNO][A-Za-z\d][\w-]{22,26}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
  },
  {
    kind: 'Discord webhook',
    signs: ['/api/webhooks/'],
    pattern: /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/g,
  },
  token('Shopify token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}'),
  token('Anthropic key', ['sk-ant-'], '[\\w-]{24,200}'),
  token('OpenAI key', ['sk-'], '(?!ant-)(?:[a-z]{2,12}-)?[\\w-]{20,250}'),
  token('Hugging Face token', ['hf_'], '[A-Za-z0-9]{30,40}'),
  token('Linear key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,64}'),
  token('Notion token', ['ntn_'], '[A-Za-z0-9]{40,60}'),
  token('Figma token', ['figd_'], '[\\w-]{36,80}'),
  token('Postman key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('Vault token', ['hvs.', 'hvb.'], '[\\w-]{24,200}'),
  token('Sentry token', ['sntrys_', 'sntryu_'], '[\\w+/=-]{40,300}'),
  token('Grafana token', ['glsa_', 'glc_'], '\\w{32,200}'),
  token('New Relic key', ['NRAK-'], '[A-Z0-9]{27}'),
  token('Groq key', ['gsk_'], '[A-Za-z0-9]{48,60}'),
  token('Replicate token', ['r8_'], '[A-Za-z0-9]{36,40}'),
  token('Terraform token', ['.atlasv1.'], '[\\w-]{60,80}'),
  token('JWT', ['eyJ'], '[\\w-]{8,600}\\.eyJ[\\w-]{8,4000}\\.[\\w-]{16,1000}'),
  {
    kind: 'authorization',
    signs: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization["']?\s{0,3}[:=,]\s{0,3}["'`]?\s{0,3}(?:bearer|basic|token|digest|apikey|negotiate|key)\s{1,3}(?<secret>[\w.~+/=:-]{12,4000})/gi,
  },
  {
    kind: 'authorization',
    signs: ['-Key:', '-key:', '-KEY:', '-Token:', '-token:', '-TOKEN:'],
    pattern: /\bX-[A-Za-z-]{2,30}(?:Key|Token):\s{0,3}(?<secret>[\w.~+/=-]{12,1000})/gi,
  },
];
