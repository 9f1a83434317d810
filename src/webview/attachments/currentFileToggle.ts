import { visibleText } from '../../core/visibleText.ts';
import type { CurrentFileView } from '../../protocol/context.ts';
import type { AttachmentView } from '../../protocol/views.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';
import { facts } from './attachmentText.ts';
import { chipFacts } from './chips.ts';

/**
 * The button by which the file in front goes along, or does not.
 * @param attachment what goes along of it, while it does
 */
export function currentFileToggle(
  { strings, host }: ViewContext,
  { name, path, isOn, problem }: CurrentFileView,
  attachment: AttachmentView | undefined,
): HTMLButtonElement {
  const isMissing = isOn && problem !== undefined;
  const toggle = button(
    'chip-face',
    icon(isMissing ? 'warning' : 'file'),
    element('span', 'chip-file', ...visibleNodes(name, strings)),
    ...chipFacts(strings.currentFile, attachment, strings),
    ...(isMissing ? [element('span', 'visually-hidden', ' ', visibleText(problem))] : []),
  );
  const parts = [
    fill(strings.currentFileOf, path),
    ...(attachment === undefined ? [] : facts(attachment, strings)),
    ...(isMissing ? [problem] : []),
  ];
  toggle.title = visibleText(parts.join(', '));
  toggle.ariaPressed = String(isOn);
  toggle.addEventListener('click', () => host.post({ type: 'toggleCurrentFile' }));
  return toggle;
}
