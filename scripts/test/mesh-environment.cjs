// Environment of the suites that use a mesh: Node, with a mesh that the suites of a worker
// share one after the other. A suite fails if it leaves instance settings changed, because a later
// suite would be affected. A test fails if it receives a response that does not match the OpenAPI
// document.

const { setTimeout: pause } = require('node:timers/promises');
const { isDeepStrictEqual } = require('node:util');
const { TestEnvironment } = require('jest-environment-node');
const { createResponseCheck } = require('../openapi/response-check.ts');

/** On a busy machine, a mesh may take this long to respond. */
const WAIT_TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;

/** @typedef {{ name: string, parent?: RunnerBlock }} RunnerBlock */
/** @typedef {{ name: string, parent: RunnerBlock }} RunnerTest */

module.exports = class extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    this.before = await readSettings();
    this.responses = await createResponseCheck(ownMesh());
    this.global.forgeCheckResponse = this.responses.check;
  }

  /**
   * Handles events of the test runner. @param {{ name: string, test?: RunnerTest & { errors:
   * unknown[] } }} event
   */
  async handleTestEvent(event) {
    if (event.name === 'test_start' && event.test) this.responses?.startTest(testName(event.test));
    if (event.name === 'test_done') event.test?.errors.push(...(this.responses?.takeErrors() ?? []));
  }

  /** @override */
  async teardown() {
    await super.teardown();
    const [error] = this.responses?.finish() ?? [];
    const before = this.before;
    const after = await readSettings();
    const left = Object.keys({ ...before, ...after }).filter(
      (name) => !isDeepStrictEqual(before?.[name], after?.[name]),
    );
    const changes = left.map(
      (name) => `${name} was ${JSON.stringify(before?.[name])}, is ${JSON.stringify(after?.[name])}`,
    );
    if (left.length > 0) throw new Error(`The suite left settings of the instance changed: ${changes.join('; ')}`);
    if (error) throw error;
  }
};

/** Titles of a test and its enclosing blocks. @param {RunnerTest} test */
function testName({ name, parent }) {
  const names = [name];
  for (let block = parent; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(' › ');
}

/** @returns {{ url: string, rootToken: string } | undefined} undefined if no mesh runs */
function ownMesh() {
  const meshes = JSON.parse(process.env.FORGE_TEST_MESHES ?? '[]');
  return meshes[Number(process.env.JEST_WORKER_ID) - 1];
}

/** @returns {Promise<Record<string, unknown> | undefined>} undefined if no mesh runs */
async function readSettings() {
  const mesh = ownMesh();
  if (!mesh) return undefined;
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; ; await pause(PAUSE_MS)) {
    try {
      const response = await fetch(`${mesh.url}/api/v4/application/settings`, {
        headers: { 'PRIVATE-TOKEN': mesh.rootToken },
      });
      const { updated_at: _, ...settings } = /** @type {Record<string, unknown>} */ (await response.json());
      if (response.status === 200) return settings;
      throw new Error(`The settings of the instance cannot be read: ${response.status} ${JSON.stringify(settings)}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
