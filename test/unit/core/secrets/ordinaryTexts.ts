import { madeUp } from './secretsByPrefix.ts';

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const hex = (length: number): string => madeUp(length, HEX);
const base64 = (length: number): string => madeUp(length, BASE64);
const uuid = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
const id = (length: number): string => madeUp(length, undefined, length + 7);

/** Texts without a secret, with random characters of all the kinds that ordinary work has. */
export const ORDINARY_TEXTS: readonly (readonly [path: string, text: string])[] = [
  [
    'git.log',
    `commit ${hex(40)} (HEAD -> main, tag: v2.4.1)\nMerge: ${hex(8)} ${hex(9)}\n\n    Update sk-learn`,
  ],
  ['reflog.txt', `${hex(7)} HEAD@{0}: rebase (pick): Split token-parser-${hex(12)}-wip`],
  ['trace.log', `request_id=${uuid} span=${hex(16)} trace-${hex(32)} user_${id(27)} 200 OK`],
  [
    'package-lock.json',
    `"integrity": "sha512-${base64(86)}==",\n"resolved": "https://example.com/a-${hex(40)}.tgz"`,
  ],
  [
    'flake.lock',
    `"narHash": "sha256-${base64(43)}=",\n"rev": "${hex(40)}",\n"path": "/nix/store/${madeUp(32, 'abcdfghijklmnpqrsvwxyz0123456789')}-source"`,
  ],
  ['Gemfile.lock', `  revision: ${hex(40)}\n  ref: api-${hex(40)}\n  tag: release-key-${hex(32)}`],
  [
    'page.html',
    `<div class="sk-cube-grid sk-fading-circle-bounce-delay css-${id(6)} Button_primary__${id(8)} sc-${id(6)}-0">`,
  ],
  [
    'spinner.css',
    '.sk-folding-cube .sk-cube4:before { transform: scale(1.1) rotateZ(270deg) }\n.sk-chasing-dot-animation-long {}',
  ],
  ['logo.css', `background: url("data:image/png;base64,iVBORw0KGgo${base64(300)}")`],
  ['font.css', `src: url(data:font/woff2;base64,d09GMgABAAAA${base64(300)}) format("woff2")`],
  ['fonts.html', `<link href="https://fonts.example.com/s/inter/v13/UcCO3${id(60)}.woff2" crossorigin>`],
  ['links.md', `https://docs.example.com/document/d/1B${id(42)}/edit#gid=0\nhttps://youtu.be/${id(11)}?t=42`],
  ['links.md', `https://example.com/u/user_${id(24)}/posts/how-to-write-10-good-tests-in-2026-${hex(12)}`],
  [
    'ids.json',
    `{"id": "chatcmpl-${id(29)}", "object": "chat.completion", "system_fingerprint": "fp_${hex(10)}"}`,
  ],
  [
    'ids.json',
    `{"customer": "cus_${id(14)}", "charge": "ch_${id(24)}", "price": "price_${id(24)}", "pk": "pk_live_${id(99)}"}`,
  ],
  [
    'bundle.min.js',
    'var a=function(e,t){return e.t1.n2.r3.o4.i5.a6.u7.c8.s9.l0.f1.d2.p3.h4(t)},b1=0x1f,c2=1e9;!function(){a.b.c.d.e.f1.g2.h3.i4.j5.k6.l7()}();',
  ],
  [
    'bundle.js.map',
    `{"version":3,"mappings":"AAAA,SAASA,EAAEC,GAAG,OAAOA,${'CAAC,EAAE,IAAIC,GAAG,'.repeat(20)}"}`,
  ],
  [
    'gl.ts',
    'gl.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR; ossl.NID_pbeWithSHA1And128BitRC4; api_x509V3ExtMethodGetD2iFunc;',
  ],
  [
    'pods.txt',
    `api-server-7d4b9c6f5d-x2k9p  1/1  Running\ntoken-service-${hex(10)}-abcde  0/1  CrashLoopBackOff`,
  ],
  ['images.txt', `registry.example.com/team/api@sha256:${hex(64)}\nkey-service:${hex(40)}`],
  [
    'http.md',
    'Send `Authorization: Bearer YOUR_TOKEN` or `Bearer <access-token>`; a bearer token authenticates the holder-of-key.',
  ],
  [
    'http.md',
    'curl -H "Authorization: Bearer $TOKEN" -b cookies.txt https://example.com\nSet-Cookie: theme=dark; Max-Age=31536000; Path=/',
  ],
  [
    'statistics.http',
    'Cookie: _ga=GA1.2.1234567890.1612345678; _gid=GA1.2.987654321.1612345678; lang=en-US; _fbp=fb.1.1612345678901.1098765432',
  ],
  [
    'values.yaml',
    'password: $¦{DB_PASSWORD}\ntoken: "{{ .Values.token }}"\napiKey: !Ref ApiKeyParameter\nsecretName: app-tls-2026',
  ],
  [
    'compose.yaml',
    'command: docker run -e POSTGRES_PASSWORD=my-secret-pw -e DB_PASSWORD=$DB_PASSWORD --env PASSWORD=yourpassword postgres:17',
  ],
  [
    'Dockerfile',
    'ENV NODE_VERSION 24.1.0\nENV API_TOKEN_FILE /run/secrets/token1\nENV PASSWORD_RESET_URL https://example.com/reset2\nARG KEY_ID=a1',
  ],
  ['secrets.example.yaml', 'wifi: hunter2x\napi_key: put-yours-in-9\n'],
  [
    'secret.yaml',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: app-secrets-2\n  namespace: prod-1\ntype: kubernetes.io/tls\nstringData:\n  password: $¦{DB_PASSWORD}\n  level: info\n',
  ],
  [
    'prose.de.md',
    'Das Passwort: mindestens 8 Zeichen. Das Kennwort vergessen? Der API-Schlüssel: siehe Seite 12, Abschnitt 3b.',
  ],
  [
    'prose.md',
    'La contraseña: 8 caracteres. Le mot de passe : au moins 12. パスワード：8文字以上。 密码：至少8位。 Пароль: от 8 символов.',
  ],
  ['sentry.ts', `Sentry.init({ dsn: 'https://${hex(32)}@o123456.ingest.sentry.io/4501234567890' });`],
  [
    'pem.md',
    'Paste it between -----BEGIN ¦PRIVATE KEY----- and -----END ¦PRIVATE KEY-----, then run verify-certificates-2.',
  ],
  [
    'anchors.md',
    'https://example.com/docs#access_token=<token> and https://me@example.com/a, https://getting-started-guide-2@example.com/b',
  ],
  [
    'messages.ru.js',
    '{"secret token": "\\u0442\\u043e\\u043a\\u0435\\u043d", "token":"\\u0421\\u0435\\u043a\\u0440\\u0435\\u0442"}',
  ],
  ['links.test.ts', "['/etc/passwd', 'file:///etc/passwd', 'data:text/html,x1'].forEach(refuses);"],
];
