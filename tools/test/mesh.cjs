// The engines, the mesh and clients in other languages for test suites, which are CommonJS: stories that kill and restart processes start a mesh of their own.

const { silentLog } = require('../lib/log.mjs');

module.exports = {
  silentLog,
  ...require('../engines/index.mjs'),
  ...require('../mesh/index.mjs'),
  ...require('./debian-packages.mjs'),
  ...require('./earlier-version.mjs'),
  ...require('./mcp-gitlab.mjs'),
  ...require('./python-gitlab.mjs'),
  ...require('./secrets.mjs'),
};
