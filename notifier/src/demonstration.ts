/** The actor of the demo data's events. Its people do not exist, so nobody is written to. */
export const demonstration = 'operator:seed';
