/** One visit of a call: so many milliseconds of processor time, on average, at a kind of process. */
export type Visit = { readonly at: string; readonly ms: number };

/** A kind of call: how much of all calls it is, what its answer waits for, and what follows from it without anybody waiting. */
export type CallKind = {
  readonly share: number;
  readonly visits: readonly Visit[];
  readonly follows: readonly Visit[];
};

/** Processes of one kind; each works on so many visits at once, one for Node, one a connection for a database. */
export type Station = { readonly replicas: number; readonly atOnce: number };

/** A product on a machine: clients who ask again as soon as they are answered. */
export type Plant = {
  readonly cores: number;
  readonly clients: number;
  readonly stations: Readonly<Record<string, Station>>;
  readonly kinds: readonly CallKind[];
};

/** Answers a second, milliseconds that they took, and the busy share of each kind of process and of all cores. */
export type Simulated = {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly busy: Readonly<Record<string, number>>;
  readonly cores: number;
};

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** What happens next comes first. */
const createAgenda = <Item>() => {
  const heap: { at: number; item: Item }[] = [];
  const swap = (one: number, other: number) => {
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  };
  const before = (one: number, other: number) => heap[one]!.at < heap[other]!.at;
  return {
    add: (at: number, item: Item): void => {
      let place = heap.push({ at, item }) - 1;
      for (let above = (place - 1) >> 1; place > 0 && before(place, above); above = (place - 1) >> 1) {
        swap(place, above);
        place = above;
      }
    },
    take: () => {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let place = 0; ;) {
        const [left, right] = [2 * place + 1, 2 * place + 2];
        let least = place;
        if (left < heap.length && before(left, least)) least = left;
        if (right < heap.length && before(right, least)) least = right;
        if (least === place) return first;
        swap(place, least);
        place = least;
      }
    },
  };
};

/** A call on its way, or what follows from one; `since` is null where nobody waits for it. */
type Errand = {
  readonly kind: CallKind;
  readonly visits: readonly Visit[];
  readonly since: number | null;
  next: number;
};

type Replica = { readonly name: string; readonly waiting: Errand[]; free: number; busy: number };

/** Who has work and a free hand waits for a core, the first that came first. */
const createMachine = ({ cores, stations }: Plant) => {
  const replicas = Object.fromEntries(
    Object.entries(stations).map(([name, { replicas: count, atOnce }]) => [
      name,
      Array.from({ length: count }, (): Replica => ({ name, waiting: [], free: atOnce, busy: 0 })),
    ]),
  );
  const turns: Record<string, number> = {};
  const ready: Replica[] = [];
  let idle = cores;
  return {
    all: Object.values(replicas).flat(),
    arrive: (name: string, errand: Errand): void => {
      turns[name] = (turns[name] ?? 0) + 1;
      const replica = replicas[name]![turns[name] % replicas[name]!.length]!;
      replica.waiting.push(errand);
      if (replica.free > 0) {
        replica.free -= 1;
        ready.push(replica);
      }
    },
    /** Begins what can begin. */
    begin: (work: (replica: Replica, errand: Errand) => void): void => {
      while (idle > 0 && ready.length > 0) {
        idle -= 1;
        const replica = ready.shift()!;
        work(replica, replica.waiting.shift()!);
      }
    },
    end: (replica: Replica): void => {
      idle += 1;
      if (replica.waiting.length > replica.free) ready.push(replica);
      else replica.free += 1;
    },
  };
};

const chooser = (kinds: readonly CallKind[], random: () => number) => (): CallKind => {
  const all = kinds.reduce((sum, { share }) => sum + share, 0);
  let left = random() * all;
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]!;
};

/** Lets so many seconds pass on a plant, the first tenth of them unobserved. Times of visits are exponential around their means. */
export const simulate = (
  plant: Plant,
  { seed = 1, seconds = 20 }: { seed?: number; seconds?: number } = {},
): Simulated => {
  const random = randomOf(seed);
  const choose = chooser(plant.kinds, random);
  const machine = createMachine(plant);
  const agenda = createAgenda<{ replica: Replica; errand: Errand }>();
  const [begin, end] = [seconds * 100, seconds * 1_000];
  const times: number[] = [];
  let now = 0;

  const goOn = (errand: Errand): void => {
    const visit = errand.visits[errand.next];
    if (visit) return machine.arrive(visit.at, errand);
    if (errand.since === null) return;
    if (now >= begin) times.push(now - errand.since);
    const { follows } = errand.kind;
    if (follows.length > 0) goOn({ kind: errand.kind, visits: follows, since: null, next: 0 });
    ask();
  };
  const ask = (): void => {
    const kind = choose();
    goOn({ kind, visits: kind.visits, since: now, next: 0 });
  };
  const work = (replica: Replica, errand: Errand): void => {
    const takes = -Math.log(1 - random()) * errand.visits[errand.next]!.ms;
    errand.next += 1;
    if (now >= begin) replica.busy += takes;
    agenda.add(now + takes, { replica, errand });
  };

  for (let client = 0; client < plant.clients; client += 1) ask();
  for (;;) {
    machine.begin(work);
    const next = agenda.take();
    if (!next || next.at > end) break;
    now = next.at;
    machine.end(next.item.replica);
    goOn(next.item.errand);
  }
  return summary(plant, { all: machine.all, times, observed: end - begin });
};

const summary = (
  { cores, stations }: Plant,
  { all, times, observed }: { all: readonly Replica[]; times: readonly number[]; observed: number },
): Simulated => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const busyOf = (name: string) =>
    all.filter((replica) => replica.name === name).reduce((sum, { busy }) => sum + busy, 0);
  const busy = Object.entries(stations).map(([name, { replicas, atOnce }]) => {
    const hands = replicas * Math.min(atOnce, cores);
    return [name, busyOf(name) / observed / hands] as const;
  });
  const used = all.reduce((sum, replica) => sum + replica.busy, 0);
  return {
    rate: times.length / (observed / 1_000),
    p50: at(0.5),
    p95: at(0.95),
    busy: Object.fromEntries(busy),
    cores: used / observed / cores,
  };
};
