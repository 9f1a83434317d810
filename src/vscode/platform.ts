import type { Network } from '../client/network.ts';

/** What differs between an extension host on Node.js and one in a browser. Each has a module of this shape. */
export interface Platform {
  network: Network;
  /** Such as `linux`; `undefined` in a browser, which keeps it to itself. */
  operatingSystem: string | undefined;
}
