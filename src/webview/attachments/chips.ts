import { KIND_ICONS } from '../../core/attachments/attachmentKinds.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { AttachmentCandidate, AttachmentView } from '../../protocol/attachments.ts';
import type { UserTurnView } from '../../protocol/conversation.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { formatCount } from '../format.ts';
import { type IconName, icon } from '../icons.ts';
import { t } from '../l10n.ts';
import { nameOnOneLine } from '../markedText.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import {
  formatAttachmentChanges,
  formatAttachmentDescription,
  formatAttachmentNames,
  formatAttachmentSuffix,
  formatAttachmentWarnings,
} from './attachmentText.ts';

/** Maximum number of chips that are shown before the others are folded into one button. */
const MAX_SHOWN_CHIPS = 5;

export const ATTACHMENT_ICONS: Readonly<Record<AttachmentCandidate['kind'], IconName>> = {
  ...KIND_ICONS,
  currentFile: 'file',
};

/** Details after the name on a chip: `first`, size, changes, and an icon if there are warnings. */
export function createChipDetails(first: string | undefined, attachment: AttachmentView | undefined): Node[] {
  const tokens = attachment?.tokens;
  const details = [
    first,
    tokens === undefined ? undefined : formatTokens(tokens),
    ...(attachment === undefined ? [] : formatAttachmentChanges(attachment)),
  ].filter((detail) => detail !== undefined);
  const text = details.join(' · ');
  return [
    ...(text === '' ? [] : [element('span', 'chip-facts', ' ', ...visibleNodes(text))]),
    ...(attachment === undefined ? [] : createWarning(attachment)),
  ];
}

function createWarning(attachment: AttachmentView): Node[] {
  const warnings = formatAttachmentWarnings(attachment);
  return warnings.length === 0
    ? []
    : [icon('warning'), element('span', 'visually-hidden', warnings.join(', '))];
}

/** Creates the name on a chip, whose middle is cut off if there is not enough room. */
export function createChipName(name: string): HTMLElement {
  const nameElement = nameOnOneLine(name, []);
  nameElement.classList.add('chip-file');
  return nameElement;
}

/** Creates what the chip of an attachment shows. Its text is the accessible name. */
export function createFace(attachment: AttachmentView, name: string): Node[] {
  return [
    icon(ATTACHMENT_ICONS[attachment.kind]),
    createChipName(name),
    ...createChipDetails(formatAttachmentSuffix(attachment), attachment),
  ];
}

/** Creates the chips of the attachments sent with a question. */
export function createSentChips(
  { host, toggles }: ViewDeps,
  { id: turnId, attachments }: UserTurnView,
): HTMLElement {
  const open = (attachmentId: string): void => host.post({ type: 'openAttachment', turnId, attachmentId });
  const names = formatAttachmentNames(attachments);
  const chips = attachments.map((attachment, index) => {
    const face = button('chip-face', ...createFace(attachment, names[index] ?? ''));
    face.title = formatAttachmentDescription(attachment);
    face.addEventListener('click', () => open(attachment.id));
    return element('li', 'chip', face);
  });
  if (chips.length <= MAX_SHOWN_CHIPS || toggles.get(turnId, 'chips')) {
    return element('ul', 'chips', ...chips);
  }
  const [first, rest] = [chips.slice(0, MAX_SHOWN_CHIPS - 1), chips.slice(MAX_SHOWN_CHIPS - 1)];
  const more = button('more-chips', t('and {0} more', formatCount(rest.length)));
  const item = element('li', '', more);
  more.addEventListener('click', () => {
    toggles.set(turnId, 'chips', true);
    item.replaceWith(...rest);
    rest[0]?.querySelector('button')?.focus();
  });
  return element('ul', 'chips', ...first, item);
}
