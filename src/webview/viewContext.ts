import type { PanelStrings } from '../protocol/strings.ts';
import type { CodeColourer } from './code/codeColours.ts';
import type { Host } from './host.ts';

/** What every view of the panel may use. */
export interface ViewContext {
  strings: PanelStrings;
  host: Host;
  colours: Pick<CodeColourer, keyof CodeColourer>;
}
