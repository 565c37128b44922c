const shapes = {
  calendar: 'M4 6.5h16v13H4zM4 10.5h16M8 3.5v4M16 3.5v4',
  clinic: 'M4 20V8l8-4.5L20 8v12M4 20h16M9.5 20v-5h5v5M12 8.5v3.4M10.3 10.2h3.4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  logout: 'M14 5H6v14h8M11 12h9M17 9l3 3-3 3',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 16.8v.4',
  map: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 10-13 0c0 5 6.5 11 6.5 11zM12 12.3a2.3 2.3 0 100-4.6 2.3 2.3 0 000 4.6z',
  person: 'M12 11.5a3.8 3.8 0 100-7.6 3.8 3.8 0 000 7.6zM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  addPerson:
    'M10 11.5a3.6 3.6 0 100-7.2 3.6 3.6 0 000 7.2zM3 20c.5-4 3.3-5.8 7-5.8s6.5 1.8 7 5.8M18.5 8v6M15.5 11h6',
  download: 'M12 4v10.5M7.5 10.5L12 15l4.5-4.5M5 19.5h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  edit: 'M5 19l.8-3.8L16 5l3 3L8.8 18.2zM13.5 7.5l3 3',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  unmailed: 'M4 6h16v12H4zM4 7l8 6 8-6M4 21L20 3',
  phone: 'M6 4h4l1.5 4.5-2.3 1.7a11 11 0 004.6 4.6l1.7-2.3L20 14v4a2 2 0 01-2 2A14 14 0 014 6a2 2 0 012-2z',
  height: 'M12 4v16M8.5 7.5L12 4l3.5 3.5M8.5 16.5L12 20l3.5-3.5M4 4h3M4 20h3M17 4h3M17 20h3',
  clock: 'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM12 7.5V12l3 2',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M8.5 8.5h7M8.5 12h5',
  people:
    'M9 11.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 19.5c.5-3.7 3-5.5 6.5-5.5s6 1.8 6.5 5.5M15.5 4.8a3.5 3.5 0 010 6.4M17.5 14.4c2.3.7 3.7 2.4 4 5.1',
  away: 'M4 6.5h16v13H4zM4 10.5h16M8 3.5v4M16 3.5v4M9.5 12.7l5 4.6M14.5 12.7l-5 4.6',
  chart: 'M4 4v16h16M8.5 16v-4M12.5 16V8M16.5 16v-6',
  star: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  forward: 'M9.5 5.5L16 12l-6.5 6.5',
  more: 'M5 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M17.6 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0',
  menu: 'M4.5 7h15M4.5 12h15M4.5 17h15',
  settings:
    'M4 7h9M17 7h3M15 9.2a2.2 2.2 0 100-4.4 2.2 2.2 0 000 4.4zM4 17h3M11 17h9M9 19.2a2.2 2.2 0 100-4.4 2.2 2.2 0 000 4.4z',
  bell: 'M6 16.5V11a6 6 0 0112 0v5.5l1.5 2h-15zM10 20.5a2.1 2.1 0 004 0',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zM20.5 20.5L16 16',
  external: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  offline: 'M3.5 3.5l17 17M5 12.2a10 10 0 013.2-2.1M12 9a10 10 0 017 3.2M8.4 15.6a5 5 0 015.4-1M12 19h.01',
  refresh: 'M19 12a7 7 0 11-2.2-5.1M19 4v4h-4',
  seen: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 14.8a2.8 2.8 0 100-5.6 2.8 2.8 0 000 5.6z',
  unseen:
    'M4 4l16 16M9.9 6.2A9.7 9.7 0 0112 6c6 0 9.5 6 9.5 6a16 16 0 01-2.7 3.3M6.3 7.8A15.7 15.7 0 002.5 12s3.5 6 9.5 6a9.4 9.4 0 004.3-1',
  moon: 'M20 14.5A8 8 0 019.5 4a8 8 0 1010.5 10.5z',
  sun: 'M12 16a4 4 0 100-8 4 4 0 000 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
} as const;

export type IconName = keyof typeof shapes;

/** Decorative line icon; its control has the accessible name. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={shapes[name]} />
  </svg>
);
