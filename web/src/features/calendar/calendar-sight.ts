/** What the pro looks at, for a grid that takes the place of another: null is what it would begin with. */
export type Sight = { view: string | null; day: string | null };

type View = { type: string; currentStart: Date; currentEnd: Date };
type Given = {
  /** The view that this window begins with. */
  first: string;
  before: Sight;
  today: string;
};

/** What is in sight now. A view counts as chosen once it was another than the one there is to begin with. */
export const sightOf = (view: View, { first, before, today }: Given): Sight => {
  const [start, end] = [view.currentStart.toISOString(), view.currentEnd.toISOString()];
  const hasToday = start.slice(0, 10) <= today && today < end.slice(0, 10);
  return {
    view: before.view === null && view.type === first ? null : view.type,
    day: hasToday ? null : start.slice(0, 10),
  };
};
