import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { AttachmentCandidate, AttachmentView } from '../../protocol/attachments.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import { visibleNodes } from '../visibleNodes.ts';
import {
  formatAttachmentChanges,
  formatAttachmentDescription,
  formatAttachmentName,
  formatAttachmentSuffix,
  formatSecretLines,
} from './attachmentText.ts';

/** The icon of each kind of what can be attached. */
export const ATTACHMENT_ICONS: Readonly<Record<AttachmentCandidate['kind'], IconName>> = {
  currentFile: 'file',
  selection: 'code',
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
  problems: 'error',
  terminal: 'terminal',
  diff: 'diff',
  instructions: 'book',
};

/** What is known of an attachment besides its name, as its chip shows it. */
export function createChipDetails(
  first: string | undefined,
  attachment: AttachmentView | undefined,
  strings: PanelStrings,
): Node[] {
  const tokens = attachment?.tokens;
  const facts = [
    first,
    tokens === undefined ? undefined : formatTokens(tokens),
    ...(attachment === undefined ? [] : formatAttachmentChanges(attachment, strings)),
  ].filter((fact) => fact !== undefined);
  const text = facts.join(' · ');
  return [
    ...(text === '' ? [] : [element('span', 'chip-facts', ' ', ...visibleNodes(text, strings))]),
    ...(attachment === undefined ? [] : createSecretsIcon(attachment, strings)),
  ];
}

function createSecretsIcon(attachment: AttachmentView, strings: PanelStrings): Node[] {
  const text = formatSecretLines(attachment, strings);
  return text === undefined ? [] : [icon('warning'), element('span', 'visually-hidden', text)];
}

/** The button of a chip, which opens where its text is from: what it is, and all that is to be known of it. */
export function createChipButton(
  attachment: AttachmentView,
  strings: PanelStrings,
  open: () => void,
): HTMLButtonElement {
  const face = button(
    'chip-face',
    icon(ATTACHMENT_ICONS[attachment.kind]),
    element('span', 'chip-file', ...visibleNodes(formatAttachmentName(attachment, strings), strings)),
    ...createChipDetails(formatAttachmentSuffix(attachment), attachment, strings),
  );
  // Its name is what it shows; this is in its tooltip, and read after the name.
  face.title = formatAttachmentDescription(attachment, strings);
  face.addEventListener('click', open);
  return face;
}

/**
 * What went along with a question, as it stands in its turn.
 * @param open is told which of them is to be opened where it is from
 */
export function createSentChips(
  attachments: readonly AttachmentView[],
  strings: PanelStrings,
  open: (attachmentId: string) => void,
): HTMLElement {
  const chips = attachments.map((attachment) =>
    element(
      'li',
      'chip',
      createChipButton(attachment, strings, () => open(attachment.id)),
    ),
  );
  return element('ul', 'chips', ...chips);
}
