/**
 * Thrown by a job's handler if the job cannot be done at present: it counts as no attempt and waits in the
 * outbox. The code says why.
 */
export class PutBack extends Error {
  readonly code: string;

  constructor(code: string) {
    super('to be done later');
    this.code = code;
  }
}
