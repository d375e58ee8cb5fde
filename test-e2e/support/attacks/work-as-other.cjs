// What another user does during an attack, in a process of its own, because that of the attackers
// is busy. Prints the time of each operation in milliseconds, and how slow the machine is, as JSON.
'use strict';

const { execFile } = require('node:child_process');
const { get } = require('node:http');
const { join } = require('node:path');
const { json } = require('node:stream/consumers');
const { promisify } = require('node:util');

/**
 * @typedef {object} OtherUser
 * @property {string} url of the repository, with the credentials
 * @property {string} token
 * @property {number} project id of the project
 * @property {string} clone folder with a clone
 * @property {string} scratch folder for another clone
 */

/** @type {OtherUser} */
const { url, token, project, clone, scratch } = JSON.parse(process.argv[2] ?? '');

/** Processor time that is used to measure how slow the machine is. */
const MEASURED_CPU_MS = 100;

/** @param {string[]} args */
const git = (...args) => promisify(execFile)('git', args, { cwd: clone });

/** Reads the project with a new connection. */
async function readProject() {
  const headers = { 'PRIVATE-TOKEN': token };
  const response = await new Promise((resolve, reject) => {
    get(`${new URL(url).origin}/api/v4/projects/${project}`, { agent: false, headers }, resolve).on('error', reject);
  });
  const body = /** @type {{ id?: number }} */ (await json(response));
  if (response.statusCode !== 200 || body.id !== project) throw new Error(`the project was not read: ${body}`);
}

/** @param {() => Promise<unknown>} operation */
async function timeOf(operation) {
  const start = performance.now();
  await operation();
  return Math.round(performance.now() - start);
}

/** Elapsed time as a multiple of processor time: 1 for a process that waits for no other. */
function slowness() {
  const start = performance.now();
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < MEASURED_CPU_MS * 1000);
  return (performance.now() - start) / MEASURED_CPU_MS;
}

async function work() {
  await git('commit', '-q', '--allow-empty', '-m', 'Work');
  return {
    'GET /projects/:id': await timeOf(readProject),
    'git ls-remote': await timeOf(() => git('ls-remote', '-q', 'origin')),
    'git push': await timeOf(() => git('push', '-q', 'origin', 'HEAD')),
    'git clone': await timeOf(() => git('clone', '-q', '--bare', url, join(scratch, 'clone.git'))),
  };
}

void work().then((times) => console.log(JSON.stringify({ times, slowness: Math.max(1, slowness()) })));
