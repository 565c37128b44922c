/**
 * Yields to the browser, for example for input events: on a slow phone, a start without a break blocks for
 * 250 ms.
 */
export const nextTask = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });
