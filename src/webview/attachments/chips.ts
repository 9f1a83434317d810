import { KIND_ICONS } from '../../core/attachments/attachmentKinds.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { AttachmentCandidate, AttachmentView } from '../../protocol/attachments.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { formatCount, formatString } from '../format.ts';
import { type IconName, icon } from '../icons.ts';
import { nameOnOneLine } from '../markedText.ts';
import { visibleNodes } from '../visibleNodes.ts';
import {
  formatAttachmentChanges,
  formatAttachmentDescription,
  formatAttachmentNames,
  formatAttachmentSuffix,
  formatSecretLines,
} from './attachmentText.ts';

/** Maximum number of chips that are shown before the others are folded into one button. */
const MAX_SHOWN_CHIPS = 5;

export const ATTACHMENT_ICONS: Readonly<Record<AttachmentCandidate['kind'], IconName>> = {
  ...KIND_ICONS,
  currentFile: 'file',
};

/** Details after the name on a chip: `first`, size, changes, and a warning icon for secrets. */
export function createChipDetails(
  first: string | undefined,
  attachment: AttachmentView | undefined,
  strings: PanelStrings,
): Node[] {
  const tokens = attachment?.tokens;
  const details = [
    first,
    tokens === undefined ? undefined : formatTokens(tokens),
    ...(attachment === undefined ? [] : formatAttachmentChanges(attachment, strings)),
  ].filter((detail) => detail !== undefined);
  const text = details.join(' · ');
  return [
    ...(text === '' ? [] : [element('span', 'chip-facts', ' ', ...visibleNodes(text, strings))]),
    ...(attachment === undefined ? [] : createSecretsIcon(attachment, strings)),
  ];
}

function createSecretsIcon(attachment: AttachmentView, strings: PanelStrings): Node[] {
  const text = formatSecretLines(attachment, strings);
  return text === undefined ? [] : [icon('warning'), element('span', 'visually-hidden', text)];
}

/** Creates the name on a chip, whose middle is cut off if there is not enough room. */
export function createChipName(name: string, strings: PanelStrings): HTMLElement {
  const nameElement = nameOnOneLine(name, [], strings);
  nameElement.classList.add('chip-file');
  return nameElement;
}

/** Creates a chip's button, which opens the source of the attachment. */
export function createChipButton(
  attachment: AttachmentView,
  name: string,
  strings: PanelStrings,
  open: () => void,
): HTMLButtonElement {
  const chipButton = button(
    'chip-face',
    icon(ATTACHMENT_ICONS[attachment.kind]),
    createChipName(name, strings),
    ...createChipDetails(formatAttachmentSuffix(attachment), attachment, strings),
  );
  // The visible text is the accessible name; screen readers read the title after it.
  chipButton.title = formatAttachmentDescription(attachment, strings);
  chipButton.addEventListener('click', open);
  return chipButton;
}

/**
 * Creates the chips of the attachments sent with a question.
 * @param open opens the source of an attachment
 */
export function createSentChips(
  attachments: readonly AttachmentView[],
  strings: PanelStrings,
  open: (attachmentId: string) => void,
): HTMLElement {
  const names = formatAttachmentNames(attachments, strings);
  const chips = attachments.map((attachment, index) =>
    element(
      'li',
      'chip',
      createChipButton(attachment, names[index] ?? '', strings, () => open(attachment.id)),
    ),
  );
  if (chips.length <= MAX_SHOWN_CHIPS) {
    return element('ul', 'chips', ...chips);
  }
  const [first, rest] = [chips.slice(0, MAX_SHOWN_CHIPS - 1), chips.slice(MAX_SHOWN_CHIPS - 1)];
  const more = button('more-chips', formatString(strings.moreChips, formatCount(rest.length)));
  const item = element('li', '', more);
  more.addEventListener('click', () => {
    item.replaceWith(...rest);
    rest[0]?.querySelector('button')?.focus();
  });
  return element('ul', 'chips', ...first, item);
}
