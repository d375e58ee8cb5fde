// The kinds of test suites, by what a suite imports: so that a suite starts no more than it needs.

const { globSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '../..');

/** What a suite imports or reads if it uses a datastore. */
const datastores = /testing\/runtime'|\/mesh\.cjs'|FORGE_TEST_(MONGODB|NATS)_URL|FORGE_TEST_MONGODB_URI/;
/** The client of a running mesh. */
const mesh = /from '@forgemesh\/testing'/;

/** A service that runs in the process of the suite. */
const inProcess = /from '@forgemesh\/testing\/in-process'/;

/** @typedef {'unit' | 'datastore' | 'service in process' | 'service'} Kind */

/**
 * Returns the suites beside the code, by kind.
 * @returns {Record<Kind, string[]>} absolute paths
 */
function suitesByKind() {
  /** @type {Record<Kind, string[]>} */
  const suites = { unit: [], datastore: [], 'service in process': [], service: [] };
  const folders = '{packages,gateway,program,scripts,web,services}/**/*.test.ts';
  const exclude = (/** @type {string} */ name) => /(^|\/)(node_modules|dist)$/.test(name);
  for (const path of globSync(folders, { cwd: root, exclude })) suites[kindOf(path)].push(join(root, path));
  return suites;
}

/**
 * @param {string} path relative to the root
 * @returns {Kind}
 */
function kindOf(path) {
  const text = readFileSync(join(root, path), 'utf8');
  if (inProcess.test(text)) return 'service in process';
  if (path.startsWith('services/') && mesh.test(text)) return 'service';
  return datastores.test(text) ? 'datastore' : 'unit';
}

/**
 * The kind of a suite of a run, by its absolute path.
 * @param {string} path
 * @returns {Kind | 'story'}
 */
function kindOfSuite(path) {
  const own = relative(root, path);
  return own.startsWith('test-e2e/') ? 'story' : kindOf(own);
}

module.exports = { suitesByKind, kindOfSuite };
