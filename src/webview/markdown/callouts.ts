import type { CalloutKind } from '../../core/markdown/callouts.ts';
import { element } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import { t } from '../l10n.ts';

const ICONS = {
  note: 'info',
  tip: 'lightbulb',
  important: 'report',
  warning: 'warning',
  caution: 'error',
} as const satisfies Record<CalloutKind, IconName>;

/** The first line of a callout: icon and name of its kind. */
export function createCalloutLabel(kind: CalloutKind): HTMLElement {
  const names: Record<CalloutKind, string> = {
    note: t('Note'),
    tip: t('Tip'),
    important: t('Important'),
    warning: t('Warning'),
    caution: t('Caution'),
  };
  return element('p', 'callout-label', icon(ICONS[kind]), names[kind]);
}
