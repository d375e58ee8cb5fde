// Datastores, meshes and clients in other languages for test suites, which are CommonJS. Tests that
// kill and restart processes start their own mesh.

const { silentLog } = require('../lib/log.ts');
const datastores = require('../datastores/index.ts');
const mesh = require('../mesh/index.ts');

/**
 * Counts the time of a start in the summary of the test run.
 * @template {unknown[]} Args
 * @template T
 * @param {(...args: Args) => Promise<T>} start
 * @returns {(...args: Args) => Promise<T>}
 */
function measured(start) {
  return (...args) => {
    const measure = Reflect.get(globalThis, 'forgeMeasure');
    return measure ? measure('starting', () => start(...args)) : start(...args);
  };
}

module.exports = {
  silentLog,
  ...datastores,
  ...mesh,
  startNats: measured(datastores.startNats),
  startStorage: measured(datastores.startStorage),
  startMesh: measured(mesh.startMesh),
  startTarget: measured(mesh.startTarget),
  startReplica: measured(mesh.startReplica),
  ...require('./debian-packages.ts'),
  ...require('./earlier-version.ts'),
  ...require('./mcp-gitlab.ts'),
  startObjectServer: measured(require('./object-server.ts').startObjectServer),
  ...require('./python-gitlab.ts'),
  ...require('./sample-events.ts'),
  ...require('./secrets.ts'),
};
