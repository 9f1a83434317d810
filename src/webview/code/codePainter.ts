/** Draws the text of a code block into its element, as it grows. */
export interface CodePainter {
  /** The text goes on with this. */
  append(text: string): void;
}
