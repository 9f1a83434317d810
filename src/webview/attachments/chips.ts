import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { AttachmentView, Candidate } from '../../protocol/attachments.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { type IconName, icon } from '../icons.ts';
import { changes, description, secretsText, shortName, shortPlace } from './attachmentText.ts';

/** The icon of each kind of what can be attached. */
export const ATTACHMENT_ICONS: Readonly<Record<Candidate['kind'], IconName>> = {
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
export function chipFacts(
  first: string | undefined,
  attachment: AttachmentView | undefined,
  strings: PanelStrings,
): Node[] {
  const tokens = attachment?.tokens;
  const facts = [
    first,
    tokens === undefined ? undefined : formatTokens(tokens),
    ...(attachment === undefined ? [] : changes(attachment, strings)),
  ].filter((fact) => fact !== undefined);
  const text = facts.join(' · ');
  return [
    ...(text === '' ? [] : [element('span', 'chip-facts', ' ', ...visibleNodes(text, strings))]),
    ...(attachment === undefined ? [] : secretsSign(attachment, strings)),
  ];
}

function secretsSign(attachment: AttachmentView, strings: PanelStrings): Node[] {
  const text = secretsText(attachment, strings);
  return text === undefined ? [] : [icon('warning'), element('span', 'visually-hidden', text)];
}

/** The button of a chip, which opens where its text is from: what it is, and all that is to be known of it. */
export function chipFace(
  attachment: AttachmentView,
  strings: PanelStrings,
  open: () => void,
): HTMLButtonElement {
  const face = button(
    'chip-face',
    icon(ATTACHMENT_ICONS[attachment.kind]),
    element('span', 'chip-file', ...visibleNodes(shortName(attachment, strings), strings)),
    ...chipFacts(shortPlace(attachment), attachment, strings),
  );
  // Its name is what it shows; this is in its tooltip, and read after the name.
  face.title = description(attachment, strings);
  face.addEventListener('click', open);
  return face;
}

/**
 * What went along with a question, as it stands in its turn.
 * @param open is told which of them is to be opened where it is from
 */
export function sentChips(
  attachments: readonly AttachmentView[],
  strings: PanelStrings,
  open: (attachmentId: string) => void,
): HTMLElement {
  const chips = attachments.map((attachment) =>
    element(
      'li',
      'chip',
      chipFace(attachment, strings, () => open(attachment.id)),
    ),
  );
  return element('ul', 'chips', ...chips);
}
