/** Estimated tokens of the next request. */
export interface ContextUsageView {
  question: number;
  /** Names are the labels of the chips. */
  attachments: { name: string; tokens: number }[];
  history: number;
  /** Sum of all parts. */
  total: number;
  /** Size of the model's context window. Absent if it is not known. */
  contextWindow?: number | undefined;
}

/** The remedies for overflow, in the order in which they are offered. */
export const OVERFLOW_CHOICES = ['leaveOut', 'cut', 'model', 'newChat', 'anyway'] as const;
export type OverflowChoice = (typeof OVERFLOW_CHOICES)[number];

/** Why the next request exceeds the model's context window, and the remedies. */
export interface OverflowView {
  /** A new notice has a new id. */
  noticeId: number;
  message: string;
  choices: {
    /** Unique among the choices. */
    kind: OverflowChoice;
    label: string;
    detail: string;
    /** Whether the panel sends the composer's question after the host has applied this choice. */
    sends?: boolean | undefined;
  }[];
}
