import type { CalloutKind } from '../../core/markdown/callouts.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';

const ICONS = {
  note: 'info',
  tip: 'lightbulb',
  important: 'report',
  warning: 'warning',
  caution: 'error',
} as const satisfies Record<CalloutKind, IconName>;

/** The first line of a callout: icon and name of its kind. */
export function createCalloutLabel(kind: CalloutKind, strings: PanelStrings): HTMLElement {
  const names: Record<CalloutKind, string> = {
    note: strings.calloutNote,
    tip: strings.calloutTip,
    important: strings.calloutImportant,
    warning: strings.calloutWarning,
    caution: strings.calloutCaution,
  };
  return element('p', 'callout-label', icon(ICONS[kind]), names[kind]);
}
