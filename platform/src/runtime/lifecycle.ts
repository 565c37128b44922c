/** A part that runs in the background until it is stopped. */
export type Lifecycle = { start(): void | Promise<unknown>; stop(): Promise<unknown> };

/** Combines several parts into one. */
export const combine = (parts: readonly Lifecycle[]): Lifecycle => ({
  start: () => Promise.all(parts.map(async (part) => part.start())),
  stop: () => Promise.all(parts.map((part) => part.stop())),
});
