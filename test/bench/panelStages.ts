/** An event in a page, in ms since the epoch, with fractions, so that frames can be compared. */
export interface Moment {
  readonly name: MomentName;
  readonly time: number;
}

export type MomentName =
  | 'enter'
  | 'webviewFrame'
  | 'panelFrame'
  | 'scriptLoaded'
  | 'composer'
  | 'focused'
  | 'usable';

/** Stages from the command to a composer that accepts text, in ms since the key press of Enter in the palette. */
export interface PanelStages {
  /** VS Code created the webview's outer frame. */
  readonly webviewFrame: number;
  /** VS Code created the document of the panel, whose HTML the extension has set by then. */
  readonly panelFrame: number;
  /** The panel's script was loaded. */
  readonly scriptLoaded: number;
  /** The composer was in the document. */
  readonly composer: number;
  /** The composer had the focus: the next key goes into it. */
  readonly focused: number;
  /**
   * A real key, pressed as soon as the benchmark saw the focus, was in the composer. The budget is about this stage.
   * It includes the latency of the benchmark itself, a few ms.
   */
  readonly usable: number;
}

/**
 * Converts moments to times since Enter.
 * @throws Error with the name of a missing moment
 */
export function panelStages(moments: readonly Moment[]): PanelStages {
  const enter = moments.find(({ name }) => name === 'enter')?.time;
  const since = (wanted: MomentName): number => {
    // Other views may have made frames before the command.
    const found = moments.find(({ name, time }) => name === wanted && enter !== undefined && time >= enter);
    if (enter === undefined || found === undefined) {
      throw new Error(`The page did not report "${enter === undefined ? 'enter' : wanted}"`);
    }
    return found.time - enter;
  };
  return {
    webviewFrame: since('webviewFrame'),
    panelFrame: since('panelFrame'),
    scriptLoaded: since('scriptLoaded'),
    composer: since('composer'),
    focused: since('focused'),
    usable: since('usable'),
  };
}
