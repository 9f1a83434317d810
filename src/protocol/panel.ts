/** What leads out of a state in which no question is answered, or says more about one. The host does it. */
export const CONNECTION_STEPS = [
  /** Asks for the base URL, if it is not set, and for the API key. */
  'connect',
  /** Asks whether the API key may be sent to the base URL, which has changed. */
  'confirmBaseUrl',
  'openSettings',
  'openDashboard',
  /** Lists the models, to learn whether the service answers. */
  'tryAgain',
  'selectModel',
  'manageTrust',
] as const;
export type ConnectionStep = (typeof CONNECTION_STEPS)[number];

/** A step with the label of its button. */
export interface OfferedStep {
  step: ConnectionStep;
  label: string;
}

/**
 * Why no question is answered: what is so, and the one step that helps. The first five are known without a request, the
 * others from the last one that this window sent.
 */
export interface ConnectionProblemView {
  state:
    | 'notSetUp'
    | 'noKey'
    | 'addressNotAccepted'
    | 'otherAddress'
    | 'noAnswer'
    | 'keyRefused'
    | 'noAccess'
    | 'unreachable'
    | 'noModels'
    | 'noModel';
  title: string;
  /** One sentence. */
  message: string;
  /** What else a person needs to know who sees this for the first time. */
  advice?: string | undefined;
  next: OfferedStep;
  /** For those whom `next` doesn't help. */
  other?: OfferedStep | undefined;
  /** Where somebody who has no API key gets one. */
  hint?: string | undefined;
  /** Whether a question can be sent all the same. If not, sending one takes the step `next` instead. */
  canAsk: boolean;
}

/** Whether questions are answered, as far as is known without asking the service. */
export type ConnectionView =
  | {
      state: 'ready';
      /** What Restricted Mode leaves out. */
      restricted?: { message: string; next: OfferedStep } | undefined;
    }
  | ConnectionProblemView;

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
