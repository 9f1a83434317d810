/** Data of one extension in VS Code's "Startup Performance" document. Times are in ms, rounded by VS Code. */
export interface ActivationStats {
  /** Loading and evaluating the bundle. */
  readonly loadCode: number;
  /** Until `activate` returned. */
  readonly callActivate: number;
  /** Until the promise that it returned was settled. */
  readonly finishActivate: number;
  /** Activation event, such as `onCommand:assistant.openChat`. */
  readonly event: string;
}

/**
 * Parses the row of an extension in the activation table. Returns `undefined` while there is none, because the
 * extension is not activated.
 * @throws Error if the table has unknown columns or values
 */
export function parseActivation(document: string, extension: string): ActivationStats | undefined {
  const rows = document
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1).map(plainCell));
  const start = rows.findIndex(([first, second]) => first === 'Extension' && second === 'Eager');
  const header = rows[start];
  const row = rows.slice(start).find(([first]) => first === extension);
  if (header === undefined || row === undefined) {
    return undefined;
  }
  const cell = (column: string): string => {
    const value = row[header.indexOf(column)];
    if (value === undefined) {
      throw new Error(`The table of activations has no column "${column}": ${header.join(', ')}`);
    }
    return value;
  };
  const milliseconds = (column: string): number => {
    const value = cell(column);
    if (!/^\d+(\.\d+)?$/.test(value)) {
      throw new Error(`The table of activations has "${value}" in column "${column}"`);
    }
    return Number(value);
  };
  return {
    loadCode: milliseconds('Load Code'),
    callActivate: milliseconds('Call Activate'),
    finishActivate: milliseconds('Finish Activate'),
    event: cell('Event'),
  };
}

/** An editor may render the spaces of a table as no-break spaces. */
function plainCell(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}
