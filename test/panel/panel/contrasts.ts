/** Minimum contrast of text that is not large: WCAG 2.2, success criterion 1.4.3. */
export const MIN_CONTRAST = 4.5;

/** Minimum contrast of informative graphics: WCAG 2.2, success criterion 1.4.11. */
export const MIN_GRAPHIC_CONTRAST = 3;

/**
 * Texts of the page with their contrast to the background. Runs in the page.
 * @param graphics selectors of the elements to measure instead, with the property of their color
 */
export function contrasts(graphics?: Readonly<Record<string, string>>): { text: string; contrast: number }[] {
  type Color = [red: number, green: number, blue: number, alpha: number];
  const read = (value: string): Color => {
    const numbers = (value.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const scale = value.startsWith('color(') ? 1 : 255;
    const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
    return [red / scale, green / scale, blue / scale, alpha];
  };
  const over = (top: Color, below: Color): Color => {
    const mix = (channel: 0 | 1 | 2) => top[channel] * top[3] + below[channel] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const luminance = ([red, green, blue]: Color): number => {
    const linear = (channel: number) =>
      channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const background = (part: Element | null): Color =>
    part === null
      ? [1, 1, 1, 1]
      : over(read(getComputedStyle(part).backgroundColor), background(part.parentElement));
  const contrast = (part: Element, property: string): number => {
    const below = background(property === 'color' ? part : part.parentElement);
    const [high = 0, low = 0] = [over(read(getComputedStyle(part).getPropertyValue(property)), below), below]
      .map(luminance)
      .sort((one, other) => other - one);
    return (high + 0.05) / (low + 0.05);
  };
  if (graphics !== undefined) {
    return Object.entries(graphics).flatMap(([selector, property]) =>
      [...document.querySelectorAll(selector)]
        .filter((part) => part.checkVisibility())
        .map((part) => ({ text: selector, contrast: contrast(part, property) })),
    );
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: { text: string; contrast: number }[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const part = walker.currentNode.parentElement;
    if (text !== '' && part?.checkVisibility() && !part.closest('[aria-disabled=true]')) {
      found.push({ text: `${part.className} ${text.slice(0, 30)}`, contrast: contrast(part, 'color') });
    }
  }
  return found;
}
