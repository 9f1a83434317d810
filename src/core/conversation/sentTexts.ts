import type { Attachment } from '../attachments/attachment.ts';
import type { SecretRange, SecretSource } from '../secrets/foundSecret.ts';
import { redactSecrets } from '../secrets/redactSecrets.ts';

/** What of a question, or of a reply, goes into a request. */
export interface Sent<OneAttachment extends Attachment = Attachment> {
  readonly text: string;
  /** Replies have none. */
  readonly attachments?: readonly OneAttachment[];
}

/** A text that is sent: the question or reply, or the text or a name of an attachment. */
export interface SentText<OneAttachment extends Attachment = Attachment> extends SecretSource {
  text: string;
  attachment?: OneAttachment;
  field: 'text' | 'path' | 'symbol' | 'languageId';
  /** Where it starts in all texts of the question or reply joined, in UTF-16 units. */
  offset: number;
}

export function sentTextsOf<OneAttachment extends Attachment>({
  text,
  attachments = [],
}: Sent<OneAttachment>): SentText<OneAttachment>[] {
  let end = 0;
  return [
    { path: '', languageId: 'plaintext', text, field: 'text' } as const,
    ...attachments.flatMap((attachment): Omit<SentText<OneAttachment>, 'offset'>[] => {
      const { path, languageId, symbol } = attachment;
      const name = { path: '', languageId: 'plaintext', attachment };
      return [
        { path, languageId, text: attachment.text, attachment, field: 'text' },
        { ...name, text: path, field: 'path' },
        { ...name, text: languageId, field: 'languageId' },
        ...(symbol === undefined ? [] : [{ ...name, text: symbol, field: 'symbol' as const }]),
      ];
    }),
  ].map((part) => {
    const offset = end;
    end += part.text.length;
    return { ...part, offset };
  });
}

/**
 * Redacts texts of a question or reply.
 * @param texts those of `sentTextsOf` that change, and the secrets in them
 * @param clean called with the redacted text of each
 */
export function replaceTexts<OneAttachment extends Attachment, One extends Sent<OneAttachment>>(
  sent: One & Sent<OneAttachment>,
  texts: readonly { part: SentText<OneAttachment>; found: readonly SecretRange[] }[],
  clean: (text: string) => string,
): One {
  const byAttachment = Map.groupBy(texts, ({ part }) => part.attachment);
  const replaced = (attachment?: OneAttachment) => {
    const own = byAttachment.get(attachment) ?? [];
    return {
      fields: own.map(
        ({ part, found }) => [part.field, clean(redactSecrets(part.text, found).text)] as const,
      ),
      count: own.reduce((sum, { found }) => sum + found.length, 0),
    };
  };
  return {
    ...sent,
    text: replaced().fields[0]?.[1] ?? sent.text,
    ...(sent.attachments && {
      attachments: sent.attachments.map((attachment) => {
        const { fields, count } = replaced(attachment);
        return fields.every(([field, text]) => attachment[field] === text)
          ? attachment
          : {
              ...attachment,
              ...Object.fromEntries(fields),
              ...(count > 0 && { redacted: (attachment.redacted ?? 0) + count }),
            };
      }),
    }),
  };
}
