/** The part of autocannon that the load tests use; it brings no types of its own. */
declare module 'autocannon' {
  export type Request = {
    method?: 'GET' | 'POST' | 'PUT';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: { setupRequest: (request: Request) => Request }[];
  };
  type Result = {
    '2xx': number;
    non2xx: number;
    errors: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    statusCodeStats: Record<string, { count: number }>;
  };
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
