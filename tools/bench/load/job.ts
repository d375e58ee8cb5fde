// What the driver process is told to do, and what it says.

/**
 * @typedef {object} HttpRequest
 * @property {string} method
 * @property {string} path with the query; `%n%` stands for a number that no other request of the benchmark has
 * @property {Record<string, string>} headers
 * @property {string} [body] as `path`
 */

/**
 * @typedef {object} Command a run of git, timed as a whole
 * @property {string[]} args `%n%` as in a request
 * @property {Record<string, string>} env the whole environment
 * @property {string} cwd
 * @property {string} [folder] removed when the command has ended
 */

/**
 * @typedef {object} Job
 * @property {string} origin of the gateway; `http://host:port`
 * @property {HttpRequest[]} [requests] sent in turn
 * @property {Command[]} [commands] run in turn, where there are no requests
 * @property {number} [rate] requests due per second whatever the answers do (open loop);
 *   without it every connection sends its next request when the last one is answered (closed loop)
 * @property {number} connections most at a time
 * @property {number} seconds that are measured
 * @property {number} warmUp seconds before them
 * @property {number} [limit] most requests that are measured
 * @property {number} serial makes the numbers of this job its own
 */

/** @typedef {{ event: 'begin' } | { event: 'end' } | { event: 'result', summary: import('./statistics.ts').Summary }} DriverMessage */

export {};
