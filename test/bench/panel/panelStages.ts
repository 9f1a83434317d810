/**
 * What happens until a webview's text box can be used:
 *
 * - `frame`: VS Code created the webview's outer frame
 * - `document`: VS Code created the document of the page, whose HTML the extension has set by then
 * - `script`: the first script file of the page was loaded
 * - `composer`: the text box was in the document
 * - `focused`: the text box had the focus, so that the next key goes into it
 * - `usable`: a real key, pressed as soon as the benchmark saw the focus, was in the visible text box. Includes the
 *   latency of the benchmark itself, a few ms.
 * - `conversation`: a reply of the conversation, which is drawn from its end, was in the document
 */
export const STAGES = [
  'frame',
  'document',
  'script',
  'composer',
  'focused',
  'usable',
  'conversation',
] as const;

export type Stage = (typeof STAGES)[number];

/** An event in a page, in ms since the epoch, with fractions, so that frames can be compared. */
export interface Moment {
  readonly name: 'enter' | Stage;
  readonly time: number;
}

/**
 * In ms since the key press of Enter in the palette. Only `usable` is never missing: VS Code may have kept the page, a
 * page may have no script file, and a chat may be empty.
 */
export type PanelStages = Readonly<Partial<Record<Stage, number>> & Record<'usable', number>>;

/**
 * Converts moments to times since Enter.
 * @throws Error with the name of a missing moment
 */
export function panelStages(moments: readonly Moment[]): PanelStages {
  const enter = timeOf('enter', moments);
  // Other views may have made frames before the command.
  const later = moments.filter(({ time }) => time >= enter);
  const stages: Partial<Record<Stage, number>> = {};
  for (const { name, time } of later) {
    if (name !== 'enter') {
      stages[name] ??= time - enter;
    }
  }
  return { ...stages, usable: timeOf('usable', later) - enter };
}

function timeOf(wanted: Moment['name'], moments: readonly Moment[]): number {
  const found = moments.find(({ name }) => name === wanted);
  if (found === undefined) {
    throw new Error(`The page did not report "${wanted}"`);
  }
  return found.time;
}
