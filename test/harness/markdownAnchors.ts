/** Anchors of the headings of a document, as GitHub generates them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  return new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
