/** Requests a key may make in one minute, all operations together (service interface: Limits). */
export const REQUESTS_PER_MINUTE = 60;
