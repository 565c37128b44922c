/** The part of standard output that a log needs. */
type Output = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableLength'>;

/**
 * Destination of a log. Lines that it cannot take are dropped and counted, so that the product never waits for its
 * log.
 */
export type LogOutput = {
  write(line: string): void;
  /** Lines dropped since the start. */
  dropped(): number;
  /** Resolves when all lines are written, or after `milliseconds`. */
  settled(milliseconds: number): Promise<void>;
};

/** Maximum number of buffered bytes for a slow reader. */
const mostWaiting = 4_000_000;

const lossLine = (lines: number): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines, msg: 'lines of the log could not be written' })}\n`;

/**
 * Writes to an output that may be full, closed or without reader. Logs the number of dropped lines once it takes
 * lines again.
 */
export const createLogOutput = (output: Output): LogOutput => {
  let [dropped, said] = [0, 0];
  const lose = (error?: Error | null) => void (error && (dropped += 1));
  // Without a listener a full disk would crash the process. Each write's callback reports its error.
  output.on('error', () => undefined);
  return {
    write: (line) => {
      if (output.writableLength > mostWaiting) {
        dropped += 1;
        return;
      }
      if (dropped > said) {
        const lost = dropped - said;
        output.write(lossLine(lost), (error) => {
          if (!error) said += lost;
        });
      }
      output.write(line, lose);
    },
    dropped: () => dropped,
    settled: (milliseconds) => {
      if (output.writableLength === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, milliseconds);
      output.write('', () => resolve());
      return promise;
    },
  };
};
