/** By text in English. Not validated: `panelPage` of the same version of the extension wrote them. */
const translations: Readonly<Record<string, string>> = JSON.parse(
  globalThis.document?.body.dataset['translations'] ?? '{}',
);

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
