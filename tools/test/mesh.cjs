// Datastores, meshes and clients in other languages for test suites, which are CommonJS. Tests that
// kill and restart processes start their own mesh.

const { silentLog } = require('../lib/log.ts');

module.exports = {
  silentLog,
  ...require('../datastores/index.ts'),
  ...require('../mesh/index.ts'),
  ...require('./debian-packages.ts'),
  ...require('./earlier-version.ts'),
  ...require('./mcp-gitlab.ts'),
  ...require('./python-gitlab.ts'),
  ...require('./sample-events.ts'),
  ...require('./secrets.ts'),
};
