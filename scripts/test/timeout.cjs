// Sets the timeout of tests and hooks for a kind of suite. Jest ignores `testTimeout` of a project.

/** @type {number} set by `jest.config.cjs` */
const timeoutMs = Reflect.get(globalThis, 'forgeTestTimeoutMs');

jest.setTimeout(timeoutMs);
