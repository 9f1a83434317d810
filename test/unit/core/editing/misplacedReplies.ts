/** Replies that are not placed as a careful person would: the list gets shorter, never longer. */
export const MISPLACED: ReadonlySet<string> = new Set([
  'bodies: a line of a body selected, whole function returned with others changed too',
  'braceless: Ruby method without its last end',
  'lostComments: Go function alone, and its comment comes with it as it is',
  'order: the statement above moves into what was asked about',
  'repeated: the line above looks like the first line, but belongs to the code',
  'unlike: another way for a body of two lines',
  'versions: another if of the same function in Go',
]);
