import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { reasonOf } from '../../core/reasonOf.ts';
import type { Problem } from '../problem.ts';
import { say } from '../say.ts';
import type { ShowRequest } from './showRequest.ts';

/** What is sent, to be read. */
export interface RequestCommands {
  /** What would be sent now. */
  showRequest(): Promise<void>;
  /** @param argument `{ turnId }` of a reply, as a turn's menu hands it over; without one, of the last. */
  showSentRequest(argument?: unknown): Promise<void>;
}

const menuArgumentSchema = z.object({ turnId: z.string() });

export function requestCommands(requests: ShowRequest): RequestCommands {
  return {
    showRequest: () => saying(requests.next()),
    showSentRequest: (argument) => saying(requests.sent(menuArgumentSchema.safeParse(argument).data?.turnId)),
  };
}

async function saying(showing: Promise<Problem>): Promise<void> {
  try {
    say(await showing);
  } catch (error) {
    say(vscode.l10n.t('The request can’t be shown: {0}', reasonOf(error)));
  }
}
