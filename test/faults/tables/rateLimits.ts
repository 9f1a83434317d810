import { ADVICE_BY_STATUS } from '../../../src/contract/failure.ts';
import { type Fault, type Faults, fault, numberFault } from '../fault.ts';
import { createErrorResponse } from '../responses.ts';

const LONG_SECONDS = 86_400;

function limited(retryAfter?: string) {
  return createErrorResponse(429, `Too many requests. ${ADVICE_BY_STATUS[429]}.`, {
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
  });
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString();
}

function once(words: string, retryAfter?: () => string): Fault {
  return fault(`429 once ${words}`, () => limited(retryAfter?.()), { times: 1 });
}

/** Rate limiting with valid (RFC 9110, section 10.2.3) and invalid values of Retry-After. */
export const RATE_LIMIT_FAULTS: Faults = {
  'F40.seconds': numberFault(
    '429 once, with Retry-After in seconds',
    { unit: 'seconds', defaultValue: 2 },
    (seconds) => () => limited(String(seconds)),
    { times: 1 },
  ),
  'F40.date': numberFault(
    '429 once, with a date in Retry-After',
    { unit: 'seconds from now', defaultValue: 3 },
    (seconds) => () => limited(inSeconds(seconds)),
    { times: 1 },
  ),
  'F40.past': once('with a date in Retry-After that is over', () => inSeconds(-60)),
  'F40.absent': once('without Retry-After'),
  'F40.silly': once('with words in Retry-After', () => 'in a while'),
  'F40.negative': once('with less than nothing in Retry-After', () => '-5'),
  'F40.long': once('with a whole day in Retry-After', () => String(LONG_SECONDS)),
  F41: fault('429 for every request, without Retry-After', () => limited()),
  'F41.retryAfter': numberFault(
    '429 for every request, with Retry-After',
    { unit: 'seconds', defaultValue: 1 },
    (seconds) => () => limited(String(seconds)),
  ),
};
