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
    ([route, other]) => `- \`${route}\` shows what \`${other}\` shows.`,
  );
  const byRoute = Map.groupBy(pictures, ({ route }) => route);
  return `${[
    '# Screens',
    'Every address with the demo’s data: on a desktop in English, with what opens there, and on a dark phone in Italian or Spanish. Made by `npm run screenshots`.',
    same.join('\n'),
    ...[...byRoute].map(([route, of]) => section(route, of)),
  ].join('\n\n')}\n`;
};
