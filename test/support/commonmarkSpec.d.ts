/** The package has no type declarations. */
declare module 'commonmark-spec' {
  /** All examples of the specification. Arrows stand for tabs. */
  export const tests: readonly { markdown: string; html: string; section: string; number: number }[];
}
