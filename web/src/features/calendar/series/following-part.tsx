import { useTranslation } from 'react-i18next';
import { Missing } from '../../../ui/feedback/states.tsx';
import { SeriesDates } from '../../../ui/series/series-dates.tsx';
import { SeriesScope } from './series-scope.tsx';
import type { Following } from './use-following.ts';

/** Chooses whether the visits after a moved one move too, with the new date of each. */
export const FollowingPart = ({ following }: { following: Following }) => {
  const { t } = useTranslation('series');
  const { scope, setScope, decisions, setDecisions, visits, load } = following;
  return (
    <>
      <SeriesScope value={scope} onChange={setScope} />
      {scope === 'following' && load.error && <Missing load={load} text={t(($) => $.failed)} />}
      {visits && <SeriesDates moves visits={visits} decisions={decisions} onChange={setDecisions} />}
    </>
  );
};
