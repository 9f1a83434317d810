/** Lines with which a person makes the service fail, or talk at length, from within the panel. */
interface Directives {
  /** `!status 500`: this status, 400 to 599, instead of a reply. */
  status?: number;
  /** `!long 800`: about so many words of varied Markdown. */
  longWords?: number;
  /** `!cut`: the connection is closed half-way through the reply. */
  cut: boolean;
}

const MAX_WORDS = 50_000;

/**
 * Only the last paragraph of a question counts: a client sends a question that failed together with the next
 * one, and that one must not fail for the same line.
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
    cut: /^[ \t]*!cut[ \t]*$/m.test(paragraph),
  };
}
