const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Has the browser keep the dashboard's first files, one after the other, so that it is there when the login succeeds. */
const fetchAll = async (): Promise<void> => {
  const list = await fetch('/dashboard-files.json', { priority: 'low' });
  for (const file of list.ok ? ((await list.json()) as string[]) : [])
    await (await fetch(file, { priority: 'low' })).arrayBuffer();
};

/** Prefetches the dashboard once the page is shown and nothing else is to do. */
export const prefetchDashboard = (): void => {
  if (savesData() || !import.meta.env.PROD) return;
  // Without them the dashboard loads what it needs itself.
  const begin = () => void fetchAll().catch(() => undefined);
  const whenIdle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(begin) : setTimeout(begin, 1000);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
};
