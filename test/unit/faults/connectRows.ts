import { byService, inFile, type Row } from './row.ts';

const reach = inFile('unit/network/reach.test.ts');
const tls = inFile('unit/network/tls.test.ts');
const sleep = inFile('unit/network/sleep.test.ts');
const proxy = inFile('e2e/network.test.ts');
const inBrowser = inFile('e2e/networkInBrowser.test.ts');
const codes = inFile('unit/client/networkFailure.test.ts');
const opaque = inFile('unit/client/opaqueFailure.test.ts');
const problems = inFile('vscode/problems.test.ts');
const policy = inFile('unit/client/retryPolicy.test.ts');
const limits = inFile('unit/client/timeLimits.test.ts');
const redirect = inFile('unit/client/redirect.test.ts');

/** Before a connection stands. */
const CONNECT_ROWS: readonly Row[] = [
  {
    id: 'F01',
    fault: 'The name of the host is not found',
    proof: [
      reach('that no name server knows is not found, and asked for once more'),
      problems('names the host that cannot be reached'),
    ],
  },
  {
    id: 'F02',
    fault: 'The name cannot be looked up at the moment',
    proof: [
      reach('that cannot be looked up at the moment means no network, after two repeats'),
      problems('is calm when there is no network, or when too much was asked'),
    ],
    gap: 'The look-up is a stub: no name server is taken away from the machine.',
  },
  {
    id: 'F03',
    fault: 'The connection is refused',
    proof: [
      inFile('unit/client/streamChat.test.ts')(
        'an address where nothing listens is told with its host, as exactly as the platform knows it',
      ),
      policy('… by itself allows … repeats', 'refused'),
    ],
  },
  {
    id: 'F04',
    fault: 'The host drops whatever asks for a connection',
    proof: [
      reach('ends the wait at the limit, and is not asked again'),
      reach('does not hold back a stop'),
      codes('… is …, told by its code and never by its message', 'UND_ERR_CONNECT_TIMEOUT'),
      policy('… allows … repeats'),
    ],
    gap: 'The platform’s own limit of 10 s for a connection, after which one repeat is allowed, is known by its code and not waited for. On Linux alone a server can be made to drop connections.',
  },
  {
    id: 'F05',
    fault: 'A certificate that is signed by itself, or by an unknown authority',
    proof: [
      tls('… is refused, named, and not asked again', 'signed by itself', 'of an unknown authority'),
      tls('of an authority that the machine trusts is taken, and the key goes through TLS'),
      proxy('names a certificate of an unknown authority, with the setting that helps'),
      problems('names the problem of a certificate and the settings, and no way around it'),
    ],
    gap: 'The authorities in the machine’s own store are not changed for a test.',
  },
  {
    id: 'F06',
    fault: 'A certificate that is out of date, or that of another host',
    proof: [
      tls(
        '… is refused, named, and not asked again',
        'that has expired',
        'that is not valid yet',
        'of another host',
      ),
      codes('a certificate shows what is wrong with it: …'),
    ],
    gap: 'The dates are not shown: fetch says that a certificate has expired, and not when.',
  },
  {
    id: 'F07',
    fault: 'The TLS handshake breaks off, or the protocol is too old',
    proof: [
      tls(
        '… gets no byte of the key, in … tries',
        'that closes in the handshake',
        'that speaks no TLS newer than 1.0',
        'that wants a certificate of the client',
        'that speaks HTTP without TLS',
      ),
    ],
    gap: 'A handshake that is reset, rather than closed, looks like any reset: it is told and repeated as such.',
  },
  {
    id: 'F08',
    fault: 'A proxy wants a sign-in, is not there, or its script is broken',
    proof: [
      proxy('asks through it, and all but the name of the host is encrypted'),
      proxy('that wants a sign-in names the proxy and opens its setting, and asks no second time'),
      proxy('that does not find the service names the proxy too'),
      proxy('that is not there names the proxy and where it was looked for'),
      proxy('is asked again by Retry when its setting is right'),
      codes('… is …', 'a tunnel that was refused', 'a silence at another port'),
      byService('F08'),
    ],
    gap: 'A script (PAC) is read by the desktop VS Code alone. A proxy that closes the connection without an answer is asked again and again by the platform, until the limit for the answer. A browser keeps a 407 from within the tunnel back without a word, so it is told as no connection there.',
  },
  { id: 'F09', fault: 'The page of a captive portal answers', proof: [byService('F09')] },
  { id: 'F10', fault: 'A captive portal redirects to its own page', proof: [byService('F10')] },
  {
    id: 'F11',
    fault: 'IPv6 leads nowhere, IPv4 does',
    proof: [reach('whose IPv6 address drops every connection is reached by its IPv4 address')],
    gap: 'The look-up of the two addresses is a stub; both are on this machine. A browser does this by itself.',
  },
  {
    id: 'F12',
    fault: 'The service lets no page read its answers (CORS)',
    proof: [
      inBrowser('explains a service that allows no calls from a page, which never gets the key'),
      opaque(
        'a service that allows no page to read its answers is told apart from one that is down, by a real browser',
      ),
      opaque('a service whose answers could be read before is not asked whether it allows that'),
      byService('F12'),
    ],
  },
  {
    id: 'F13',
    fault: 'A page that came by https asks an address without it',
    proof: [opaque('a secure page sends nothing to an address without TLS, but to this machine it may')],
    gap: 'That the page is secure is a stub. Addresses without TLS are only taken for this machine, and those the browsers allow.',
  },
  {
    id: 'F14',
    fault: 'The network is gone, and comes back',
    proof: [
      inBrowser(
        'without a network says so calmly, sends nothing by itself when it is back, and then what Retry asks',
      ),
      opaque('where the platform knows that there is no network, nothing is asked after the failure'),
      codes('… is …, told by its code and never by its message', 'ENETUNREACH'),
    ],
    gap: 'The line is really cut; what the browser says of the network is a stub, and no machine is taken off its network.',
  },
  {
    id: 'F15',
    fault: 'The machine sleeps before the head of the answer',
    proof: [
      sleep('before the head has come asks once more when it wakes'),
      sleep('before the head, and again, asks no third time'),
      limits('a machine that slept while it waited asks once more (monotonic clock … in sleep)'),
    ],
    gap: 'A stopped process is no sleeping machine: the hours are added to its clock, and its network stays.',
  },
];

const REDIRECT_ROWS: readonly Row[] = [
  {
    id: 'F16',
    fault: 'A redirect within the origin',
    proof: [
      byService('F16'),
      redirect('one hop within the origin is made with the whole request, and no second one'),
    ],
    gap: 'A browser shows no page where a redirect leads to, so none is followed there.',
  },
  {
    id: 'F17',
    fault: 'A redirect to another origin',
    proof: [byService('F17'), redirect('… to another origin: that origin never hears of it')],
  },
  {
    id: 'F18',
    fault: 'A redirect from https to http',
    proof: [
      tls('that redirects from https to http is not followed, and nothing goes there'),
      redirect('… is not followed to …', 'the same host without TLS'),
      byService('F18'),
    ],
  },
  { id: 'F19', fault: 'A redirect that leads to itself', proof: [byService('F19')] },
  {
    id: 'F20',
    fault: 'A redirect to another port or a sub-domain',
    proof: [byService('F20'), redirect('… is not followed to …', 'a sub-domain', 'another port')],
  },
];

export const ROWS_BEFORE_AN_ANSWER: readonly Row[] = [...CONNECT_ROWS, ...REDIRECT_ROWS];
