import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { useHasDesk } from '../../lib/session/desk.ts';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import { lock, logOut } from '../../lib/data/leave.ts';
import classes from './dashboard.module.css';

// The drawer is loaded lazily, because the calendar's first load does not need it.
const MoreDrawer = lazy(async () => ({ default: (await import('./more-drawer.tsx')).MoreDrawer }));

const calendar = { to: paths.calendar, icon: 'calendar', label: 'calendar' } as const;
const today = { to: paths.today, icon: 'check', label: 'today' } as const;
const others = [
  { to: paths.patients, icon: 'people', label: 'patients' },
  { to: paths.clinic, icon: 'clinic', label: 'clinic' },
  { to: paths.overview, icon: 'chart', label: 'overview' },
  { to: paths.inactivity, icon: 'away', label: 'inactivity' },
  { to: paths.setting, icon: 'settings', label: 'setting' },
  { to: paths.account, icon: 'person', label: 'accountData' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

const entries = [calendar, today, ...others] as const;
type Entry = (typeof entries)[number];

/** On phones, the links before and after the plus button; the others are under "More". */
const left = [calendar, ...others.slice(0, 1)];
const right = others.slice(1, 2);
const behind = [today, ...others.slice(2)];

type MenuProps = {
  of: readonly Entry[];
  /** Whether the account works at receptions only: it has no overview. */
  desk: boolean;
  onChoose?: () => void;
};

const MenuLinks = ({ of, desk, onChoose }: MenuProps) => {
  const hasDesk = useHasDesk();
  const { t } = useTranslation('common');
  return (
    <>
      {of
        .filter(({ to }) => !desk || to !== paths.overview)
        .map(({ to, icon, label }) => (
          <NavLink key={to} to={to} className={classes['link'] ?? ''} onClick={() => onChoose?.()}>
            <Icon name={icon} />
            {t(($) => $.nav[label])}
          </NavLink>
        ))}
      {hasDesk && (
        <button type="button" className={classes['link']} onClick={() => void lock()}>
          <Icon name="lock" />
          {t(($) => $.nav.changePerson)}
        </button>
      )}
      <button type="button" className={classes['link']} data-last="true" onClick={() => void logOut()}>
        <Icon name="logout" />
        {t(($) => $.nav.logout)}
      </button>
    </>
  );
};

export const SideMenu = ({ desk }: { desk: boolean }) => {
  const { t } = useTranslation('common');
  return (
    <nav className={classes['menu']} aria-label={t(($) => $.nav.main)}>
      <MenuLinks of={entries} desk={desk} />
    </nav>
  );
};

const Tabs = ({ of }: { of: readonly Entry[] }) => {
  const { t } = useTranslation('common');
  return of.map(({ to, icon, label }) => (
    <NavLink key={to} to={to} className={classes['tab'] ?? ''}>
      <Icon name={icon} size={22} />
      {t(($) => $.nav[label])}
    </NavLink>
  ));
};

const More = ({ desk }: { desk: boolean }) => {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  // Null until first opened, so that the drawer is not loaded.
  const [opened, setOpened] = useState<boolean | null>(null);
  const close = () => setOpened(false);
  return (
    <>
      <button
        type="button"
        className={classes['tab']}
        aria-haspopup="dialog"
        data-current={behind.some(({ to }) => to === pathname)}
        onClick={() => setOpened(true)}
      >
        <Icon name="menu" size={22} />
        {t(($) => $.nav.more)}
      </button>
      {opened !== null && (
        <Suspense fallback={null}>
          <MoreDrawer opened={opened} onClose={close}>
            <nav className={classes['menu']} aria-label={t(($) => $.nav.more)}>
              <MenuLinks of={behind} desk={desk} onChoose={close} />
            </nav>
          </MoreDrawer>
        </Suspense>
      )}
    </>
  );
};

export const BottomBar = ({ onNew, desk }: { onNew: () => void; desk: boolean }) => {
  const { t } = useTranslation('common');
  return (
    <nav className={classes['bottom']} data-bar aria-label={t(($) => $.nav.main)}>
      <Tabs of={left} />
      <button
        type="button"
        className={classes['plus']}
        onClick={onNew}
        aria-label={t(($) => $.nav.newBooking)}
      >
        <Icon name="plus" size={26} />
      </button>
      <Tabs of={right} />
      <More desk={desk} />
    </nav>
  );
};
