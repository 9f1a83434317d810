import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import { type ErrorMessage, showMessage } from '../errorMessage.ts';
import type { Feature } from '../panel/feature.ts';
import type { RequestLog } from './requestLog.ts';
import { RequestViewer, type RequestViewerDeps } from './requestViewer.ts';

interface RequestsServices extends RequestViewerDeps {
  log: RequestLog;
}

const menuArgumentSchema = z.object({ turnId: z.string() });

/** What is sent, to be read. */
export function requestsFeature({ log, ...dependencies }: RequestsServices) {
  const requests = new RequestViewer(dependencies);
  return {
    commands: {
      /** What would be sent now. */
      showRequest: () => showResult(requests.showNext()),
      /** @param argument `{ turnId }` of a reply, as a turn's menu hands it over; without one, of the last. */
      showSentRequest: (argument) =>
        showResult(requests.showSent(menuArgumentSchema.safeParse(argument).data?.turnId)),
      showLog: async () => log.show(),
    },
    messages: {
      showRequest: ({ turnId }) =>
        showResult(turnId === undefined ? requests.showNext() : requests.showSent(turnId)),
    },
    dispose: () => requests.dispose(),
  } satisfies Feature;
}

async function showResult(showing: Promise<ErrorMessage>): Promise<void> {
  try {
    showMessage(await showing);
  } catch (error) {
    showMessage(vscode.l10n.t('The request can’t be shown: {0}', toErrorMessage(error)));
  }
}
