import style from './audit.module.css';
import parts from './operator.module.css';
import { type Entry, statesAt, type StreamState } from './timeline.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown): string => {
  if (value === null) return 'none';
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Value = ({ value }: { value: unknown }) => {
  if (isRecord(value) && value['erased'] === true) return <em>erased</em>;
  if (Array.isArray(value) && value.length > 0)
    return (
      <ol>
        {value.map((item) => (
          <li key={JSON.stringify(item)}>
            <Value value={item} />
          </li>
        ))}
      </ol>
    );
  if (isRecord(value) && Object.keys(value).length > 0)
    return (
      <dl>
        {Object.entries(value).map(([key, of]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              <Value value={of} />
            </dd>
          </div>
        ))}
      </dl>
    );
  return <>{Array.isArray(value) || isRecord(value) ? 'none' : plain(value)}</>;
};

const differs = ({ before, state }: StreamState, key: string): boolean =>
  before !== null && JSON.stringify(before[key]) !== JSON.stringify(state[key]);

/** Returns the fields of a state, the status first. */
const fieldsOf = ({ state }: StreamState): readonly [string, unknown][] =>
  Object.entries(state).toSorted(([one], [other]) => Number(other === 'status') - Number(one === 'status'));

const Fields = ({ of }: { of: StreamState }) => (
  <dl className={style.fields}>
    {fieldsOf(of).map(([key, value]) => (
      <div key={key} data-changed={differs(of, key)}>
        <dt>
          {key}
          {differs(of, key) && <span>changed</span>}
        </dt>
        <dd>
          <Value value={value} />
        </dd>
      </div>
    ))}
  </dl>
);

type Props = { entries: readonly Entry[]; index: number; main: string };

export const StateView = ({ entries, index, main }: Props) => {
  const [first, ...others] = statesAt(entries, index, main);
  return (
    // Scrollable regions must be focusable by keyboard.
    <section className={`${parts.card} ${style.state}`} aria-labelledby="state-title" tabIndex={0}>
      <h2 id="state-title">State at this point</h2>
      {!first && <p className={parts.soft}>Nothing was known yet.</p>}
      {first && (
        <>
          <h3>
            <code>{first.stream}</code>
          </h3>
          <Fields of={first} />
        </>
      )}
      {others.map((other) => (
        <details key={other.stream} open={other.stream === main}>
          <summary>
            <code>{other.stream}</code>
          </summary>
          <Fields of={other} />
        </details>
      ))}
    </section>
  );
};
