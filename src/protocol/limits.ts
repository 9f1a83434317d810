/** Maximum sizes in messages of the panel. The host rejects messages beyond them, so the panel says so before. */

/** Of a text, in UTF-16 code units: far more than a person types, and harmless to the host. */
export const MAX_TEXT_CHARS = 1_000_000;
/** Number of attachments that are sent with one question. */
export const MAX_SENT_ATTACHMENTS = 100;
/** Number of files in one drop. A larger drop is assumed to be a mistake. */
export const MAX_DROPPED_FILES = 50;
/** Of the URI of a dropped file, in UTF-16 code units. */
export const MAX_URI_CHARS = 4096;
