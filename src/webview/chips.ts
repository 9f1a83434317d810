import { linesOf } from '../core/attachment.ts';
import { visibleText } from '../core/visibleText.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import type { AttachmentView } from '../protocol/views.ts';
import { element } from './dom.ts';
import { fileName, fill } from './format.ts';
import { visibleNodes } from './hiddenMarks.ts';
import { icon } from './icons.ts';

function lineRange({ start, end }: { start: number; end: number }): string {
  return start === end ? String(start) : `${start}–${end}`;
}

function description(attachment: AttachmentView, strings: PanelStrings): string {
  const path = visibleText(attachment.path);
  const lines = linesOf(attachment);
  if (lines === undefined) {
    return fill(strings.attachedWhole, path);
  }
  const { start, end } = lines;
  return fill(
    strings.attachment,
    path,
    start === end ? fill(strings.line, start) : fill(strings.lines, start, end),
  );
}

/** What goes along with a question: file and lines, the whole path in the tooltip. */
export function chip(attachment: AttachmentView, strings: PanelStrings, ...more: Node[]): HTMLElement {
  const lines = linesOf(attachment);
  const made = element(
    'li',
    'chip',
    icon('code'),
    element('span', 'chip-file', ...visibleNodes(fileName(attachment.path), strings)),
    ...(lines === undefined ? [] : [' ', element('span', 'chip-lines', lineRange(lines))]),
    ...more,
  );
  made.title = description(attachment, strings);
  return made;
}
