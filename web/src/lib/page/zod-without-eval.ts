/**
 * Has zod not try out whether it may make functions of text, which the pages' policy forbids and browsers report. Set
 * before zod is loaded, and without loading it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
