import * as z from 'zod/mini';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import { type ErrorMessage, showMessage } from '../errorMessage.ts';
import type { Feature } from '../panel/feature.ts';
import { t } from '../vscodeUi.ts';
import type { RequestLog } from './requestLog.ts';
import { RequestViewer, type RequestViewerDeps } from './requestViewer.ts';

interface RequestsServices extends RequestViewerDeps {
  log: RequestLog;
}

const menuArgumentSchema = z.object({ turnId: z.string() });

/** Shows requests and the log. */
export function requestsFeature({ log, ...deps }: RequestsServices) {
  const viewer = new RequestViewer(deps);
  return {
    commands: {
      showRequest: () => showResult(viewer.showNext()),
      /** @param argument `{ turnId }` from a turn's menu; default is the last reply */
      showSentRequest: (argument) =>
        showResult(viewer.showSent(menuArgumentSchema.safeParse(argument).data?.turnId)),
      showLog: async () => log.show(),
    },
    messages: {
      showRequest: ({ turnId }) =>
        showResult(turnId === undefined ? viewer.showNext() : viewer.showSent(turnId)),
    },
    dispose: () => viewer.dispose(),
  } satisfies Feature;
}

async function showResult(action: Promise<ErrorMessage>): Promise<void> {
  try {
    showMessage(await action);
  } catch (error) {
    showMessage(t('The request can’t be shown: {0}', toErrorMessage(error)));
  }
}
