/** The part of autocannon that the load tests use; the package has no types. */
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
    non2xx: number;
    errors: number;
    /** Seconds. */
    duration: number;
  };
  type Running = Promise<Result> & {
    /** After each answer; `time` in milliseconds. */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, time: number) => void,
    ): void;
  };
  const autocannon: (options: Options) => Running;
  export default autocannon;
}
