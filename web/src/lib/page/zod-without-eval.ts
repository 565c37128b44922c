/**
 * Stops zod from probing for `eval`, which the CSP forbids and browsers report. Set before zod is loaded, and
 * without loading it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
