import type { ReadingSettings } from '../../protocol/panel.ts';

/** Applies the font settings. VS Code's fonts are the defaults. */
export function applyFonts({ fontSize, fontFamily, codeFontFeatures }: ReadingSettings): void {
  const set = (name: string, property: string, value: string | undefined): void => {
    if (value !== undefined && CSS.supports(property, value)) {
      document.body.style.setProperty(name, value);
    } else {
      document.body.style.removeProperty(name);
    }
  };
  set('--panel-font-size', 'font-size', fontSize === undefined ? undefined : `${fontSize}px`);
  set('--panel-font-family', 'font-family', fontFamily);
  set('--panel-code-features', 'font-feature-settings', codeFontFeatures);
}
