import type { SecretKind } from '../../../../src/core/secrets/foundSecret.ts';

const SCANNERS = {
  betterleaks: 'https://github.com/betterleaks/betterleaks/blob/main/config/betterleaks.toml',
  gitleaks: 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml',
  microsoft: 'https://github.com/microsoft/security-utilities',
  trufflehog: 'https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors',
};
const GITLAB = 'https://docs.gitlab.com/security/tokens/#token-prefixes';
const CLOUDFLARE = 'https://developers.cloudflare.com/fundamentals/api/get-started/token-formats';
const VERCEL = 'https://vercel.com/changelog/new-token-formats-and-secret-scanning';
const SUPABASE = 'https://supabase.com/docs/guides/getting-started/api-keys';

/** What a letter in a format stands for. */
const ALPHABETS: Readonly<Record<string, string>> = {
  /** Letters and digits. */
  a: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  /** Base32. */
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  /** Capital letters and digits. */
  c: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  /** Hexadecimal digits. */
  h: '0123456789abcdef',
  /** Small letters and digits. */
  s: 'abcdefghijklmnopqrstuvwxyz0123456789',
  /** Base64 in URLs. */
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_',
};

/**
 * Formats of keys, with `[a48]` for 48 random characters, and where each is documented. The kind is `secret` where the
 * rule for tokens without a list finds it.
 */
export const KEYS_OF_TODAY: readonly (readonly [kind: SecretKind, format: string, source: string])[] = [
  ['secret', 'xai-[a80]', SCANNERS.trufflehog],
  ['secret', 'pplx-[a48]', SCANNERS.gitleaks],
  ['secret', 'csk-[s48]', SCANNERS.betterleaks],
  ['secret', 'nvapi-[w64]', SCANNERS.trufflehog],
  ['secret', 'tgp_v1_[w43]', SCANNERS.betterleaks],
  ['secret', 'tvly-dev-[a32]', 'https://docs.tavily.com/documentation/quickstart'],
  ['secret', 'pcsk_[a6]_[a63]', SCANNERS.trufflehog],
  ['secret', 'sk_[a40]', SCANNERS.gitleaks],
  ['secret', 'sb_secret_[a22]_[a8]', SUPABASE],
  ['secret', 'vcp_[a56]', VERCEL],
  ['secret', 'vck_[a56]', VERCEL],
  ['secret', 'nfp_[a36]', SCANNERS.trufflehog],
  ['secret', 'napi_[s64]', SCANNERS.betterleaks],
  ['secret', 'pscale_tkn_[a43]', SCANNERS.gitleaks],
  ['secret', 'pscale_pw_[a43]', SCANNERS.gitleaks],
  ['secret', 'pscale_oauth_[a43]', SCANNERS.gitleaks],
  ['secret', 'dp.pt.[a43]', SCANNERS.gitleaks],
  ['secret', 'dp.st.prd.[a43]', SCANNERS.trufflehog],
  ['secret', 'tskey-auth-[a11]CNTRL-[a32]', SCANNERS.trufflehog],
  ['secret', 'tskey-api-[a11]CNTRL-[a32]', SCANNERS.trufflehog],
  ['secret', 'cfut_[a40][h8]', CLOUDFLARE],
  ['secret', 'cfat_[a40][h8]', CLOUDFLARE],
  ['secret', 'cfk_[a40][h8]', CLOUDFLARE],
  ['secret', 'sqco_[a59]', SCANNERS.trufflehog],
  ['secret', 'sl.u.[w140]', SCANNERS.trufflehog],
  ['secret', 're_[a8]_[a24]', 'https://resend.com/docs/api-reference/api-keys/create-api-key'],
  ['secret', 'fo1_[w43]', SCANNERS.gitleaks],
  ['secret', 'HRKU-AA[w58]', SCANNERS.gitleaks],
  ['secret', 'phx_[a43]', SCANNERS.trufflehog],
  ['secret', 'CFPAT-[w43]', SCANNERS.trufflehog],
  ['secret', 'CCIPAT_[a22]_[h40]', SCANNERS.trufflehog],
  ['secret', 'bkua_[s40]', SCANNERS.trufflehog],
  ['secret', 'rdme_[s70]', SCANNERS.gitleaks],
  ['secret', 'pnu_[a36]', SCANNERS.gitleaks],
  ['secret', 'ddp_[a36]', SCANNERS.betterleaks],
  ['secret', 'wandb_v1_[a77]', SCANNERS.betterleaks],
  ['secret', 'mdb_sa_sk_[w40]', SCANNERS.betterleaks],
  ['secret', 'duffel_live_[w43]', SCANNERS.gitleaks],
  ['secret', 'bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[a64]', SCANNERS.gitleaks],
  ['private key', 'AGE-SECRET-KEY-1[c58]', SCANNERS.gitleaks],
  ['private key', 'AGE-SECRET-KEY-PQ-1[c58]', 'https://github.com/FiloSottile/age'],
  ['1Password token', 'ops_eyJ[a260]', SCANNERS.gitleaks],
  ['1Password key', 'A3-[c6]-[c11]-[c5]-[c5]-[c5]', SCANNERS.gitleaks],
  ['Adafruit key', 'aio_[a28]', SCANNERS.trufflehog],
  ['Airtable token', 'pat[a14].[h64]', SCANNERS.gitleaks],
  ['Alibaba key', 'LTAI[a20]', SCANNERS.gitleaks],
  ['Artifactory key', 'AKCp[a69]', SCANNERS.gitleaks],
  ['Artifactory key', 'cmVmd[a59]', SCANNERS.gitleaks],
  ['AWS key', 'ABSK[a110]=', SCANNERS.gitleaks],
  ['Azure key', '[a52]JQQJ99[a26]', SCANNERS.microsoft],
  ['Azure key', '[a44]AzFu[a6]==', SCANNERS.microsoft],
  ['Azure key', '[a42]AzSe[a6]', SCANNERS.microsoft],
  ['Azure key', '[a42]AzCa[a6]', SCANNERS.microsoft],
  ['Azure key', '[a76]ACDb[a6]==', SCANNERS.microsoft],
  ['Azure key', '[a76]APIM[a6]==', SCANNERS.microsoft],
  ['Azure key', '[a33]AIoT[a6]=', SCANNERS.microsoft],
  ['Azure key', '[a76]+ASt[a6]==', SCANNERS.microsoft],
  ['Azure key', '[a42]+ACR[a6]', SCANNERS.microsoft],
  ['Azure key', '[a33]+AEh[a6]=', SCANNERS.microsoft],
  ['Azure key', '[a33]+ASb[a6]=', SCANNERS.microsoft],
  ['Brevo key', 'xkeysib-[h64]-[a16]', SCANNERS.gitleaks],
  ['Cloudflare key', 'v1.0-[h24]-[h146]', SCANNERS.gitleaks],
  ['crates.io token', 'cio[a32]', SCANNERS.betterleaks],
  ['Dynatrace token', 'dt0c01.[b24].[b64]', SCANNERS.gitleaks],
  ['EasyPost key', 'EZAK[a54]', SCANNERS.gitleaks],
  ['EasyPost key', 'EZTK[a54]', SCANNERS.gitleaks],
  ['ElevenLabs key', 'sk_[h48]', SCANNERS.trufflehog],
  ['GitLab token', 'glcbt-64_[a20]', SCANNERS.gitleaks],
  ['GitLab token', 'glrtr-[a20]', GITLAB],
  ['GitLab token', 'glffct-[a20]', SCANNERS.gitleaks],
  ['GitLab token', 'glimt-[a25]', SCANNERS.gitleaks],
  ['GitLab token', 'glagent-[a50]', SCANNERS.gitleaks],
  ['GitLab token', 'gloas-[a64]', SCANNERS.gitleaks],
  ['GitLab token', 'glwt-[a20]', GITLAB],
  ['GitLab token', 'GR1348941[a20]', SCANNERS.gitleaks],
  ['Google key', 'AQ.Ab8RN6[w44]', SCANNERS.betterleaks],
  ['Harness token', 'pat.[a22].[a24].[a20]', SCANNERS.gitleaks],
  ['Harness token', 'sat.[a22].[a24].[a20]', SCANNERS.gitleaks],
  ['HubSpot token', 'pat-na1-[h8]-[h4]-[h4]-[h4]-[h12]', SCANNERS.trufflehog],
  ['HubSpot token', 'pat-eu1-[h8]-[h4]-[h4]-[h4]-[h12]', SCANNERS.trufflehog],
  ['LangSmith key', 'lsv2_pt_[h32]_[h10]', SCANNERS.trufflehog],
  ['LangSmith key', 'lsv2_sk_[h32]_[h10]', SCANNERS.trufflehog],
  ['LaunchDarkly key', 'sdk-[h8]-[h4]-[h4]-[h4]-[h12]', SCANNERS.trufflehog],
  ['Octopus Deploy key', 'API-[c26]', SCANNERS.gitleaks],
  ['OpenShift token', 'sha256~[w43]', SCANNERS.gitleaks],
  ['Plaid token', 'access-sandbox-[h8]-[h4]-[h4]-[h4]-[h12]', SCANNERS.gitleaks],
  ['Plaid token', 'access-development-[h8]-[h4]-[h4]-[h4]-[h12]', SCANNERS.gitleaks],
  ['Plaid token', 'access-production-[h8]-[h4]-[h4]-[h4]-[h12]', SCANNERS.gitleaks],
  ['Pulumi token', 'pul-[h40]', SCANNERS.gitleaks],
  ['Shippo token', 'shippo_live_[h40]', SCANNERS.gitleaks],
  ['Shippo token', 'shippo_test_[h40]', SCANNERS.gitleaks],
  ['Slack token', 'xoxe.xoxb-1-[c163]', SCANNERS.gitleaks],
  ['Slack token', 'xoxe.xoxp-1-[c163]', SCANNERS.gitleaks],
  ['Sonar token', 'squ_[h40]', SCANNERS.gitleaks],
  ['Sonar token', 'sqp_[h40]', SCANNERS.gitleaks],
  ['Sonar token', 'sqa_[h40]', SCANNERS.gitleaks],
  ['Sourcegraph token', 'sgp_[h40]', SCANNERS.gitleaks],
  ['Square token', 'EAAA[w60]', SCANNERS.gitleaks],
  ['Square token', 'sq0atp-[w22]', SCANNERS.gitleaks],
  ['Square token', 'sq0csp-[w43]', SCANNERS.trufflehog],
  ['Supabase token', 'sbp_[h40]', SCANNERS.trufflehog],
];

/** A key of this format, always the same for a seed. */
export function keyOf(format: string, seed = 1): string {
  let state = seed * 7919 + [...format].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 0);
  return format.replace(/\[([a-z])(\d+)\]/g, (_, letter: string, length: string) => {
    const alphabet = ALPHABETS[letter] ?? '';
    return Array.from({ length: Number(length) }, () => {
      // Mulberry32.
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return alphabet[((mixed ^ (mixed >>> 14)) >>> 0) % alphabet.length];
    }).join('');
  });
}
