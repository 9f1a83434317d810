import { visibleText } from '../core/visibleText.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import type { AttachmentView } from '../protocol/views.ts';
import { element } from './dom.ts';
import { fileName, fill } from './format.ts';
import { visibleNodes } from './hiddenMarks.ts';
import { icon } from './icons.ts';

function lineRange({ startLine, endLine }: AttachmentView): string {
  return startLine === endLine ? String(startLine) : `${startLine}–${endLine}`;
}

function description(attachment: AttachmentView, strings: PanelStrings): string {
  const { path, startLine, endLine } = attachment;
  const lines =
    startLine === endLine ? fill(strings.line, startLine) : fill(strings.lines, startLine, endLine);
  return fill(strings.attachment, visibleText(path), lines);
}

/** What goes along with a question: file and lines, the whole path in the tooltip. */
export function chip(attachment: AttachmentView, strings: PanelStrings, ...more: Node[]): HTMLElement {
  const made = element(
    'li',
    'chip',
    icon('code'),
    element('span', 'chip-file', ...visibleNodes(fileName(attachment.path), strings)),
    ' ',
    element('span', 'chip-lines', lineRange(attachment)),
    ...more,
  );
  made.title = description(attachment, strings);
  return made;
}
