// Fault injection for test suites, which are CommonJS.

module.exports = require('./inject-faults.ts');
