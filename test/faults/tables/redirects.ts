import type { HttpResponse } from '../../../src/localService/http/response.ts';
import { type Faults, type FaultyRequest, fault, faultsFor, numberFault, textFault } from '../fault.ts';

const TARGET = 'redirect target';

function redirect(status: number, location: string): HttpResponse {
  return { type: 'http', status, headers: { Location: location }, body: '' };
}

/** This service under another name of the same machine. */
function otherName({ origin, path }: FaultyRequest): string {
  const url = new URL(path, origin);
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.href;
}

/** Whether the request follows a redirect of these faults. */
const isRedirected = ({ query }: FaultyRequest) => query === '?redirected';

export const REDIRECT_FAULTS: Faults = {
  F10: textFault(
    '302 to the sign-in page of a captive portal',
    `${TARGET}, http://localhost of this service if not given`,
    (target) => (request) => redirect(302, target ?? new URL('/portal', otherName(request)).href),
  ),
  ...faultsFor('F16', [301, 302, 303], (status) =>
    fault(`${status} to the same path with a slash`, ({ path }) => redirect(status, `${path}/`)),
  ),
  ...faultsFor('F16', [307, 308], (status) =>
    fault(`${status} to the same origin, where the regular response is`, (request, next) =>
      isRedirected(request) ? next() : redirect(status, `${request.path}?redirected`),
    ),
  ),
  ...faultsFor('F17', [307, 308], (status) =>
    textFault(
      `${status} to another host`,
      `${TARGET}, localhost instead of 127.0.0.1 if not given`,
      (target) => (request) => redirect(status, target ?? otherName(request)),
    ),
  ),
  F18: textFault(
    '308 from https to http, behind a proxy that makes this service https',
    `${TARGET}, the same by http if not given`,
    (target) =>
      ({ origin, path }) =>
        redirect(308, target ?? origin + path),
  ),
  F19: numberFault(
    '307 to the same origin, again and again',
    { unit: 'redirects before the regular response', defaultValue: 1_000_000 },
    (hops) => (request, next) => {
      const hop = Number(request.query.replace('?hop=', ''));
      return hop === hops ? next() : redirect(307, `${request.path}?hop=${hop + 1}`);
    },
  ),
  'F20.port': textFault(
    '307 to another port of the same host',
    `${TARGET}, a second port of this service if not given`,
    (target) => async (request) => redirect(307, target ?? (await request.elsewhere()) + request.path),
  ),
  'F20.subdomain': textFault(
    '307 to a sub-domain of the same host',
    `${TARGET}, api.localhost if not given`,
    (target) =>
      ({ origin, path }) =>
        redirect(307, target ?? `http://api.localhost:${new URL(origin).port}${path}`),
  ),
};
