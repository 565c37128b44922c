import type { Device } from './screens/opening.ts';

export type Picture = {
  readonly route: string;
  /** Name of an opened overlay or view; empty for the screen itself. */
  readonly state: string;
  readonly file: string;
  readonly device: Device;
};

const image = ({ route, state, file }: Picture, width: number): string =>
  `<img src="screenshots/${file}" width="${width}" alt="${[route, state].filter(Boolean).join(': ')}">`;

const section = (route: string, pictures: readonly Picture[]): string => {
  const [screen] = pictures;
  const phone = pictures.find(({ device }) => device === 'phone');
  const opened = pictures.filter(({ state }) => state);
  const main = [screen && image(screen, 600), phone && image(phone, 180)].filter(Boolean).join(' ');
  const more = opened.map(
    (picture) => `${image(picture, picture.device === 'phone' ? 180 : 390)}<br>${picture.state}`,
  );
  return [`## \`${route}\``, main, ...more].join('\n\n');
};

/** Returns the documentation page with all screenshots, by screen. */
export const describeScreens = (
  pictures: readonly Picture[],
  sameAs: Readonly<Record<string, string>>,
): string => {
  const same = Object.entries(sameAs).map(
    ([route, other]) => `- \`${route}\` shows the same screen as \`${other}\`.`,
  );
  const byRoute = Map.groupBy(pictures, ({ route }) => route);
  return `${[
    '# Screens',
    'Here are screenshots of every page with demo data: on a desktop in English, including panels and dialogs, and on a phone in dark mode, in Italian or Spanish. `npm run screenshots` generates them and this page.',
    same.join('\n'),
    ...[...byRoute].map(([route, of]) => section(route, of)),
  ].join('\n\n')}\n`;
};
