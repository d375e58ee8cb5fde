// The faults for test suites, which are CommonJS.

module.exports = require('./strike.ts');
