import type { NoticeView } from '../../../src/protocol/conversation.ts';
import { CONNECTION_VIEWS } from '../connection/connectionSamples.ts';
import type { HostMessage } from '../panelPage.ts';
import { question, reply, state } from '../samples.ts';

/** Of a reply that the user stopped. */
export const STOPPED: NoticeView = {
  severity: 'info',
  message: 'Stopped.',
  actions: [
    { action: 'continue', label: 'Continue' },
    { action: 'retry', label: 'Retry' },
  ],
};

/** Of a reply that failed before it had any text. */
const FAILED = { status: 'failed', inputTokens: undefined, outputTokens: undefined } as const;

/** The scenes of `scenes.ts` with notices. */
export const NOTICE_SCENES: Readonly<Record<string, () => HostMessage[]>> = {
  noticeActions: () => [
    state({
      turns: [
        question('Explain `UNIT`'),
        reply('', {
          ...FAILED,
          notice: {
            severity: 'error',
            message:
              'The certificate of a-long-name-of-a-host.in-a-network.example.org:8443 is not one that this machine accepts.',
            detail: 'SELF_SIGNED_CERT_IN_CHAIN: self-signed certificate in certificate chain',
            actions: [
              { action: 'openSettings', label: 'Open Settings' },
              { action: 'retry', label: 'Retry' },
              { action: 'copyDetails', label: 'Copy Details' },
            ],
          },
        }),
        question('And now?'),
        reply('', {
          id: 'reply-2',
          ...FAILED,
          notice: {
            severity: 'info',
            message: 'Too many requests in the last minute (429). The service asked to wait 42 s.',
            actions: [
              { action: 'waitAndRetry', label: 'Wait and Retry' },
              { action: 'retry', label: 'Retry' },
              { action: 'selectModel', label: 'Select Model' },
              { action: 'openDashboard', label: 'Open Dashboard' },
              { action: 'copyDetails', label: 'Copy Details' },
            ],
          },
        }),
      ],
    }),
  ],
  unreadableStream: () => [
    state({
      turns: [
        question('Explain `UNIT`'),
        reply('', {
          ...FAILED,
          notice: {
            severity: 'error',
            message:
              'The service streamed its reply in a format that can’t be read. Retrying may cost a second reply.',
            responseStart:
              '{"model":"local","message":{"role":"assistant","content":"The"},"done":false}\n{"model":"local","message":{"role":"assistant","content":" table"},"done":false}\n',
            actions: [
              { action: 'retryWithoutStreaming', label: 'Turn Off Streaming and Retry' },
              { action: 'copyDetails', label: 'Copy Details' },
            ],
          },
        }),
        question('Refactor it'),
        reply('Move the table of units out of the function.', {
          id: 'reply-2',
          notice: {
            severity: 'info',
            message: 'Streaming is now off for this service, since its streamed replies can’t be read.',
            actions: [{ action: 'turnOnStreaming', label: 'Turn On Streaming Again' }],
          },
        }),
      ],
    }),
  ],
  notices: () => [
    state({
      connection: CONNECTION_VIEWS.notSetUp,
      turns: [
        question('Explain `UNIT`'),
        reply('', {
          ...FAILED,
          notice: {
            severity: 'error',
            message: 'The service did not accept the API key (401). Check the key in the dashboard.',
            detail: 'invalid key',
            actions: [
              { action: 'changeApiKey', label: 'Change API Key…' },
              { action: 'retry', label: 'Retry' },
              { action: 'copyDetails', label: 'Copy Details' },
            ],
          },
        }),
        question('Refactor it'),
        reply('First, move the table of units out of the function so that it is built once…', {
          id: 'reply-2',
          status: 'cutAtLimit',
          outputTokens: 1024,
          notice: {
            severity: 'warning',
            message: 'The reply was cut off at the limit of 1,024 tokens.',
            actions: [
              { action: 'continue', label: 'Continue' },
              { action: 'retry', label: 'Retry' },
              { action: 'openSettings', label: 'Open Settings' },
            ],
          },
        }),
        question('And now?'),
        reply('The table', { id: 'reply-3', status: 'stopped', notice: STOPPED }),
      ],
    }),
  ],
};
