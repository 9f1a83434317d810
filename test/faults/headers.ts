import { pause } from '../../src/localService/http/pause.ts';
import { changeHead, rawAnswer } from './bodies.ts';
import { type Faults, fault, numberFault } from './fault.ts';

const HOUR_MS = 3_600_000;
const HUGE = 64 * 1024;

/** What is wrong with when and how the head of the right answer comes. */
export const HEADER_FAULTS: Faults = {
  F21: numberFault(
    'The right answer, after a long while without any of it',
    { unit: 'ms', otherwise: 30_000 },
    (ms) =>
      async ({ signal }, next) => {
        await pause(ms, signal);
        return next();
      },
  ),
  F24: fault('The right answer with a header of 64 KiB', async (_, next) =>
    changeHead(await next(), { headers: { 'X-Filler': 'x'.repeat(HUGE) } }),
  ),
  'F24.value': fault('The right answer with control characters in the value of a header', async (_, next) =>
    rawAnswer('1.1', await next(), ['X-Control: a\u0000b\u0001c']),
  ),
  'F24.name': fault('The right answer with a space in the name of a header', async (_, next) =>
    rawAnswer('1.1', await next(), ['X Space: value']),
  ),
  F30: fault('The right answer in HTTP/1.0, which ends with the connection', async (_, next) =>
    rawAnswer('1.0', await next()),
  ),
  F31: numberFault(
    'The right answer with a Date of some hours ago',
    { unit: 'hours', otherwise: 6 },
    (hours) => async (_, next) =>
      changeHead(await next(), {
        headers: { Date: new Date(Date.now() - hours * HOUR_MS).toUTCString() },
      }),
  ),
};
