// The engines, the mesh and clients in other languages for test suites, which are CommonJS: stories
// that kill and restart processes start a mesh of their own.

const { silentLog } = require('../lib/log.ts');

module.exports = {
  silentLog,
  ...require('../engines/index.ts'),
  ...require('../mesh/index.ts'),
  ...require('./debian-packages.ts'),
  ...require('./earlier-version.ts'),
  ...require('./mcp-gitlab.ts'),
  ...require('./python-gitlab.ts'),
  ...require('./secrets.ts'),
};
