let translations: Readonly<Record<string, string>> = {};

/**
 * Sets the translations of the panel's texts. Must be called before any text is created.
 * @param bundle by text in English, as in `vscode.l10n.bundle`
 */
export function setTranslations(bundle: Readonly<Record<string, string>>): void {
  translations = bundle;
}

/**
 * A text of the panel in VS Code's display language.
 * @param message in English; a literal, so that it can be found for translation
 * @param values replace `{0}`, `{1}` and so on
 */
export function t(message: string, ...values: readonly (string | number)[]): string {
  return formatString(translations[message] ?? message, ...values);
}

/** Replaces `{0}`, `{1}` in a text. Placeholders inside the values are left as they are. */
export function formatString(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));
}
