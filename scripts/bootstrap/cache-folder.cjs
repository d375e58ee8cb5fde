// CommonJS, because suites load it, too.

const { homedir } = require('node:os');
const { join } = require('node:path');

/** @returns {string} `$XDG_CACHE_HOME/forgemesh`, or `~/.cache/forgemesh` */
function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'forgemesh');
}

/** @returns {string} where Node keeps compiled code between starts */
function compileCacheFolder() {
  return join(cacheFolder(), 'compiled');
}

module.exports = { cacheFolder, compileCacheFolder };
