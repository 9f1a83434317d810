/**
 * Words for a password by language, as sources of regular expressions that ignore case. A name in another language is
 * written with and without its accents. Names of keys need no such list: see `KEY_WORDS`.
 */
const PASSWORD_WORDS_BY_LANGUAGE: Readonly<Record<string, string>> = {
  ar: 'كلمة[ _](?:المرور|السر)',
  cs: 'heslo(?![a-z])(?<![a-z]heslo)',
  da: 'adgangskode|kodeord',
  de: 'passwort|kennwort',
  el: 'κωδικός|συνθηματικό',
  en: 'passw(?:or)?d|passphrase|pwd|pass(?![a-z])(?<![a-z]pass)',
  es: 'contrase[ñn]a|clave(?![a-z])(?<![a-z_-]clave)',
  fi: 'salasana',
  fr: 'mot[-_ ]?de[-_ ]?passe|mdp(?![a-z])(?<![a-z]mdp)',
  he: 'סיסמ[הא]',
  hi: 'पासवर्ड',
  hu: 'jelsz[óo]',
  id: 'kata[-_ ]?sandi',
  it: "parola[-_ ]d['’_ ]?ordine",
  ja: 'パスワード|暗証番号',
  ko: '비밀번호|패스워드|암호',
  nb: 'passord',
  nl: 'wachtwoord',
  pl: 'has[łl]o(?![a-z])(?<![a-z]has.o)',
  pt: 'senha(?!r)(?<![a-z]senha)|palavra[-_ ]passe',
  ro: 'parol[ăa](?![a-z])(?<![a-z]parol.)',
  ru: 'пароль',
  sv: 'l[öo]senord',
  th: 'รหัสผ่าน',
  tr: '[şs]ifre(?<![a-z].ifre)',
  vi: 'm[ậa]t[-_ ]?kh[ẩa]u',
  zh: '密码|密碼|口令',
};
export const PASSWORD_WORDS = Object.values(PASSWORD_WORDS_BY_LANGUAGE).join('|');

/**
 * Words for keys, whose values must look random. In any language, a key is named after what it is for: the `API` in
 * `clé d'API`, `API-Schlüssel` and `APIキー`. The rest are words that stand alone.
 */
export const KEY_WORDS = [
  'secret|token|credential|auth(?![a-z])(?<![a-z]auth)',
  '(?:api|access|auth|signing|encryption|private|secret|master|account|shared)[-_ ]?key|key(?![a-z])(?<=[a-z0-9]_key)',
  'api(?![a-z])(?<![a-z]api) ?',
  'geheimnis|schl(?:ü|ue)ssel|jeton|cl(?:é|ef?)[-_ ]secr[eè]te|chave[-_ ]secreta|chiave[-_ ]segreta|segredo|segreto',
  'токен|секрет|ключ|トークン|シークレット|秘密鍵|キー|密钥|密鑰|秘钥|令牌|토큰|시크릿|비밀키',
].join('|');

/** What else a name in a text of any language is written with. */
export const NAME_CHARS = '\\w\\u00C0-\\u1FFF\\u3040-\\uD7FF-';
