export interface ConnectionView {
  /** Whether a base URL and an API key are set. */
  connection: 'connected' | 'notConnected';
  /** Why the base URL in the settings is not accepted. */
  connectionProblem?: string | undefined;
}

export interface ModelView {
  /** Empty if no model is selected. */
  id: string;
}

/** How the panel shows and announces text. An absent value defaults to VS Code's own. */
export interface ReadingSettings {
  /** Size of all text except code, in px. */
  fontSize?: number | undefined;
  fontFamily?: string | undefined;
  /** CSS `font-feature-settings` of code, taken from the editor's ligatures setting. */
  codeFontFeatures: string;
  /** When a reply is announced to screen readers: each complete sentence, the whole reply at its end, or never. */
  announce: 'sentences' | 'end' | 'off';
  /** Whether sending a question scrolls to it even if the user has scrolled up. */
  scrollOnSend: boolean;
}
