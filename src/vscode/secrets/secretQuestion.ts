import { API_KEY_KIND, type FoundSecret, type SecretKind } from '../../core/secrets/foundSecret.ts';
import { askInDialog, foreign, joined, t, type UiText } from '../vscodeUi.ts';

/** The secrets in one of the texts to send. */
export interface TextWithSecrets {
  found: readonly FoundSecret[];
  /** Path of the attachment. Absent for the question. */
  path?: string;
  /** Line number of its first line in its source. */
  firstLine?: number;
}

/** Maximum number of secrets listed, to limit the height of the dialog. */
const MAX_LISTED_SECRETS = 8;

/**
 * Lists the secrets and asks what to do with them. Resolves to `undefined` if the user cancels.
 */
export async function askAboutSecrets(
  texts: readonly TextWithSecrets[],
): Promise<'redact' | 'sendAsItIs' | undefined> {
  const lines = texts.flatMap((text) => text.found.map((secret) => describeSecret(text, secret)));
  const message =
    lines.length === 1
      ? t('What you are about to send seems to contain a secret.')
      : t('What you are about to send seems to contain {0} secrets.', lines.length);
  const more = lines.length - MAX_LISTED_SECRETS;
  const detail = joined(
    [
      ...lines.slice(0, MAX_LISTED_SECRETS),
      ...(more > 0 ? [t('and {0} more', more)] : []),
      foreign(''),
      t('Redacting replaces each with a placeholder that says what it was.'),
    ],
    '\n',
  );
  // Enter presses the first button. It must be the safe one, since the user may have just pressed Enter to send.
  const redact = t('Redact and Send');
  const sendAsItIs = t('Send Anyway');
  const choice = await askInDialog(message, detail, redact, sendAsItIs);
  if (choice === redact) {
    return 'redact';
  }
  return choice === sendAsItIs ? 'sendAsItIs' : undefined;
}

function describeSecret({ path, firstLine = 1 }: TextWithSecrets, { kind, line }: FoundSecret): UiText {
  const name = nameOf(kind);
  return path === undefined
    ? t('{0}: your question, line {1}', name, line)
    : t('{0}: {1}, line {2}', name, path, firstLine + line - 1);
}

/** Kinds that are named after a service are not translated. */
function nameOf(kind: SecretKind): UiText {
  switch (kind) {
    case 'private key':
      return t('Private key');
    case 'password':
      return t('Password');
    case 'secret':
      return t('Key or secret');
    case 'authorization':
      return t('Authorization header');
    case API_KEY_KIND:
      return t('Your API key for the service');
    case 'value in .env':
      return t('Environment file value');
    default:
      return foreign(kind);
  }
}
