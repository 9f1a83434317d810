import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { reasonOf } from '../../core/reasonOf.ts';
import type { Feature } from '../panel/feature.ts';
import { type Problem, say } from '../problem.ts';
import type { RequestLog } from './requestLog.ts';
import { ShowRequest, type ShowRequestDependencies } from './showRequest.ts';

interface RequestsServices extends ShowRequestDependencies {
  log: RequestLog;
}

const menuArgumentSchema = z.object({ turnId: z.string() });

/** What is sent, to be read. */
export function requestsFeature({ log, ...dependencies }: RequestsServices) {
  const requests = new ShowRequest(dependencies);
  return {
    commands: {
      /** What would be sent now. */
      showRequest: () => saying(requests.next()),
      /** @param argument `{ turnId }` of a reply, as a turn's menu hands it over; without one, of the last. */
      showSentRequest: (argument) =>
        saying(requests.sent(menuArgumentSchema.safeParse(argument).data?.turnId)),
      showLog: async () => log.show(),
    },
    messages: {
      showRequest: ({ turnId }) => saying(turnId === undefined ? requests.next() : requests.sent(turnId)),
    },
    dispose: () => requests.dispose(),
  } satisfies Feature;
}

async function saying(showing: Promise<Problem>): Promise<void> {
  try {
    say(await showing);
  } catch (error) {
    say(vscode.l10n.t('The request can’t be shown: {0}', reasonOf(error)));
  }
}
