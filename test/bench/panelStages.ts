/** Something that a page saw, and when, in ms since the epoch with fractions, so that frames can be compared. */
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

/** The way from the command to a composer that takes text: ms since Enter went down in the command palette. */
export interface PanelStages {
  /** VS Code made the frame in which webviews live. */
  readonly webviewFrame: number;
  /** VS Code made the document for the panel's page, which the extension had given it by then. */
  readonly panelFrame: number;
  /** The panel's script had arrived. */
  readonly scriptLoaded: number;
  /** The composer was in the document. */
  readonly composer: number;
  /** The composer had the keyboard: the next key typed goes into it. */
  readonly focused: number;
  /**
   * A real key, pressed as soon as the bench heard of that, was in the composer. This is what the budget is about,
   * and a few ms more than a person waits: the way of the news and of the key through the bench is in it.
   */
  readonly usable: number;
}

/** Puts moments on the clock of the command. Throws with the name of one that was not seen. */
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
