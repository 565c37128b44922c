/** Returns the number of events that some subscriber has yet to handle, by the product's metrics. */
export const behind = async (metricsPort: number): Promise<number> => {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lags = figures.matchAll(/^visita_(?:process|projection)_lag_events\{.*\} (\d+)$/gm);
  return Math.max(...Array.from(lags, ([, count]) => Number(count)));
};
