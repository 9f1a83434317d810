import { type Endpoint, hostOf } from '../../client/address/endpoint.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import type {
  ConnectionProblemView,
  ConnectionStep,
  ConnectionView,
  OfferedStep,
} from '../../protocol/panel.ts';
import { failureActions } from '../failures/failureActions.ts';
import { failureAdvice, failureSentence } from '../failures/failureText.ts';
import { noModelsText } from '../failures/noModelsText.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';
import { addressErrorText } from './addressErrorText.ts';
import { type ConnectionState, canAsk, noAnswerText, type RequestProblem } from './connections.ts';
import { otherAddressText } from './keyConsent.ts';

/** All that decides what an empty conversation shows. */
export interface ConnectionFacts {
  state: ConnectionState;
  /** Of the last request with this connection. */
  lastProblem?: RequestProblem | undefined;
  hasModel: boolean;
  /** Whether the setting for the dashboard has an address that can be opened. */
  hasDashboard: boolean;
  isTrusted: boolean;
}

interface Problem {
  state: ConnectionProblemView['state'];
  title: UiText;
  message: UiText;
  advice?: readonly UiText[];
  hint?: UiText;
  /** The step that helps, then one for those whom it doesn't help. */
  steps: readonly [next: ConnectionStep, other?: ConnectionStep];
}

/** What is so, and the one step that helps, for each state of the connection. */
export function toConnectionView(facts: ConnectionFacts): ConnectionView {
  const problem = problemOf(facts);
  if (problem === undefined) {
    return facts.isTrusted ? { state: 'ready' } : { state: 'ready', restricted: restrictedView() };
  }
  const { state, title, message, advice = [], hint, steps } = problem;
  const [next, other] = steps;
  return {
    state,
    title: plainText(title),
    message: plainText(message),
    ...(advice.length > 0 && { advice: plainText(joined(advice, ' ')) }),
    next: offered(next, state),
    ...(other !== undefined && { other: offered(other, state) }),
    ...(hint !== undefined && { hint: plainText(hint) }),
    canAsk: canAsk(facts.state),
  };
}

function restrictedView(): { message: string; next: OfferedStep } {
  return {
    message: plainText(
      t(
        'Restricted Mode: settings, prompt files, and instruction files of this folder are ignored, and Git changes can’t be attached.',
      ),
    ),
    next: { step: 'manageTrust', label: plainText(t('Manage Workspace Trust')) },
  };
}

function problemOf({ state, lastProblem, hasModel, hasDashboard }: ConnectionFacts): Problem | undefined {
  switch (state.status) {
    case 'noAddress':
      return state.error === 'empty'
        ? notSetUp()
        : {
            state: 'addressNotAccepted',
            title: t('The base URL can’t be used'),
            message: addressErrorText(state.error),
            steps: ['openSettings'],
          };
    case 'noKey':
      return noKey(state.endpoint);
    case 'noAnswer':
      return {
        state: 'noAnswer',
        title: t('The API key can’t be read'),
        message: noAnswerText(),
        steps: ['tryAgain'],
      };
    case 'otherAddress':
      return {
        state: 'otherAddress',
        title: t('The base URL has changed'),
        message: otherAddressText(state),
        steps: ['confirmBaseUrl'],
      };
    case 'connected':
      return requestProblem(lastProblem, hasDashboard) ?? (hasModel ? undefined : noModel());
  }
}

function notSetUp(): Problem {
  return {
    state: 'notSetUp',
    title: t('Connect to the service'),
    message: t('Not connected to the service.'),
    advice: [
      t(
        'VS Code asks for its base URL and your API key, which stays in the secret storage and never reaches the chat.',
      ),
    ],
    hint: noKeyHint(),
    steps: ['connect'],
  };
}

function noKey(endpoint: Endpoint): Problem {
  return {
    state: 'noKey',
    title: t('Connect to the service'),
    message: t('There is no API key for {0} yet.', hostOf(endpoint)),
    advice: [t('VS Code asks for it and keeps it in the secret storage, so that it never reaches the chat.')],
    hint: noKeyHint(),
    steps: ['connect'],
  };
}

function noKeyHint(): UiText {
  return t(
    'No API key yet? Sign up for the trial of 30 days and activate the account. The key is in the account’s dashboard.',
  );
}

function noModel(): Problem {
  return {
    state: 'noModel',
    title: t('Select a model'),
    message: t('No model is selected yet.'),
    advice: [t('Select the one that answers your questions. You can change it at any time.')],
    steps: ['selectModel'],
  };
}

/** The state that a request has shown; `undefined` if questions can be asked as before. */
function requestProblem(problem: RequestProblem | undefined, hasDashboard: boolean): Problem | undefined {
  const atDashboard: Problem['steps'] = hasDashboard ? ['openDashboard', 'tryAgain'] : ['tryAgain'];
  if (problem === 'noModels') {
    return {
      state: 'noModels',
      title: t('No models'),
      message: noModelsText(),
      steps: atDashboard,
    };
  }
  const state = problem && STATE_BY_FAILURE[problem.kind];
  if (problem === undefined || state === undefined) {
    return undefined;
  }
  const texts = { state, message: failureSentence(problem, ''), advice: failureAdvice(problem, '') };
  switch (state) {
    case 'keyRefused':
      return {
        ...texts,
        title: t('The API key is not accepted'),
        steps: hasDashboard ? ['connect', 'openDashboard'] : ['connect'],
      };
    case 'noAccess':
      return { ...texts, title: noAccessTitle(problem), steps: atDashboard };
    case 'unreachable':
      return {
        ...texts,
        title: t('The service can’t be reached'),
        steps: failureActions(problem)[0] === 'openSettings' ? ['tryAgain', 'openSettings'] : ['tryAgain'],
      };
  }
}

function noAccessTitle({ status }: Failure): UiText {
  return status === 402 ? t('A payment is due') : t('The account is not activated, or its trial has expired');
}

/** The failures that every question would have. After all others, questions can be asked as before. */
const STATE_BY_FAILURE: Readonly<Partial<Record<FailureKind, 'keyRefused' | 'noAccess' | 'unreachable'>>> = {
  unauthorized: 'keyRefused',
  forbidden: 'noAccess',
  notFound: 'unreachable',
  redirected: 'unreachable',
  hostNotFound: 'unreachable',
  offline: 'unreachable',
  refused: 'unreachable',
  certificate: 'unreachable',
  certificatesUnchecked: 'unreachable',
  notSecure: 'unreachable',
  proxy: 'unreachable',
  corsRefused: 'unreachable',
  mixedContent: 'unreachable',
  unreachable: 'unreachable',
  connectTimedOut: 'unreachable',
  timedOut: 'unreachable',
  webPage: 'unreachable',
  notAReply: 'unreachable',
};

function offered(step: ConnectionStep, state: Problem['state']): OfferedStep {
  return { step, label: plainText(stepLabel(step, state)) };
}

function stepLabel(step: ConnectionStep, state: Problem['state']): UiText {
  switch (step) {
    case 'connect':
      return state === 'keyRefused' ? t('Change API Key…') : t('Connect…');
    case 'confirmBaseUrl':
      return t('Confirm Base URL…');
    case 'openSettings':
      return t('Open Settings');
    case 'openDashboard':
      return t('Open Dashboard');
    case 'tryAgain':
      return t('Try Again');
    case 'selectModel':
      return t('Select Model');
    case 'manageTrust':
      return t('Manage Workspace Trust');
  }
}
