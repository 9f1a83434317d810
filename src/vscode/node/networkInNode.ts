import type { NetworkEnvironment } from '../../client/networkEnvironment.ts';

/** What Node.js, and the variables of its environment, say of the network. */
export const networkInNode: NetworkEnvironment = {
  isBrowser: false,
  isSecurePage: false,
  // Node.js reads the variable for each connection, and other extensions can set it. No setting of VS Code has this effect.
  checksCertificates: () => process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
  // The variables that VS Code reads if the setting `http.proxy` is empty.
  proxy: () =>
    process.env['HTTPS_PROXY'] ||
    process.env['https_proxy'] ||
    process.env['HTTP_PROXY'] ||
    process.env['http_proxy'],
  // Node.js can't tell before a request fails.
  isOnline: () => true,
};
