/** Requests a key may make in one minute, all operations together (service interface: Limits). */
export const MAX_REQUESTS_PER_MINUTE = 60;
