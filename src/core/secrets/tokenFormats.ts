import type { SecretKind } from './foundSecret.ts';

/**
 * Format of a token, which is one long word. Searched for only if the text contains one of `keywords`. Every
 * repetition is bounded, so that time stays linear in any text.
 */
interface TokenFormat {
  kind: SecretKind;
  keywords: readonly string[];
  pattern: RegExp;
}

/** A name may precede a token, as in `key_ghp_…`, and so may the mark of a removed line in a diff. */
const TOKEN_START = '(?<![A-Za-z0-9]|[A-Za-z0-9-]-)';
const TOKEN_END = '(?![A-Za-z0-9_-])';

const HEX = '[a-f0-9]';
const ALNUM = '[A-Za-z0-9]';
const CAPITAL = '[A-Z0-9]';
const BASE32 = '[A-Z2-7]';
const UUID = `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`;

/**
 * How a token starts, and the source of the expression for the rest. Only formats that the rule in `tokens.ts` can't
 * tell from a hash or an id, because they have few random characters or only hexadecimal ones, and those of much used
 * services, of whose tokens the rule misses one in a hundred. The table of their tests says where each is documented.
 */
const PREFIXES: readonly (readonly [kind: SecretKind, starts: readonly string[], rest: string])[] = [
  ['private key', ['AGE-SECRET-KEY-'], `(?:PQ-)?1${CAPITAL}{40,80}`],
  ['1Password token', ['ops_eyJ'], '[\\w+/=-]{100,2000}'],
  [
    '1Password key',
    ['A3-'],
    `${CAPITAL}{6}-(?:${CAPITAL}{11}|${CAPITAL}{6}-${CAPITAL}{5})(?:-${CAPITAL}{5}){3}`,
  ],
  ['Adafruit key', ['aio_'], `${ALNUM}{28}`],
  ['Airtable token', ['pat'], `${ALNUM}{14}\\.${HEX}{64}`],
  ['Alibaba key', ['LTAI'], `${ALNUM}{12,24}`],
  ['Anthropic key', ['sk-ant-'], '[\\w-]{24,200}'],
  ['Artifactory key', ['AKCp', 'cmVmd'], `${ALNUM}{59,69}`],
  ['Atlassian token', ['ATATT3', 'ATCTT3'], '[\\w=-]{40,400}'],
  ['AWS key', ['AKIA', 'ASIA'], `${BASE32}{16}`],
  ['AWS key', ['ABSK'], '[A-Za-z0-9+/]{100,300}={0,2}'],
  ['Bitbucket token', ['ATBB'], `${ALNUM}{32,40}`],
  ['Brevo key', ['xkeysib-'], `${HEX}{64}-${ALNUM}{16}`],
  ['Cloudflare key', ['v1.0-'], `${HEX}{24}-${HEX}{146}`],
  ['crates.io token', ['cio'], `${ALNUM}{32}`],
  ['Databricks token', ['dapi'], `${HEX}{32}(?:-\\d)?`],
  ['DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `${HEX}{64}`],
  ['Docker token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{20,60}'],
  ['Dynatrace token', ['dt0'], `[a-z]\\d\\d\\.${BASE32}{24}\\.${BASE32}{64}`],
  ['EasyPost key', ['EZAK', 'EZTK'], `${ALNUM}{54}`],
  ['ElevenLabs key', ['sk_'], `${HEX}{48}`],
  ['Figma token', ['figd_'], '[\\w-]{36,80}'],
  ['GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], `${ALNUM}{36,255}`],
  ['GitHub token', ['github_pat_'], '\\w{36,255}'],
  [
    'GitLab token',
    [
      'glpat-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'gldt-',
      'glft-',
      'glffct-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glwt-',
      'GR1348941',
    ],
    '[\\w.-]{20,320}',
  ],
  ['Google key', ['AIza'], '[\\w-]{35}'],
  ['Google key', ['AQ.Ab'], '[\\w-]{40,80}'],
  ['Google key', ['GOCSPX-'], '[\\w-]{28}'],
  ['Google key', ['ya29.'], '[\\w-]{20,500}'],
  ['Grafana token', ['glsa_', 'glc_'], '\\w{32,200}'],
  ['Groq key', ['gsk_'], `${ALNUM}{48,60}`],
  ['Harness token', ['pat.', 'sat.'], `[\\w-]{22}\\.${ALNUM}{24}\\.${ALNUM}{20}`],
  ['HubSpot token', ['pat-na', 'pat-eu'], `\\d-${UUID}`],
  ['Hugging Face token', ['hf_'], `${ALNUM}{30,40}`],
  ['JWT', ['eyJ'], '[\\w-]{8,600}\\.eyJ[\\w-]{8,4000}\\.[\\w-]{16,1000}'],
  ['LangSmith key', ['lsv2_'], `[a-z]{2}_${HEX}{32}_${HEX}{10}`],
  ['LaunchDarkly key', ['sdk-'], UUID],
  ['Linear key', ['lin_api_', 'lin_oauth_'], `${ALNUM}{32,64}`],
  ['Mailgun key', ['key-'], `${HEX}{32}`],
  ['New Relic key', ['NRAK-'], `${CAPITAL}{27}`],
  ['Notion token', ['ntn_'], `${ALNUM}{40,60}`],
  ['npm token', ['npm_'], `${ALNUM}{36}`],
  ['Octopus Deploy key', ['API-'], `${CAPITAL}{25,32}`],
  ['OpenAI key', ['sk-'], '(?!ant-)(?:[a-z]{2,12}-)?[\\w-]{20,250}'],
  ['OpenShift token', ['sha256~'], '[\\w-]{43}'],
  ['Plaid token', ['access-sandbox-', 'access-development-', 'access-production-'], UUID],
  ['Postman key', ['PMAK-'], `${HEX}{24}-${HEX}{34}`],
  ['Pulumi token', ['pul-'], `${HEX}{40}`],
  ['PyPI token', ['pypi-AgE'], '[\\w-]{50,500}'],
  ['Replicate token', ['r8_'], `${ALNUM}{36,40}`],
  ['RubyGems key', ['rubygems_'], `${HEX}{48}`],
  ['SendGrid key', ['SG.'], '[\\w-]{16,32}\\.[\\w-]{32,64}'],
  ['Sentry token', ['sntrys_', 'sntryu_'], '[\\w+/=-]{40,300}'],
  ['Shippo token', ['shippo_live_', 'shippo_test_'], `${HEX}{40}`],
  ['Shopify token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}'],
  [
    'Slack token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.xoxb-', 'xoxe.xoxp-', 'xapp-'],
    '[A-Za-z0-9-]{20,250}',
  ],
  ['Sonar token', ['squ_', 'sqp_', 'sqa_'], `${HEX}{40}`],
  ['Sourcegraph token', ['sgp_'], `(?:(?:${HEX}{16}|local)_)?${HEX}{40}`],
  ['Square token', ['EAAA'], '[\\w-]{60}'],
  ['Square token', ['sq0atp-', 'sq0csp-'], '[\\w-]{22,50}'],
  ['Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], `${ALNUM}{16,250}`],
  ['Stripe key', ['whsec_'], '[A-Za-z0-9+/=]{24,100}'],
  ['Supabase token', ['sbp_'], `(?:oauth_)?${HEX}{40}`],
  ['Twilio key', ['SK'], `${HEX}{32}`],
  ['Vault token', ['hvs.', 'hvb.'], '[\\w-]{24,400}'],
];

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  ...PREFIXES.map(([kind, starts, rest]): TokenFormat => {
    const alternatives = starts.join('|').replaceAll('.', '\\.');
    return {
      kind,
      keywords: starts,
      pattern: new RegExp(`${TOKEN_START}(?:${alternatives})${rest}${TOKEN_END}`, 'g'),
    };
  }),
  { kind: 'Azure key', keywords: ['8Q~'], pattern: /(?<![\w~.-])[\w~.-]{3}8Q~[\w~.-]{31,34}(?![\w~.-])/g },
  {
    // The signature of the service stands at a fixed place before the end of the key.
    kind: 'Azure key',
    keywords: ['JQQJ9', 'AzFu', 'AzSe', 'AzCa', 'ACDb', 'APIM', 'AIoT', '+ASt', '+ACR', '+AEh', '+ASb'],
    pattern:
      /(?<![\w+/-])[\w+/-]{33,76}(?:JQQJ9[9DH][A-Za-z0-9]{26,30}|(?:A(?:z(?:Fu|Se|Ca)|CDb|PIM|IoT)|\+A(?:St|CR|Eh|Sb))[\w+/-]{5,8})={0,2}(?![\w+/=-])/g,
  },
  { kind: 'Mailchimp key', keywords: ['-us'], pattern: /(?<![\w-])[a-f0-9]{32}-us\d{1,2}(?![\w-])/g },
  {
    kind: 'Discord token',
    keywords: ['.'],
    pattern: /(?<![\w.-])[MNO][A-Za-z\d][\w-]{22,26}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
  },
  {
    kind: 'Terraform token',
    keywords: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}(?![\w-])/g,
  },
];
