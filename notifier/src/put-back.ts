/**
 * Thrown by the handler of a job that can't be done by anybody just now: it is no attempt, and waits in the outbox. Its
 * code says why.
 */
export class PutBack extends Error {
  readonly code: string;

  constructor(code: string) {
    super('to be done later');
    this.code = code;
  }
}
