import { toErrorMessage } from '../../core/toErrorMessage.ts';
import { type ErrorResult, showMessage } from '../actionResult.ts';
import { withArgument } from '../commandRules.ts';
import type { Feature } from '../panel/feature.ts';
import { t } from '../uiText.ts';
import type { RequestLog } from './requestLog.ts';
import { RequestViewer, type RequestViewerDeps } from './requestViewer.ts';

interface RequestsServices extends RequestViewerDeps {
  log: RequestLog;
}

/** Shows requests and the log. */
export function requestsFeature({ log, ...deps }: RequestsServices) {
  const viewer = new RequestViewer(deps);
  return {
    commands: {
      showRequest: () => showResult(viewer.showNext()),
      /** Of the last reply, unless the menu of a reply is used. */
      showSentRequest: withArgument('turnId', (turnId) => showResult(viewer.showSent(turnId))),
      showLog: async () => log.show(),
    },
    messages: {
      showRequest: () => showResult(viewer.showNext()),
    },
    dispose: () => viewer.dispose(),
  } satisfies Feature;
}

async function showResult(action: Promise<ErrorResult>): Promise<void> {
  try {
    showMessage(await action);
  } catch (error) {
    showMessage(t('The request can’t be shown: {0}', toErrorMessage(error)));
  }
}
