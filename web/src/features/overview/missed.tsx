import type { OverviewMissed } from '@visita/contracts/overview/views';
import type { Language } from '@visita/contracts/language';
import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { Section } from '../../ui/layout/section.tsx';
import classes from './missed.module.css';
import { clockHour, percent, weekdayName, whole } from './overview.format.ts';

const kinds = ['weekday', 'hour', 'service', 'lead', 'reminded'] as const;

const settledOf = ({ attended, missed, excused }: OverviewMissed): number => attended + missed + excused;

const shareOf = (row: OverviewMissed): number => row.missed / settledOf(row);

const useName = (language: Language) => {
  const { t } = useTranslation('overview');
  return ({ by, of }: OverviewMissed): string => {
    if (by === 'weekday') return weekdayName(Number(of), language, 'long');
    if (by === 'hour') return clockHour(Number(of));
    if (by === 'service') return of;
    if (by === 'lead') return t(($) => $.missed.lead[of as keyof typeof $.missed.lead]);
    return t(($) => $.missed.reminded[of === 'true' ? 'true' : 'false']);
  };
};

type KindProps = {
  by: OverviewMissed['by'];
  rows: readonly OverviewMissed[];
  /** Largest share of all kinds, which has the widest bar. */
  most: number;
};

const Kind = ({ by, rows, most }: KindProps) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const nameOf = useName(language);
  return (
    <table className={classes['table']}>
      <caption>{t(($) => $.missed.by[by])}</caption>
      <thead>
        <tr>
          {/* The caption describes the row headers. */}
          <td />
          {(['settled', 'missed', 'share'] as const).map((column) => (
            <th key={column} scope="col">
              {t(($) => $.missed[column])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const share = shareOf(row);
          return (
            <tr key={row.of}>
              <th scope="row">{nameOf(row)}</th>
              <td>{whole(settledOf(row), language)}</td>
              <td>{whole(row.missed, language)}</td>
              <td
                className={classes['share']}
                style={{ '--bar': most > 0 ? share / most : 0 } as CSSProperties}
              >
                {percent(share, language)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

/** Missed visits by weekday, service and lead time, among visits with a recorded attendance. */
export const Missed = ({ all }: { all: readonly OverviewMissed[] }) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const weekdays = all.filter(({ by }) => by === 'weekday');
  const settled = weekdays.reduce((sum, row) => sum + settledOf(row), 0);
  const missed = weekdays.reduce((sum, row) => sum + row.missed, 0);
  const most = Math.max(0, ...all.map(shareOf));
  if (settled === 0) return null;
  return (
    <Section title={t(($) => $.missed.title)}>
      <Text c="dimmed">
        {t(($) => $.missed.summary, {
          missed: whole(missed, language),
          settled: whole(settled, language),
          share: percent(missed / settled, language),
        })}
      </Text>
      <div className={classes['tables']}>
        {kinds.map((by) => (
          <Kind key={by} by={by} rows={all.filter((row) => row.by === by)} most={most} />
        ))}
      </div>
    </Section>
  );
};
