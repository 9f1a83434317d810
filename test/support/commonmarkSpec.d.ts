/** The package has no types of its own. */
declare module 'commonmark-spec' {
  /** All examples of the specification; an arrow in them stands for a tab. */
  export const tests: readonly { markdown: string; html: string; section: string; number: number }[];
}
