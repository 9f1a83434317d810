import { element } from '../dom.ts';

const COPIED = [
  'direction',
  'font',
  'letterSpacing',
  'lineHeight',
  'overflowWrap',
  'tabSize',
  'wordSpacing',
] as const;

/**
 * Which of the lines that are seen a place in a text of many lines is on, from the first and from the last: a long
 * line may be seen as several. The browser does not say it, so the text is laid out once more, out of sight.
 * @param caret in characters from 0
 */
export function caretLine(
  box: HTMLTextAreaElement,
  caret = box.selectionStart,
): { isFirst: boolean; isLast: boolean } {
  const text = box.value;
  const [start, place, end] = [element('span'), element('span'), element('span')];
  const copy = element('div', '', start, text.slice(0, caret), place, text.slice(caret), end);
  const style = getComputedStyle(box);
  for (const name of COPIED) {
    copy.style[name] = style[name];
  }
  copy.style.whiteSpace = 'pre-wrap';
  copy.style.inlineSize = `${box.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)}px`;
  for (const mark of [start, place, end]) {
    // Without width, yet with a place on its line.
    mark.textContent = '\u200b';
  }
  const frame = element('div', 'visually-hidden', copy);
  document.body.append(frame);
  const top = (mark: HTMLElement): number => Math.round(mark.getBoundingClientRect().top);
  const found = { isFirst: top(place) === top(start), isLast: top(place) === top(end) };
  frame.remove();
  return found;
}
