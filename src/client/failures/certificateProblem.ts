import * as z from 'zod/mini';
import { safeDetail } from './safeDetail.ts';

/** What the errors of Node.js carry of a certificate (its documentation: TLS, certificate object). */
const errorSchema = z.object({
  code: z.optional(z.string()),
  cert: z.object({
    valid_from: z.optional(z.string()),
    valid_to: z.optional(z.string()),
    subjectaltname: z.optional(z.string()),
    subject: z.optional(z.object({ CN: z.optional(z.string()) })),
  }),
});

/**
 * What is wrong with a certificate, in its own dates or names; `undefined` where an error does not show it. The
 * names are the other side's to choose, so they are made safe.
 */
export function certificateProblem(causes: readonly object[]): string | undefined {
  const shown = causes.map((cause) => errorSchema.safeParse(cause)).find(({ success }) => success)?.data;
  if (shown === undefined) {
    return undefined;
  }
  const { valid_from: from, valid_to: to, subjectaltname, subject } = shown.cert;
  switch (shown.code) {
    case 'CERT_HAS_EXPIRED':
      return to && safeDetail(`valid until ${to}`, '');
    case 'CERT_NOT_YET_VALID':
      return from && safeDetail(`valid from ${from}`, '');
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '') || subject?.CN;
      return names && safeDetail(`the certificate is for ${names}`, '');
    }
    default:
      return undefined;
  }
}
