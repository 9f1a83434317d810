/**
 * Instructions in a question that make the service fail or send a long reply, for trying these cases in the panel.
 */
interface Directives {
  /** `!status 500`: respond with this status (400 to 599) instead of a reply. */
  status?: number;
  /** `!long 800`: reply with about this many words, in numbered sentences. */
  longWords?: number;
  /** `!each`: reply with all code of the question, not only the last block. */
  each?: true;
  /** `!cut`: close the connection in the middle of the reply. */
  cut: boolean;
}

const MAX_WORDS = 50_000;

/**
 * Reads the directives of a question. Only its last paragraph counts: a client may send a failed question together
 * with the next one, which must not fail because of the same line.
 */
export function readDirectives(question: string): Directives {
  const paragraph =
    question
      .trim()
      .split(/\n[ \t]*\n/)
      .at(-1) ?? '';
  const status = /^[ \t]*!status[ \t]+([45]\d\d)[ \t]*$/m.exec(paragraph)?.[1];
  const words = /(?:^|\s)!long[ \t]+(\d{1,9})(?!\d)/.exec(paragraph)?.[1];
  return {
    ...(status !== undefined && { status: Number(status) }),
    ...(words !== undefined && { longWords: Math.min(MAX_WORDS, Math.max(1, Number(words))) }),
    ...(/(?:^|\s)!each(?!\S)/.test(paragraph) && { each: true }),
    cut: /^[ \t]*!cut[ \t]*$/m.test(paragraph),
  };
}
