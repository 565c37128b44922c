import type { DeskHealth } from '@visita/contracts/operator/audit';
import { useHealth } from './desk.api.ts';
import style from './operator.module.css';
import { readable } from './timeline.ts';

const count = new Intl.NumberFormat('en');

const Parked = ({ parked }: Pick<DeskHealth, 'parked'>) => (
  <details>
    <summary>{parked.length} parked jobs</summary>
    <ul>
      {parked.map(({ queue, name, id, failedAt, attempts, reason }) => (
        <li key={id}>
          {queue} {name}, {attempts} attempts, last at {readable(failedAt)}: {reason} <code>{id}</code>
        </li>
      ))}
    </ul>
  </details>
);

const Behind = ({ behind, projections }: Pick<DeskHealth, 'behind' | 'projections'>) => (
  <details>
    <summary>{count.format(behind)} events behind</summary>
    <ul>
      {projections
        .filter((projection) => projection.behind > 0)
        .map((projection) => (
          <li key={projection.name}>
            {projection.name}: {count.format(projection.behind)}
          </li>
        ))}
    </ul>
  </details>
);

const Backups = ({ last, failure, drill }: DeskHealth['backups']) => (
  <>
    {last === null ? 'none this month' : readable(last)}
    {failure && `, failed ${readable(failure.at)}: ${failure.code}`}
    {drill &&
      (drill.came ? `, restored on trial ${readable(drill.at)}` : `, trial failed ${readable(drill.at)}`)}
  </>
);

/** Lag of the read models and pending work for operators. */
export const Health = () => {
  const { data, error } = useHealth();
  if (error && !data)
    return <p className={style.health}>How the product fares is not known: {error.message}</p>;
  if (!data) return <div className={style.health} />;
  const { position, behind, projections, parked, backups } = data;
  return (
    <dl className={style.health}>
      <div>
        <dt>Last position</dt>
        <dd>{count.format(position)}</dd>
      </div>
      <div data-wrong={behind > 0}>
        <dt>Read models</dt>
        <dd>{behind > 0 ? <Behind behind={behind} projections={projections} /> : 'up to date'}</dd>
      </div>
      <div data-wrong={parked.length > 0}>
        <dt>Parked work</dt>
        <dd>{parked.length > 0 ? <Parked parked={parked} /> : 'none'}</dd>
      </div>
      <div data-wrong={backups.failure !== null || backups.drill?.came === false}>
        <dt>Last backup</dt>
        <dd>
          <Backups {...backups} />
        </dd>
      </div>
    </dl>
  );
};
