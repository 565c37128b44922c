import { describe, expect, it } from 'vitest';
import { type Plant, simulate } from './simulation.ts';

const plant = (over: Partial<Plant>): Plant => ({
  cores: 4,
  clients: 1,
  stations: { node: { replicas: 1, atOnce: 1 }, database: { replicas: 1, atOnce: 10 } },
  kinds: [
    {
      share: 1,
      visits: [
        { at: 'node', ms: 1 },
        { at: 'database', ms: 1 },
      ],
      follows: [],
    },
  ],
  ...over,
});

describe('the simulation', () => {
  it('answers one client after the times of its visits', () => {
    const { rate, busy, cores } = simulate(plant({}));
    expect(rate).toBeGreaterThan(485);
    expect(rate).toBeLessThan(515);
    expect(busy['node']).toBeCloseTo(0.5, 1);
    expect(cores).toBeCloseTo(0.25, 1);
  });

  it('is bounded by a process that has one hand, and by twice that with two', () => {
    const stations = (replicas: number) => ({ ...plant({}).stations, node: { replicas, atOnce: 1 } });
    const one = simulate(plant({ clients: 64 }));
    expect(one.busy['node']).toBeGreaterThan(0.99);
    expect(one.rate).toBeGreaterThan(970);
    expect(one.rate).toBeLessThan(1_030);
    const two = simulate(plant({ clients: 64, cores: 16, stations: stations(2) }));
    expect(two.rate / one.rate).toBeGreaterThan(1.9);
    // Two processes on one core are no faster than it.
    const crowded = simulate(plant({ clients: 64, cores: 1, stations: stations(2) }));
    expect(crowded.rate).toBeLessThan(515);
    expect(crowded.cores).toBeGreaterThan(0.99);
  });

  it('has the clients of a server wait for one another, unless they come seldom', () => {
    const open = simulate(
      plant({
        cores: 1_000,
        clients: 500,
        stations: { elsewhere: { replicas: 1, atOnce: 500 }, server: { replicas: 1, atOnce: 1 } },
        kinds: [
          {
            share: 1,
            visits: [
              { at: 'elsewhere', ms: 1_000 },
              { at: 'server', ms: 1 },
            ],
            follows: [],
          },
        ],
      }),
      { seconds: 200 },
    );
    expect(open.busy['server']).toBeCloseTo(0.5, 1);
    const slow = simulate(
      plant({
        cores: 1_000,
        clients: 500,
        stations: { elsewhere: { replicas: 1, atOnce: 500 }, server: { replicas: 1, atOnce: 1 } },
        kinds: [
          {
            share: 1,
            visits: [
              { at: 'elsewhere', ms: 0.001 },
              { at: 'server', ms: 1 },
            ],
            follows: [],
          },
        ],
      }),
    );
    // All of them wait at the server: each for all others.
    expect(slow.p50).toBeGreaterThan(450);
    expect(slow.p50).toBeLessThan(550);
  });

  it('has what follows from a call use cores while nobody waits for it', () => {
    const kinds = [{ share: 1, visits: [{ at: 'node', ms: 1 }], follows: [{ at: 'database', ms: 1 }] }];
    const roomy = simulate(plant({ kinds }));
    expect(roomy.rate).toBeGreaterThan(970);
    expect(roomy.p50).toBeCloseTo(Math.LN2, 1);
    expect(simulate(plant({ kinds, cores: 1 })).rate).toBeLessThan(515);
  });

  it('says the same for the same seed', () => {
    expect(simulate(plant({ clients: 8 }), { seed: 7 })).toEqual(
      simulate(plant({ clients: 8 }), { seed: 7 }),
    );
    expect(simulate(plant({ clients: 8 }), { seed: 8 })).not.toEqual(
      simulate(plant({ clients: 8 }), { seed: 7 }),
    );
  });
});
