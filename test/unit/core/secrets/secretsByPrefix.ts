import type { SecretKind } from '../../../../src/core/secrets/foundSecret.ts';
import type { SecretCase } from './secretCase.ts';

const ALPHANUMERIC = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const HEX = '0123456789abcdef';

/** A value of this length, always the same for a seed. */
export function madeUp(length: number, alphabet = ALPHANUMERIC, seed = length): string {
  let state = seed * 7919 + 17;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[(state >>> 8) % alphabet.length];
  }).join('');
}

/** Prefixes that the other tables don't have, with the length and the alphabet of what follows. */
const PREFIXES: readonly (readonly [kind: SecretKind, prefix: string, length: number, alphabet?: string])[] =
  [
    ['DigitalOcean token', 'doo_v1_', 64, HEX],
    ['DigitalOcean token', 'dor_v1_', 64, HEX],
    ['GitHub token', 'gho_', 36],
    ['GitHub token', 'ghu_', 36],
    ['GitLab token', 'gldt-', 20],
    ['GitLab token', 'glft-', 20],
    ['GitLab token', 'glsoat-', 20],
    ['Atlassian token', 'ATCTT3', 180],
    ['Docker token', 'dckr_oat_', 32],
    ['Slack token', 'xoxa-', 60],
    ['Slack token', 'xoxr-', 60],
    ['Slack token', 'xoxs-', 60],
    ['Slack token', 'xoxe-', 140],
    ['Stripe key', 'rk_test_', 24],
    ['Shopify token', 'shpca_', 32, HEX],
    ['Shopify token', 'shppa_', 32, HEX],
    ['Shopify token', 'shpss_', 32, HEX],
    ['Linear key', 'lin_oauth_', 64, HEX],
    ['Vault token', 'hvb.', 138],
    ['Sentry token', 'sntryu_', 64, HEX],
    ['Grafana token', 'glc_', 120],
    ['Groq key', 'gsk_', 52],
    ['Replicate token', 'r8_', 37],
    ['Terraform token', `${madeUp(14)}.atlasv1.`, 67],
    ['authorization', 'X-API-KEY: ', 32],
    ['authorization', 'x-api-key: ', 32],
    ['authorization', 'X-Auth-Token: ', 32],
    ['authorization', 'X-AUTH-TOKEN: ', 32],
    ['authorization', 'AUTHORIZATION: BEARER ', 40],
  ];

export const SECRETS_BY_PREFIX: readonly SecretCase[] = [
  [
    'private key',
    'key.json',
    `{"kty":"OKP","crv":"Ed25519","d":"«${madeUp(43)}»","x":"${madeUp(43, undefined, 1)}"}`,
  ],
  ...PREFIXES.map(([kind, prefix, length, alphabet]): SecretCase => {
    const value = madeUp(length, alphabet);
    return [
      kind,
      'notes.txt',
      prefix.endsWith(' ') ? `${prefix}«${value}»` : `Use «${prefix}${value}» for it.`,
    ];
  }),
];
