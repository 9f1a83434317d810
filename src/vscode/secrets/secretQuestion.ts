import type { Turn } from '../../core/conversation/conversation.ts';
import { formatCodePoint, type HiddenCharacter } from '../../core/hiddenCharacters.ts';
import { API_KEY_KIND, type FoundSecret, type SecretKind } from '../../core/secrets/foundSecret.ts';
import { foreign, joined, t, type UiText } from '../uiText.ts';
import { askInDialog } from '../vscodeUi.ts';

/** What the user must decide about in one of the texts to send. */
export interface TextToAsk {
  found: readonly FoundSecret[];
  hidden: readonly HiddenCharacter[];
  /** In which turn it is, if not in the new question. */
  turn?: { kind: Turn['kind']; readBeginning(): string };
  /** Path of the attachment. Absent for the question. */
  path?: string;
  /** Line number of its first line in its source. */
  firstLine?: number;
  /** Whether it is the name of the attachment, not its text. */
  isName?: boolean;
}

/** Maximum number of entries, to limit the height of the dialog, and of hidden characters in one. */
const MAX_LISTED = 8;
const MAX_LISTED_CHARACTERS = 3;

/** Makes the text of an entry, of which most are not listed if there are many. */
type Entry = () => UiText;

/**
 * Lists the secrets and hidden characters and asks what to do with them. Resolves to `undefined` if the user cancels.
 *
 * @param baseUrl that of the service
 */
export async function askBeforeSending(
  texts: readonly TextToAsk[],
  baseUrl: string,
): Promise<'redact' | 'sendAsItIs' | undefined> {
  const secrets = texts.flatMap((text) =>
    text.found.map(
      ({ kind, line }): Entry =>
        () =>
          describe(nameOf(kind), text, line),
    ),
  );
  const hidden = texts.flatMap(describeHidden);
  const entries = [...secrets, ...hidden];
  const messages = [
    ...(secrets.length === 1 ? [t('What you are about to send seems to contain a secret.')] : []),
    ...(secrets.length > 1
      ? [t('What you are about to send seems to contain {0} secrets.', secrets.length)]
      : []),
    ...(hidden.length > 0
      ? [
          secrets.length > 0
            ? t('It also contains hidden characters.')
            : t('What you are about to send contains hidden characters.'),
        ]
      : []),
  ];
  const more = entries.length - MAX_LISTED;
  const detail = joined(
    [
      ...(texts.some(({ turn }) => turn !== undefined)
        ? [
            t(
              'The conversation so far is sent too. {0} doesn’t have all of it yet. In the chat, it stays as it is.',
              baseUrl,
            ),
            foreign(''),
          ]
        : []),
      ...entries.slice(0, MAX_LISTED).map((describeEntry) => describeEntry()),
      ...(more > 0 ? [t('and {0} more', more)] : []),
      foreign(''),
      ...(secrets.length > 0
        ? [t('Redacting replaces each secret with a placeholder that says what it was.')]
        : []),
      ...(hidden.length > 0 ? [t('The model reads hidden characters, but you can’t see them.')] : []),
    ],
    '\n',
  );
  // Enter presses the first button. It must be the safe one, since the user may have just pressed Enter to send.
  const redact =
    hidden.length === 0
      ? t('Redact and Send')
      : secrets.length === 0
        ? t('Remove and Send')
        : t('Redact, Remove, and Send');
  return askInDialog<'redact' | 'sendAsItIs'>(
    joined(messages, ' '),
    detail,
    { label: redact, value: 'redact' },
    { label: t('Send Anyway'), value: 'sendAsItIs' },
  );
}

/** One entry for each line with hidden characters. */
function describeHidden(text: TextToAsk): Entry[] {
  return [...new Set(text.hidden.map(({ line }) => line))].map((line) => () => {
    const codePoints = text.hidden
      .filter((character) => character.line === line)
      .map(({ codePoint }) => codePoint);
    const names = [...new Set(codePoints)].map((codePoint) => foreign(formatCodePoint(codePoint)));
    const listed = joined(names, ', ', MAX_LISTED_CHARACTERS);
    return describe(t('Hidden characters ({0})', listed), text, line);
  });
}

function describe(what: UiText, { path, firstLine = 1, isName, turn }: TextToAsk, line: number): UiText {
  if (turn !== undefined) {
    const beginning = turn.readBeginning() || '…';
    return path !== undefined
      ? t('{0}: {1} in the earlier question “{2}”', what, path, beginning)
      : turn.kind === 'user'
        ? t('{0}: the earlier question “{1}”, line {2}', what, beginning, line)
        : t('{0}: the earlier reply “{1}”, line {2}', what, beginning, line);
  }
  return path === undefined
    ? t('{0}: your question, line {1}', what, line)
    : isName
      ? t('{0}: the name of {1}', what, path)
      : t('{0}: {1}, line {2}', what, path, firstLine + line - 1);
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
