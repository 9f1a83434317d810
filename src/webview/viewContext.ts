import type { PanelStrings } from '../protocol/strings.ts';
import type { CodeColours } from './codeColours.ts';
import type { Host } from './host.ts';

/** What every view of the panel may use. */
export interface ViewContext {
  strings: PanelStrings;
  host: Host;
  colours: Pick<CodeColours, keyof CodeColours>;
}
