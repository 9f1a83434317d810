const COLOUR = /^#[\da-f]{3,8}$/;

const sheet = new CSSStyleSheet();
const known = new Set<string>();

/** The classes for a style such as `#569cd6 italic`; the colours of a theme become rules when they are first used. */
export function tokenClass(style: string): string {
  return style
    .split(' ')
    .flatMap((word) => {
      if (!COLOUR.test(word)) {
        return word === '' ? [] : [`token-${word}`];
      }
      const name = `token-${word.slice(1)}`;
      if (!known.has(name)) {
        known.add(name);
        sheet.insertRule(`.${name} { color: ${word}; }`);
        document.adoptedStyleSheets = [sheet];
      }
      return [name];
    })
    .join(' ');
}
