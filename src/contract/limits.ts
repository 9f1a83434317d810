/** Maximum number of requests per key and minute, of all endpoints together (service interface: Limits). */
export const MAX_REQUESTS_PER_MINUTE = 60;
