const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the dashboard's first files into the HTTP cache, one after the other. */
const fetchAll = async (): Promise<void> => {
  const list = await fetch('/dashboard-files.json', { priority: 'low' });
  for (const file of list.ok ? ((await list.json()) as string[]) : [])
    await (await fetch(file, { priority: 'low' })).arrayBuffer();
};

/** Prefetches the dashboard once the page is idle. */
export const prefetchDashboard = (): void => {
  if (savesData() || !import.meta.env.PROD) return;
  // Failures are ignored: the dashboard then loads its files itself.
  const begin = () => void fetchAll().catch(() => undefined);
  const whenIdle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(begin) : setTimeout(begin, 1000);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
};
