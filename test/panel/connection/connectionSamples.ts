import type { ConnectionView, OfferedStep } from '../../../src/protocol/panel.ts';

const CONNECT: OfferedStep = { step: 'connect', label: 'Connect…' };
const CHANGE_KEY: OfferedStep = { step: 'connect', label: 'Change API Key…' };
const OPEN_SETTINGS: OfferedStep = { step: 'openSettings', label: 'Open Settings' };
const OPEN_DASHBOARD: OfferedStep = { step: 'openDashboard', label: 'Open Dashboard' };
const TRY_AGAIN: OfferedStep = { step: 'tryAgain', label: 'Try Again' };

const NO_KEY_HINT =
  'No API key yet? Sign up for the trial of 30 days and activate the account. The key is in the account’s dashboard.';
const NOT_ACTIVATED = {
  state: 'noAccess',
  title: 'The account is not activated, or its trial has expired',
  message: 'This account currently has no access to the service (403).',
  advice: 'Activate the account or renew the subscription.',
  canAsk: true,
} as const;
const KEY_REFUSED = {
  state: 'keyRefused',
  title: 'The API key is not accepted',
  message: 'The service did not accept the API key (401).',
  advice: 'Check the key in the dashboard.',
  next: CHANGE_KEY,
  canAsk: true,
} as const;
const NO_MODELS = {
  state: 'noModels',
  title: 'No models',
  message: 'The service lists no models for this account. Check the account in the dashboard.',
  canAsk: true,
} as const;

/** What an empty conversation shows in each state of the connection, as the host says it (`toConnectionView`). */
export const CONNECTION_VIEWS = {
  ready: { state: 'ready' },
  restricted: {
    state: 'ready',
    restricted: {
      message:
        'Restricted Mode: settings, prompt files, and instruction files of this folder are ignored, and Git changes can’t be attached.',
      next: { step: 'manageTrust', label: 'Manage Workspace Trust' },
    },
  },
  notSetUp: {
    state: 'notSetUp',
    title: 'Connect to the service',
    message: 'Not connected to the service.',
    advice:
      'VS Code asks for its base URL and your API key, which stays in the secret storage and never reaches the chat.',
    next: CONNECT,
    hint: NO_KEY_HINT,
    canAsk: false,
  },
  noKey: {
    state: 'noKey',
    title: 'Connect to the service',
    message: 'There is no API key for chat.example.com yet.',
    advice: 'VS Code asks for it and keeps it in the secret storage, so that it never reaches the chat.',
    next: CONNECT,
    hint: NO_KEY_HINT,
    canAsk: false,
  },
  addressNotAccepted: {
    state: 'addressNotAccepted',
    title: 'The base URL can’t be used',
    message:
      'The base URL must start with https://. Only for localhost, 127.0.0.1, and [::1], it can be http://.',
    next: OPEN_SETTINGS,
    canAsk: false,
  },
  otherAddress: {
    state: 'otherAddress',
    title: 'The base URL has changed',
    message:
      'The API key was entered for chat.example.com, but the base URL now points to other.example.com:8443.',
    next: { step: 'confirmBaseUrl', label: 'Confirm Base URL…' },
    canAsk: true,
  },
  noAnswer: {
    state: 'noAnswer',
    title: 'The API key can’t be read',
    message:
      'VS Code’s secret storage did not respond. Unlock the keyring of your system, or restart VS Code.',
    next: TRY_AGAIN,
    canAsk: false,
  },
  keyRefused: KEY_REFUSED,
  keyRefusedWithDashboard: { ...KEY_REFUSED, other: OPEN_DASHBOARD },
  notActivated: { ...NOT_ACTIVATED, next: TRY_AGAIN },
  notActivatedWithDashboard: { ...NOT_ACTIVATED, next: OPEN_DASHBOARD, other: TRY_AGAIN },
  unpaid: {
    state: 'noAccess',
    title: 'A payment is due',
    message: 'The service wants a payment for this account (402).',
    advice: 'Check the payment in the dashboard.',
    next: TRY_AGAIN,
    canAsk: true,
  },
  offline: {
    state: 'unreachable',
    title: 'The service can’t be reached',
    message: 'There is no network connection to chat.example.com.',
    next: TRY_AGAIN,
    canAsk: true,
  },
  wrongAddress: {
    state: 'unreachable',
    title: 'The service can’t be reached',
    message: 'No chat service was found at the base URL on chat.example.com (404).',
    advice: 'Check the URL and the model name.',
    next: TRY_AGAIN,
    other: OPEN_SETTINGS,
    canAsk: true,
  },
  noModels: { ...NO_MODELS, next: TRY_AGAIN },
  noModelsWithDashboard: { ...NO_MODELS, next: OPEN_DASHBOARD, other: TRY_AGAIN },
  noModel: {
    state: 'noModel',
    title: 'Select a model',
    message: 'No model is selected yet.',
    advice: 'Select the one that answers your questions. You can change it at any time.',
    next: { step: 'selectModel', label: 'Select Model' },
    canAsk: true,
  },
} as const satisfies Readonly<Record<string, ConnectionView>>;
