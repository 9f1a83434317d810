/** An id that a service gave, without anything that is no part of one, for a log or a report. */
export function safeId(id: string): string {
  return id.replace(/[^\w.:/@-]/g, '?').slice(0, 100);
}
