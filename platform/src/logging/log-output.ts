/** As much of standard output as a log needs. */
type Output = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableLength'>;

/** Where a log goes. What is not taken is dropped and counted: the product does not wait for its log. */
export type LogOutput = {
  write(line: string): void;
  /** Lines that were lost since the start. */
  dropped(): number;
  /** Resolves once all is taken, or after so many milliseconds. */
  settled(milliseconds: number): Promise<void>;
};

/** Bytes that wait for a reader who is behind. */
const mostWaiting = 4_000_000;

const lossLine = (lines: number): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines, msg: 'lines of the log could not be written' })}\n`;

/** Writes to an output that may be full, closed or without a reader, and reports how many lines were lost once it takes lines again. */
export const createLogOutput = (output: Output): LogOutput => {
  let [dropped, said] = [0, 0];
  const lose = (error?: Error | null) => void (error && (dropped += 1));
  // Without a listener a full disk would end the process; the callback of each write counts.
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
