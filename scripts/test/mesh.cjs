// The engines and the mesh for test suites, which are CommonJS: stories that kill and restart processes start a mesh of their own.

module.exports = { ...require('../engines/index.mjs'), ...require('../mesh/index.mjs') };
