/**
 * Thrown by a job's handler if the job cannot be done at present. The job then waits in the outbox,
 * and this does not count as an attempt. The code tells the reason.
 */
export class PutBack extends Error {
  readonly code: string;

  constructor(code: string) {
    super('to be done later');
    this.code = code;
  }
}
