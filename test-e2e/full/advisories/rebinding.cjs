// Preloaded into the processes of a mesh: each name below `rebinding.test` resolves to 127.0.0.2
// once, and to 127.0.0.1 afterwards, like an attacker's name server.

const dns = require('node:dns');
const promises = require('node:dns/promises');

const FIRST = '127.0.0.2';
const LATER = '127.0.0.1';
/** @type {Set<string>} */
const resolved = new Set();

/** @param {string} name */
function addressOf(name) {
  if (!name.endsWith('.rebinding.test')) return undefined;
  if (resolved.has(name)) return LATER;
  resolved.add(name);
  return FIRST;
}

const { lookup } = promises;
promises.lookup = async (name, options) => {
  const address = addressOf(name);
  if (address === undefined) return lookup(name, options);
  return options?.all ? [{ address, family: 4 }] : { address, family: 4 };
};

const lookupWithCallback = dns.lookup;
dns.lookup = (name, options, callback) => {
  const done = callback ?? options;
  const address = addressOf(name);
  if (address === undefined) return lookupWithCallback(name, options, callback);
  if (options?.all) return done(null, [{ address, family: 4 }]);
  return done(null, address, 4);
};
