import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { useLogOut } from '../account/session.api.ts';
import classes from './dashboard.module.css';

const entries = [
  { to: paths.calendar, icon: 'calendar', label: 'calendar' },
  { to: paths.clinic, icon: 'clinic', label: 'clinic' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

export const SideMenu = () => {
  const { t } = useTranslation('common');
  const logOut = useLogOut();
  return (
    <nav className={classes['menu']} aria-label={t(($) => $.nav.main)}>
      {entries.map(({ to, icon, label }) => (
        <NavLink key={to} to={to} className={classes['link'] ?? ''}>
          <Icon name={icon} />
          {t(($) => $.nav[label])}
        </NavLink>
      ))}
      <button type="button" className={classes['link']} data-last="true" onClick={() => void logOut()}>
        <Icon name="logout" />
        {t(($) => $.nav.logout)}
      </button>
    </nav>
  );
};

export const BottomBar = ({ onNew }: { onNew: () => void }) => {
  const { t } = useTranslation('common');
  const logOut = useLogOut();
  const [calendar, clinic] = entries;
  return (
    <nav className={classes['bottom']} aria-label={t(($) => $.nav.main)}>
      <NavLink to={calendar.to} className={classes['tab'] ?? ''}>
        <Icon name={calendar.icon} size={22} />
        {t(($) => $.nav[calendar.label])}
      </NavLink>
      <NavLink to={clinic.to} className={classes['tab'] ?? ''}>
        <Icon name={clinic.icon} size={22} />
        {t(($) => $.nav[clinic.label])}
      </NavLink>
      <button
        type="button"
        className={classes['plus']}
        onClick={onNew}
        aria-label={t(($) => $.nav.newBooking)}
      >
        <Icon name="plus" size={26} />
      </button>
      <button type="button" className={classes['tab']} onClick={() => void logOut()}>
        <Icon name="logout" size={22} />
        {t(($) => $.nav.logout)}
      </button>
    </nav>
  );
};
